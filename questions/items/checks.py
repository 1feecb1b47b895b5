"""One rule, every door: what is wrong with an item, for the admin's form, imports and publishing alike."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from questions.items.item import Item
from questions.items.text import mark


class Severity(StrEnum):
    """Errors block publishing, warnings ask for a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: its rule, a marked message with ``%(name)s`` places filled from ``params``, and where it is.

    ``where`` is ``"stem"``, ``"options"``, another field of the item, or ``"option 2"`` (counted from 1).
    """

    code: str
    severity: Severity
    message: str
    where: str = ""
    params: dict[str, object] = field(default_factory=dict)


def problems(item: Item) -> list[Problem]:
    """All findings about ``item``, errors first."""
    return sorted(_all(item), key=lambda problem: problem.severity != Severity.ERROR)


def _all(item: Item) -> Iterator[Problem]:
    for number, option in enumerate(item.options, 1):
        if not option.because.strip():
            yield Problem(
                "E10",
                Severity.ERROR,
                mark("Option %(number)s has no rationale."),
                f"option {number}",
                {"number": number},
            )
