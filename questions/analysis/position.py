"""Whether the place of an option matters: for guessers over a whole bank, and for the key of one item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, fsum, log, pi, sqrt
from typing import Final

from questions.analysis.indices import share

# A pattern is reported when chance makes it in fewer than one of a hundred cases, and when it is large.
SIGNIFICANT: Final = 0.01
SURPLUS: Final = 0.05
SPREAD: Final = 0.10
CELL_LEAST: Final = 50


@dataclass(frozen=True, slots=True)
class Places:
    """Counts by place (first shown is 0), chi-square with its p-value, and whether the pattern is worth a report."""

    counts: tuple[int, ...]
    rates: tuple[float | None, ...]
    chi_square: float | None
    p_value: float | None
    notable: bool


def wrong_places(counts: Sequence[int]) -> Places:
    """Places chosen among wrong answers to shuffled options: they should be alike.

    Notable where chance does not explain it and the largest share exceeds 1/k by .05. Only answers to items of one
    number of options belong together.
    """
    total, k = sum(counts), len(counts)
    rates = tuple(share(count, total) for count in counts)
    if not total or k < 2:  # noqa: PLR2004 - one place is no choice
        return Places(tuple(counts), rates, None, None, notable=False)
    expected = total / k
    chi_square = fsum((count - expected) ** 2 / expected for count in counts)
    p_value = chi_square_tail(chi_square, k - 1)
    large = max(counts) / total > 1 / k + SURPLUS
    return Places(tuple(counts), rates, chi_square, p_value, notable=p_value < SIGNIFICANT and large)


def key_places(cells: Mapping[int, tuple[int, int]]) -> Places:
    """Facility by the place of the key: place to (right, answers), for one item whose options are shuffled.

    Notable where facilities differ by .10 beyond chance, each over at least 50 answers.
    """
    ordered = [cells[place] for place in sorted(cells)]
    counts = tuple(n for _, n in ordered)
    rates = tuple(share(right, n) for right, n in ordered)
    filled = [(right, n) for right, n in ordered if n]
    right, total = sum(right for right, _ in filled), sum(counts)
    if len(filled) < 2 or not 0 < right < total:  # noqa: PLR2004 - nothing to compare
        return Places(counts, rates, None, None, notable=False)
    p = right / total
    chi_square = fsum((hit - n * p) ** 2 / (n * p * (1 - p)) for hit, n in filled)
    p_value = chi_square_tail(chi_square, len(filled) - 1)
    facilities = [hit / n for hit, n in filled]
    large = max(facilities) - min(facilities) >= SPREAD and min(counts) >= CELL_LEAST
    return Places(counts, rates, chi_square, p_value, notable=p_value < SIGNIFICANT and large)


def chi_square_tail(value: float, freedom: int) -> float:
    """The probability of at least this chi-square with so many degrees of freedom, 1 or more.

    The closed sums for whole degrees. Source: Abramowitz & Stegun, Handbook of Mathematical Functions, 26.4.4-26.4.5.
    """
    if value <= 0:
        return 1.0
    half = value / 2
    if freedom % 2:
        tail, term, start = erfc(sqrt(half)), exp(-half + log(half) / 2) * 2 / sqrt(pi), 1.5
    else:
        tail, term, start = exp(-half), half * exp(-half), 2.0
    for step in range((freedom - 1) // 2):
        tail += term
        term *= half / (start + step)
    return min(1.0, tail)
