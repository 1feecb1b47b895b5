"""What the life of flags needs to know of the bank: lines of versions, the wording that is live, responses so far."""

from collections.abc import Collection
from dataclasses import dataclass

from questions.items.words import Gravity, Status
from questions.models import ItemStatistic, Question, Version
from questions.models.bank import OPEN

# What a flag raised by a person weighs in the queue: as the rules of the same gravity do.
RANK = {Gravity.CRITICAL: 100.0, Gravity.HIGH: 80.0, Gravity.MEDIUM: 50.0, Gravity.LOW: 20.0, Gravity.INFO: 5.0}
GRAVITIES = [gravity.value for gravity in Gravity]


class NotLiveError(Exception):
    """Learners do not meet this wording any more: there is nothing to complain of."""


def graver(one: str, other: str) -> bool:
    """Whether the first gravity is worse than the second."""
    return GRAVITIES.index(one) < GRAVITIES.index(other)


@dataclass(slots=True)
class Wordings:
    """The versions of one question that learners have met: the line each belongs to, and the live one."""

    question: int
    lines: dict[int, int]
    live: int | None = None

    @property
    def today(self) -> int:
        """The live version; raises :class:`NotLiveError` where there is none."""
        if self.live is None:
            raise NotLiveError
        return self.live

    @property
    def line(self) -> int | None:
        """The line of the live version."""
        return None if self.live is None else self.lines[self.live]

    def current(self, version: int) -> bool:
        """Whether what is said about a version is said about what learners meet now."""
        return self.live is not None and self.lines.get(version) == self.line


def wordings(questions: Collection[int]) -> dict[int, Wordings]:
    """The wordings of questions, by question: one query."""
    found = {question: Wordings(question, {}) for question in questions}
    rows = Version.objects.filter(question__in=found).exclude(status__in=OPEN).order_by()
    for pk, question, lineage, status in rows.values_list("pk", "question", "lineage", "status"):
        found[question].lines[pk] = lineage or pk
        if status == Status.PUBLISHED:
            found[question].live = pk
    return found


def wordings_of(question: Question | int) -> Wordings:
    """The wordings of one question."""
    pk = question if isinstance(question, int) else question.pk
    return wordings([pk])[pk]


def responses(line: int | None) -> int:
    """How many counted responses the analysis has seen of a line."""
    return ItemStatistic.objects.filter(pk=line).values_list("n", flat=True).first() or 0
