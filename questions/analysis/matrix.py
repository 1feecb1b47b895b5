"""Sums from a response matrix in memory: the same that one SQL query gives from the database."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Final, Literal

from questions.analysis.calibration import abilities
from questions.analysis.columns import ABSENT, Chosen, Column, columns
from questions.analysis.groups import cuts
from questions.analysis.tally import Cell, item_sums
from questions.analysis.values import ItemSums

Criterion = Literal["rest", "ability"]
# Other answers that a learner needs before the ability counts as a criterion.
GUARD: Final = 20


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of each item in the order of the columns, and each learner's total score over the items shown."""

    items: tuple[ItemSums, ...]
    totals: tuple[int, ...]
    # Whether everybody was shown everything: a fixed form.
    complete: bool


@dataclass(frozen=True, slots=True)
class Scored:
    """A column with its key: ``right`` says of each choice whether it is right, False where ``ABSENT`` looks."""

    column: Column
    key: frozenset[str]
    right: list[bool]


def sums(
    responses: Sequence[Mapping[str, Chosen]],
    key: Mapping[str, frozenset[str]],
    criterion: Criterion = "rest",
    *,
    multiple: bool = False,
) -> Sums:
    """The sums of a matrix given learner by learner: item to options chosen, None for an omission.

    An item that a row lacks was not shown to that learner. See :func:`sums_of`.
    """
    return sums_of(columns(responses, key), key, criterion, multiple=multiple)


def sums_of(
    matrix: Sequence[Column],
    key: Mapping[str, frozenset[str]],
    criterion: Criterion = "rest",
    *,
    multiple: bool = False,
) -> Sums:
    """The sums of a matrix given by columns of one length; ``key`` names the right options of each item.

    ``rest``: y is the total without the item's own score, groups are by the total. ``ability``: y is the leave-one-out
    ability of learners with twenty other answers, groups are by y. An omission is wrong and stays in n and the total.
    """
    scored = [
        Scored(column, key[column.item], column.table(key=key[column.item], multiple=multiple)) for column in matrix
    ]
    totals = _totals(scored)
    by_criterion = _by_ability if criterion == "ability" else _by_rest
    return Sums(
        tuple(by_criterion(scored, totals, multiple=multiple)),
        tuple(totals),
        all(ABSENT not in column.codes for column in matrix),
    )


def _totals(scored: Sequence[Scored]) -> list[int]:
    totals = [0] * (len(scored[0].column.codes) if scored else 0)
    for each in scored:
        totals = list(map(add, totals, map(each.right.__getitem__, each.column.codes)))
    return totals


def _by_rest(scored: Sequence[Scored], totals: list[int], *, multiple: bool) -> list[ItemSums]:
    """Learners with one choice and one total are alike, so that they are counted before anything is summed."""
    cut = cuts(totals) if totals else None
    found = []
    for each in scored:
        alike = Counter(zip(each.column.codes, totals, strict=True))
        cells = (
            Cell(code, count, float(total - each.right[code]), total)
            for (code, total), count in alike.items()
            if code != ABSENT
        )
        found.append(item_sums(each.column, cells, cut, key=each.key, right=each.right, multiple=multiple))
    return found


def _by_ability(scored: Sequence[Scored], totals: list[int], *, multiple: bool) -> list[ItemSums]:
    """Each learner's ability as all other answers show it."""
    found = []
    criteria = abilities([(each.column.codes, each.right) for each in scored], guard=GUARD)
    for each, criterion in zip(scored, criteria, strict=True):
        known = [y for y in criterion if y is not None]
        cut, origin = (cuts(known), sum(known) / len(known)) if known else (None, 0.0)
        cells = (
            Cell(code, 1, y, 0.0 if y is None else y)
            for code, y in zip(each.column.codes, criterion, strict=True)
            if code != ABSENT
        )
        found.append(
            item_sums(each.column, cells, cut, key=each.key, right=each.right, multiple=multiple, origin=origin)
        )
    return found
