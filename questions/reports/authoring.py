"""What an author sees beside the form: problems with links, versions, a code for the next question, the preview."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.items.checks import Problem, Severity
from questions.models import Objective, Question, Version
from questions.models.content import Content, rendered
from questions.reports.saying import in_words

# Codes tried after the newest one before giving up.
TRIED = 200
WIDTH = 4


PLACES = {
    "code": gettext_lazy("Code"),
    "tags": gettext_lazy("Tags"),
    "name": gettext_lazy("Name"),
    "kind": gettext_lazy("Kind"),
    "choose_n": gettext_lazy("Choose"),
    "language": gettext_lazy("Language"),
    "stem": gettext_lazy("Stem"),
    "takeaway": gettext_lazy("Takeaway"),
    "explanation": gettext_lazy("Explanation"),
    "references": gettext_lazy("References"),
    "external_id": gettext_lazy("External id"),
    "options": gettext_lazy("Options"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A problem in words; ``anchor`` is the id of the field to mend, or ``""``."""

    code: str
    blocks: bool
    text: str
    place: str
    anchor: str


def shown(found: Iterable[Problem], *, options: Sequence[str] | None = None) -> list[Shown]:
    """Problems for the page; ``options`` are the form prefixes of the options in order, None for a page to read."""
    return [
        Shown(
            code=problem.code,
            blocks=problem.severity == Severity.ERROR,
            text=in_words(problem.message, problem.fix, params=problem.params),
            place=place_of(problem.where),
            anchor="" if options is None else anchor_of(problem.where, options),
        )
        for problem in found
    ]


def place_of(where: str) -> str:
    """A field's name as its label says it."""
    if where.startswith("option "):
        return _("Option %(number)s") % {"number": where.removeprefix("option ")}
    return str(PLACES.get(where, where))


def anchor_of(where: str, options: Sequence[str]) -> str:
    """The id of the form field that a problem is in."""
    if where == "options":
        return "options-group"
    if where.startswith("option "):
        number = int(where.removeprefix("option "))
        return f"id_{options[number - 1]}-text" if number <= len(options) else "options-group"
    return f"id_{where}"


def versions_of(question: Question) -> list[Version]:
    """All versions, the newest first, with who published them."""
    columns = (
        "number",
        "status",
        "question",
        "published_at",
        "withdrawn_at",
        "published_by__name",
        "published_by__email",
    )
    return list(question.versions.select_related("published_by").only(*columns).order_by("-number"))


def proposed_code(objective: Objective | None = None) -> str:
    """A free code that follows the newest one: of the objective's certification, else of the bank."""
    questions = Question.objects.order_by("-pk").values_list("code", flat=True)
    within = questions.filter(objective__certification=objective.certification_id) if objective else questions
    newest = within.first() or questions.first() or "Q-0000"
    prefix, digits = re.fullmatch(r"(.*?)(\d*)", newest, re.DOTALL).groups()  # type: ignore[union-attr]
    start, width = int(digits or 0) + 1, len(digits) or WIDTH
    codes = [f"{prefix}{number:0{width}}" for number in range(start, start + TRIED)]
    taken = set(Question.objects.filter(code__in=codes).values_list("code", flat=True))
    return next((code for code in codes if code not in taken), "")


def preview_of(version: Version) -> tuple[Content, Content, list[int]]:
    """``(asked, explained, order)`` of a version as its options stand."""
    asked, explained = rendered(version)
    return asked, explained, [option.pk for option in version.options.all()]
