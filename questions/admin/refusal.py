"""How a form comes back from a refusal that Django's validation cannot see: with the reason, and as it was typed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from questions.items.checks import Problem

# Half of a surrogate pair.
SURROGATE = re.compile("[\ud800-\udfff]")
# Where a request carries its refusal to the form; a client cannot set it, its headers start with HTTP_.
REFUSED = "examprep.refused"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was saved, and the problems found where there are any."""

    message: str
    problems: Sequence[Problem] = ()


class RefusedForm(forms.BaseForm):
    """Mixed into a form that comes back: it is invalid for a reason from outside."""

    refusal = ""

    def clean(self) -> Any:
        """Add the reason."""
        data = super().clean()
        self.add_error(None, self.refusal)
        return data


def refusal_in(request: HttpRequest) -> Refusal | None:
    """Why this request was refused, when its form is shown again."""
    found: Refusal | None = request.META.get(REFUSED)
    return found


def replace_post(request: HttpRequest, values: dict[str, list[str]]) -> None:
    """Go on as if these values had been sent."""
    data = request.POST.copy()
    for name, texts in values.items():
        data.setlist(name, texts)
    request.POST = data  # type: ignore[assignment]


def replace_surrogates(request: HttpRequest) -> None:
    """Half a surrogate pair cannot even be shown again: replace it, and refuse."""
    broken = {name: values for name, values in request.POST.lists() if SURROGATE.search("".join(values))}
    if broken:
        replace_post(request, {name: [SURROGATE.sub("\ufffd", text) for text in broken[name]] for name in broken})
        message = _("The text had characters that cannot be stored; they are shown as � now. Nothing was saved.")
        request.META[REFUSED] = Refusal(message)
