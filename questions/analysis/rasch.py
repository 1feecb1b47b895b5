"""Rasch difficulties that need no abilities: conditional maximum likelihood, as a check of the calibration."""

from collections import Counter
from collections.abc import Sequence
from math import exp, fsum, log
from typing import Final

STEPS: Final = 200
ENOUGH: Final = 1e-10


def difficulties(scores: Sequence[Sequence[int]]) -> list[float]:
    """The difficulty of each item in logits, adding up to 0, from complete 0/1 scores, one row a learner.

    Whoever has all or nothing right says nothing about items. Raises ValueError where nobody is left, or where an item
    is always or never right among those who are: its difficulty is infinite. Source: Andersen, The numerical solution
    of a set of conditional estimation equations, JRSS B 34 (1972) 42-54.
    """
    k = len(scores[0]) if scores else 0
    rows = [row for row in scores if 0 < sum(row) < k]
    right = [sum(row[item] for row in rows) for item in range(k)]
    if not rows or not all(0 < each < len(rows) for each in right):
        message = "an item that is always or never right has no difficulty"
        raise ValueError(message)
    by_total = Counter(map(sum, rows))
    ease = [1.0] * k
    for _ in range(STEPS):
        expected = _expected(ease, by_total)
        ratios = [each / expect for each, expect in zip(right, expected, strict=True)]
        ease = _scaled([one * ratio for one, ratio in zip(ease, ratios, strict=True)])
        if max(abs(ratio - 1) for ratio in ratios) < ENOUGH:
            break
    return [-log(each) for each in ease]


def _expected(ease: list[float], by_total: Counter[int]) -> list[float]:
    """How often each item would be right, given the learners' totals."""
    every = symmetric(ease)
    expected = []
    for item, own in enumerate(ease):
        others = symmetric(ease[:item] + ease[item + 1 :])
        expected.append(fsum(count * own * others[total - 1] / every[total] for total, count in by_total.items()))
    return expected


def symmetric(values: Sequence[float]) -> list[float]:
    """The elementary symmetric functions of all orders: sums over subsets of the products of their members."""
    sums = [1.0]
    for value in values:
        sums = [one + value * before for one, before in zip([*sums, 0.0], [0.0, *sums], strict=True)]
    return sums


def _scaled(ease: list[float]) -> list[float]:
    """The same eases with logarithms that add up to 0."""
    centre = exp(fsum(map(log, ease)) / len(ease))
    return [each / centre for each in ease]
