"""What a bank file holds, as plain values; lines are where it stands and no part of what it says."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import repeat

from questions.formats.refusal import Refusal
from questions.items.item import Item

FORMAT = "examprep-bank/1"


@dataclass(frozen=True, slots=True)
class ObjectiveEntry:
    """An objective by its section."""

    section: str
    title: str
    description: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DomainEntry:
    """A domain by its number; ``weight`` in percent."""

    number: int
    name: str
    weight: Decimal
    objectives: tuple[ObjectiveEntry, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CertificationEntry:
    """A certification by its code; ``pass_mark`` in percent, None where it is not published."""

    code: str
    name: str
    questions_min: int
    questions_max: int
    mock_length: int
    minutes: int
    short_name: str = ""
    vendor: str = ""
    description: str = ""
    notice: str = ""
    pass_mark: Decimal | None = None
    published: bool = False
    domains: tuple[DomainEntry, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class ItemEntry:
    """A question; ``lines`` gives the line of each place that a check may name, such as ``"option 2"``."""

    item: Item
    line: int = field(default=0, compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def line_of(self, where: str) -> int:
        """The line of a place, or of the question where the place has none."""
        return self.lines.get(where, self.line)


@dataclass(frozen=True, slots=True)
class QuizEntry:
    """A quiz by its code, with the codes of its questions in order; ``lines`` are those of the codes."""

    code: str
    name: str
    description: str = ""
    published: bool = True
    questions: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)
    lines: tuple[int, ...] = field(default=(), compare=False)

    def places(self) -> Iterator[tuple[str, int]]:
        """The codes with their lines."""
        return zip(self.questions, self.lines or repeat(self.line), strict=False)


@dataclass(frozen=True, slots=True)
class BankFile:
    """One file: ``code`` is the certification that everything in it belongs to, defined here or elsewhere."""

    name: str
    code: str = ""
    certification: CertificationEntry | None = None
    items: tuple[ItemEntry, ...] = ()
    quizzes: tuple[QuizEntry, ...] = ()
    refusals: tuple[Refusal, ...] = field(default=())
