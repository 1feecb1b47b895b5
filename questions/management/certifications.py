"""The certification that somebody names to a command."""

from django.core.management import CommandError
from django.utils.translation import gettext as _

from questions.models import Certification


def certification_of(code: str | None) -> Certification | None:
    """The certification of a code, None where none is named; ``CommandError`` where there is none of it."""
    if code is None:
        return None
    found = Certification.objects.filter(code=code).first()
    if found is None:
        raise CommandError(_("There is no certification with the code %(code)s.") % {"code": code})
    return found
