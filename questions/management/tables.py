"""A database that was never set up, told in a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import CommandError
from django.db import ProgrammingError
from django.utils.translation import gettext as _

UNDEFINED_TABLE = "42P01"


@contextmanager
def tables_needed(*, returncode: int = 1) -> Iterator[None]:
    """End the command with this status where the tables asked for are not there."""
    try:
        yield
    except ProgrammingError as error:
        if getattr(error.__cause__, "sqlstate", None) != UNDEFINED_TABLE:
            raise
        message = _("The database has no tables yet: run “manage.py migrate” first.")
        raise CommandError(message, returncode=returncode) from None
