"""What a rule is and what it finds."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from questions.items.item import Item


class Severity(StrEnum):
    """Errors block publishing, warnings ask for a look, infos are worth knowing beside other evidence."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding: its rule, what is wrong, what to do, where, and the words it is about.

    ``message`` and ``fix`` are marked texts with ``%(name)s`` places filled from ``params``. ``where`` is ``"stem"``,
    ``"options"``, another field of the item, or ``"option 2"`` (counted from 1). ``span`` holds the words themselves as
    a reader sees them, or ``""`` where the whole field is meant.
    """

    code: str
    severity: Severity
    message: str
    fix: str = ""
    where: str = ""
    params: dict[str, object] = field(default_factory=dict)
    span: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule yields: a problem without the rule's names; its severity only where it is not the rule's own."""

    message: str
    fix: str
    where: str = ""
    params: dict[str, object] = field(default_factory=dict)
    span: str = ""
    severity: Severity | None = None


Finder = Callable[[Item], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: ``code`` as findings and waivers cite it, ``name`` for people, and the function that looks.

    ``severity`` is the gravest that it gives.
    """

    code: str
    name: str
    severity: Severity
    find: Finder

    def __call__(self, item: Item) -> Iterator[Problem]:
        """Yield the problems of ``item`` under this rule."""
        for found in self.find(item):
            severity = found.severity or self.severity
            yield Problem(
                self.code, severity, found.message, found.fix, found.where, found.params, found.span, self.name
            )


def error(code: str) -> Callable[[Finder], Rule]:
    """Make a function a rule that blocks publishing; its name in capitals is the rule's."""
    return lambda find: Rule(code, find.__name__.upper(), Severity.ERROR, find)


def warning(code: str) -> Callable[[Finder], Rule]:
    """Make a function a rule that only asks for a look."""
    return lambda find: Rule(code, find.__name__.upper(), Severity.WARNING, find)


def info(code: str) -> Callable[[Finder], Rule]:
    """Make a function a rule whose findings say little alone."""
    return lambda find: Rule(code, find.__name__.upper(), Severity.INFO, find)
