"""Sums from arrays of responses, hundreds of thousands at a time: what `matrix` gives, for a database's numbers.

With `calibration` the only modules that need numpy.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from questions.analysis.groups import FIFTHS, LOWER, UPPER
from questions.analysis.values import ItemSums, OptionSums

Floats = NDArray[np.float64]
Places = NDArray[np.signedinteger[Any]]
Bools = NDArray[np.bool_]

# Both kinds of groups are counted from bands between the same cuts: 20, 27, 40, 60, 73 and 80 %.
CUTS: Final = tuple(sorted((LOWER, UPPER, *FIFTHS)))
BANDS: Final = len(CUTS) + 1
_LOWER: Final = CUTS.index(LOWER) + 1
_UPPER: Final = CUTS.index(UPPER) + 1
# The five groups begin at these bands.
_FIFTHS: Final = (0, *(CUTS.index(cut) + 1 for cut in FIFTHS))


@dataclass(frozen=True, slots=True)
class Asked:
    """An item that was asked: its options in their order, and those of the key."""

    item: str
    multiple: bool
    options: tuple[str, ...]
    keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Answers:
    """Responses as arrays: the place of the item, whether it is right, the criterion (NaN for none) and its band.

    What was chosen stands apart, since it may be several options or none: for each tick the place of the response,
    in ascending order, and that of the option within its item.
    """

    item: Places
    correct: Bools
    y: Floats
    band: Places
    ticked: Places
    option: Places

    def taken(self, rows: Places, item: Places) -> "Answers":
        """Some of the responses, perhaps several times, as those to other items; ``rows`` are their places."""
        starts = np.searchsorted(self.ticked, np.arange(len(self.item) + 1))
        counts = (starts[1:] - starts[:-1])[rows]
        ticked = np.repeat(np.arange(len(rows)), counts)
        # The place of a tick: where its response's ticks begin, and how many of them came before it.
        before = np.arange(len(ticked)) - np.repeat(np.cumsum(counts) - counts, counts)
        option = self.option[np.repeat(starts[:-1][rows], counts) + before]
        return Answers(item, self.correct[rows], self.y[rows], self.band[rows], ticked, option)


def quantiles(group: Places, values: Floats, groups: int, shares: Sequence[float]) -> Floats:
    """Quantiles of the values of each group, one row a group, NaN where it is empty; see :func:`groups.quantile`."""
    counts = np.bincount(group, minlength=groups)
    if not len(values):
        return np.full((groups, len(shares)), np.nan)
    first = np.cumsum(counts) - counts
    ordered = np.append(values[_together(group)], np.nan)
    # Many short sorts take a fraction of the time of one by two keys.
    for start, count in zip(first.tolist(), counts.tolist(), strict=True):
        ordered[start : start + count].sort()
    place = np.maximum(counts - 1, 0)[:, None] * np.asarray(shares)
    below, above = np.floor(place).astype(np.intp), np.ceil(place).astype(np.intp)
    low, high = ordered[first[:, None] + below], ordered[first[:, None] + above]
    found: Floats = np.where(below == above, low, low + (place - below) * (high - low))
    found[counts == 0] = np.nan
    return found


def _together(group: Places) -> Places | slice:
    """The order in which those of a group stand together: mostly as they are."""
    if (group[1:] >= group[:-1]).all():
        return slice(None)
    return np.argsort(group, kind="stable")


def bands(group: Places, scores: Floats, groups: int) -> Places:
    """Between which cuts of its group each score lies, 0 to 6; -1 where it is NaN. A cut belongs to the band below."""
    known = ~np.isnan(scores)
    group, among = group[known], scores[known]
    cuts = quantiles(group, among, groups, CUTS)
    found = np.full(len(scores), -1)
    found[known] = sum((among > cut[group]).astype(np.int64) for cut in cuts.T.copy())
    return found


def item_sums(asked: Sequence[Asked], answers: Answers) -> list[ItemSums]:
    """The sums of each item."""
    offsets = np.cumsum([0, *(len(each.options) for each in asked)])
    items = _Sums(answers.item, answers, len(asked))
    right = _Sums(answers.item, answers, len(asked), answers.correct)
    option = offsets[answers.item[answers.ticked]] + answers.option
    options = _Sums(option, _at_ticks(answers), int(offsets[-1]))
    omitted = _omitted(answers, len(asked))
    return [
        ItemSums(
            item=each.item,
            multiple=each.multiple,
            n=items.n[place],
            right=right.n[place],
            m=items.m[place],
            right_m=right.m[place],
            sy=items.sy[place],
            syy=items.syy[place],
            sy_right=right.sy[place],
            lower=items.lower[place],
            upper=items.upper[place],
            lower_right=right.lower[place],
            upper_right=right.upper[place],
            groups=tuple(items.groups[place]),
            options=tuple(
                _option(name, options, int(offsets[place]) + number, is_key=name in each.keys)
                for number, name in enumerate(each.options)
            ),
            omitted=omitted[place],
            declared=len(each.options),
        )
        for place, each in enumerate(asked)
    ]


def _option(name: str, sums: "_Sums", place: int, *, is_key: bool) -> OptionSums:
    return OptionSums(
        option=name,
        is_key=is_key,
        n=sums.n[place],
        m=sums.m[place],
        sy=sums.sy[place],
        lower=sums.lower[place],
        upper=sums.upper[place],
        trace=tuple(sums.groups[place]),
    )


def _at_ticks(answers: Answers) -> Answers:
    rows = answers.ticked
    none = np.zeros(0, dtype=np.intp)
    return Answers(answers.item[rows], answers.correct[rows], answers.y[rows], answers.band[rows], none, none)


def _omitted(answers: Answers, items: int) -> list[int]:
    chose = np.zeros(len(answers.item), dtype=bool)
    chose[answers.ticked] = True
    found: list[int] = np.bincount(answers.item[~chose], minlength=items).tolist()
    return found


class _Sums:
    """Counts and sums by key, as plain lists."""

    def __init__(self, key: Places, answers: Answers, keys: int, among: Bools | None = None) -> None:
        y, band = answers.y, answers.band
        if among is not None:
            key, y, band = key[among], y[among], band[among]
        self.n: list[int] = np.bincount(key, minlength=keys).tolist()
        known = ~np.isnan(y)
        key, y, band = key[known], y[known], band[known]
        self.m: list[int] = np.bincount(key, minlength=keys).tolist()
        self.sy: list[float] = np.bincount(key, y, keys).tolist()
        self.syy: list[float] = np.bincount(key, y * y, keys).tolist()
        counts = np.bincount(key * BANDS + band, minlength=keys * BANDS).reshape(keys, BANDS)
        self.lower: list[int] = counts[:, :_LOWER].sum(axis=1).tolist()
        self.upper: list[int] = counts[:, _UPPER:].sum(axis=1).tolist()
        self.groups: list[list[int]] = np.add.reduceat(counts, _FIFTHS, axis=1).tolist()
