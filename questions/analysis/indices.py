"""Single indices from sums: small pure functions, each with its source. None where there is nothing to say."""

from math import atanh, isfinite, sqrt, tanh
from typing import Final

from questions.items.proportion import Z95, Interval

# Below this share of Σy², what is left as the variance is the rounding of sums.
ROUNDING: Final = 1e-13
# Fisher's transformation takes three observations away.
FISHER_LEAST: Final = 4


def share(part: float, whole: float) -> float | None:
    """``part / whole``, or None where the whole is nothing."""
    return part / whole if whole else None


def difference(one: float | None, other: float | None) -> float | None:
    """``one - other``, or None where one of them cannot be said."""
    return None if one is None or other is None else one - other


def bernoulli_sd(right: int, n: int) -> float | None:
    """Standard deviation (n - 1) of a 0/1 score with ``right`` ones; None below two."""
    return sqrt(right * (n - right) / (n * (n - 1))) if n > 1 else None


def spread(n: int, sy: float, syy: float) -> float:
    """``n Σy² - (Σy)²``, which is n² times the variance; 0 where only the rounding of the sums is left."""
    left = n * syy - sy * sy
    return left if left > ROUNDING * n * syy else 0.0


def point_biserial(n: int, sy: float, syy: float, chosen: int, sy_chosen: float) -> float | None:
    """Correlation of a 0/1 indicator with y, from the sums over all and over the ``chosen``.

    The part-whole correction is in y, from which the item's own score is left out. Source: Henrysson, Correction of
    item-total correlations in item analysis, Psychometrika 28 (1963) 211-218.
    """
    return _correlation(n * sy_chosen - chosen * sy, spread(n, sy, syy), chosen * (n - chosen))


def contrast(n: int, sy: float, syy: float, *, option: int, sy_option: float, key: int, sy_key: float) -> float | None:
    """Correlation of ``1[option] - 1[key]`` with y: above 0, taking the option instead of the key goes with ability.

    The indicator is 1 for choosers of the option, -1 for those of the key, 0 for all others.
    """
    more = option - key
    return _correlation(n * (sy_option - sy_key) - more * sy, spread(n, sy, syy), n * (option + key) - more * more)


def _correlation(covariance: float, one: float, other: float) -> float | None:
    if one <= 0 or other <= 0:
        return None
    r = covariance / (sqrt(one) * sqrt(other))
    return max(-1.0, min(1.0, r)) if isfinite(r) else None


def fisher(r: float | None, n: int, *, z: float = Z95) -> Interval | None:
    """Interval of a correlation over ``n`` pairs, by the inverse hyperbolic tangent; None below four pairs.

    Source: Fisher, On the probable error of a coefficient of correlation, Metron 1 (1921) 3-32.
    """
    if r is None or n < FISHER_LEAST:
        return None
    if abs(r) >= 1:
        return Interval(r, r)
    centre, half = atanh(r), z / sqrt(n - 3)
    return Interval(min(r, tanh(centre - half)), max(r, tanh(centre + half)))


def guess_rate(options: int, *, multiple: bool) -> float | None:
    """What blind guessing scores: one of k, or one of the sets that are not empty; None below two options."""
    if options < 2:  # noqa: PLR2004 - one option is no choice
        return None
    return 1 / (2**options - 1) if multiple else 1 / options
