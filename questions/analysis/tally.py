"""Counting and summing the answers to one item, choice by choice."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from questions.analysis.columns import Column
from questions.analysis.groups import Cuts
from questions.analysis.values import ItemSums, OptionSums


@dataclass(frozen=True, slots=True)
class Cell:
    """``count`` learners who made the same choice and have the same criterion, if they have one.

    ``score`` is what the groups are made by: the total, or the criterion itself.
    """

    code: int
    count: int
    y: float | None
    score: float


@dataclass(slots=True)
class Tally:
    """Sums over learners; those of several choices can be added up."""

    n: int = 0
    m: int = 0
    sy: float = 0.0
    syy: float = 0.0
    lower: int = 0
    upper: int = 0
    trace: list[int] = field(default_factory=lambda: [0] * 5)

    def take(self, cell: Cell, y: float | None, cut: Cuts | None) -> None:
        """Add the learners of a cell; ``y`` is the criterion from its origin."""
        self.n += cell.count
        if y is None or cut is None:
            return
        self.m += cell.count
        self.sy += cell.count * y
        self.syy += cell.count * y * y
        self.lower += cell.count * cut.is_lower(cell.score)
        self.upper += cell.count * cut.is_upper(cell.score)
        self.trace[cut.fifth(cell.score)] += cell.count

    @classmethod
    def total(cls, parts: Iterable["Tally"]) -> Self:
        """The sum of several."""
        whole = cls()
        for part in parts:
            whole.n += part.n
            whole.m += part.m
            whole.sy += part.sy
            whole.syy += part.syy
            whole.lower += part.lower
            whole.upper += part.upper
            whole.trace = [one + other for one, other in zip(whole.trace, part.trace, strict=True)]
        return whole


def item_sums(
    column: Column,
    cells: Iterable[Cell],
    cut: Cuts | None,
    *,
    key: frozenset[str],
    right: list[bool],
    multiple: bool,
    origin: float = 0.0,
) -> ItemSums:
    """The sums of one item from its cells; options are those seen and those of the key."""
    tallies = [Tally() for _ in column.choices]
    for cell in cells:
        tallies[cell.code].take(cell, None if cell.y is None else cell.y - origin, cut)
    every = Tally.total(tallies)
    good = Tally.total(tally for tally, hit in zip(tallies, right, strict=False) if hit)
    seen = key.union(*(chosen for chosen in column.choices if chosen))
    return ItemSums(
        item=column.item,
        multiple=multiple,
        n=every.n,
        right=good.n,
        m=every.m,
        right_m=good.m,
        sy=every.sy,
        syy=every.syy,
        sy_right=good.sy,
        lower=every.lower,
        upper=every.upper,
        lower_right=good.lower,
        upper_right=good.upper,
        groups=tuple(every.trace),
        options=tuple(_option_sums(name, column, tallies, is_key=name in key) for name in sorted(seen)),
        omitted=sum(tally.n for tally, chosen in zip(tallies, column.choices, strict=True) if not chosen),
        origin=origin,
    )


def _option_sums(name: str, column: Column, tallies: list[Tally], *, is_key: bool) -> OptionSums:
    """Everybody whose choice has this option in it."""
    whole = Tally.total(
        tally for tally, chosen in zip(tallies, column.choices, strict=True) if chosen and name in chosen
    )
    return OptionSums(
        option=name,
        is_key=is_key,
        n=whole.n,
        m=whole.m,
        sy=whole.sy,
        lower=whole.lower,
        upper=whole.upper,
        trace=tuple(whole.trace),
    )
