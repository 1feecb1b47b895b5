"""What a rule is and what it finds."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from questions.items.item import Item


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


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule yields: a problem without the rule's own name and severity."""

    message: str
    where: str = ""
    params: dict[str, object] = field(default_factory=dict)


Finder = Callable[[Item], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: ``code`` as ANALYSIS and waivers cite it, ``name`` for people, and the function that looks."""

    code: str
    name: str
    severity: Severity
    find: Finder

    def __call__(self, item: Item) -> Iterator[Problem]:
        """Yield the problems of ``item`` under this rule."""
        for found in self.find(item):
            yield Problem(self.code, self.severity, found.message, found.where, found.params)


def error(code: str) -> Callable[[Finder], Rule]:
    """Make a function a rule that blocks publishing; its name in capitals is the rule's."""
    return lambda find: Rule(code, find.__name__.upper(), Severity.ERROR, find)


def warning(code: str) -> Callable[[Finder], Rule]:
    """Make a function a rule that only asks for a look."""
    return lambda find: Rule(code, find.__name__.upper(), Severity.WARNING, find)
