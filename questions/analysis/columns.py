"""A response matrix by columns: every distinct choice once, and a small number per learner."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

# What a learner chose: options, or None for an item that was shown and left out. An omission is a wrong answer.
Chosen = frozenset[str] | None
# The code of an item that was not shown.
ABSENT: Final = -1


@dataclass(slots=True)
class Column:
    """The answers to one item: ``codes`` point into ``choices``, one a learner in the same order in all columns."""

    item: str
    choices: list[Chosen] = field(default_factory=list)
    codes: "array[int]" = field(default_factory=lambda: array("i"))

    def table(self, *, key: frozenset[str], multiple: bool) -> list[bool]:
        """Whether each choice is right, and False at the end, where ``ABSENT`` looks."""
        return [*(is_right(chosen, key, multiple=multiple) for chosen in self.choices), False]


def is_right(chosen: Chosen, key: frozenset[str], *, multiple: bool) -> bool:
    """All or nothing: the whole key and nothing else, or one of the accepted options of single choice."""
    if not chosen:
        return False
    return chosen == key if multiple else chosen <= key


def columns(responses: Sequence[Mapping[str, Chosen]], items: Iterable[str]) -> list[Column]:
    """The columns of responses given learner by learner; an item that a learner's mapping lacks was not shown."""
    return [_column(item, responses) for item in items]


def _column(item: str, responses: Sequence[Mapping[str, Chosen]]) -> Column:
    column, codes = Column(item), dict[Chosen, int]()
    for row in responses:
        if item not in row:
            column.codes.append(ABSENT)
            continue
        chosen = row[item]
        if chosen not in codes:
            codes[chosen] = len(column.choices)
            column.choices.append(chosen)
        column.codes.append(codes[chosen])
    return column
