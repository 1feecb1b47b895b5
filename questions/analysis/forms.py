"""A fixed form as a whole: how learners' totals spread, and how far they can be trusted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt

from questions.analysis.values import ItemSums


@dataclass(frozen=True, slots=True)
class FormStatistic:
    """Totals of ``n`` learners on ``k`` items: mean, standard deviation (n - 1), and their shape by k-statistics.

    ``alpha`` is the reliability, ``sem`` the standard error of a total in points. None where a variance is 0 or there
    are too few learners or items.
    """

    n: int
    k: int
    mean: float | None
    sd: float | None
    skewness: float | None
    kurtosis: float | None
    alpha: float | None
    sem: float | None


def fixed_form(items: Iterable[ItemSums], totals: Sequence[float]) -> FormStatistic:
    """The statistics of a form that everybody was shown whole, items scored 0 or 1."""
    variances = [each.right * (each.n - each.right) / (each.n * (each.n - 1)) for each in items if each.n > 1]
    return describe_form(variances, totals)


def describe_form(variances: Sequence[float], totals: Sequence[float]) -> FormStatistic:
    """The same from the items' variances (n - 1), for scores of any kind."""
    n, k = len(totals), len(variances)
    mean = fsum(totals) / n if n else None
    shape = _Shape.of(totals, mean or 0.0)
    alpha = reliability(variances, shape.variance)
    sd = None if shape.variance is None else sqrt(shape.variance)
    sem = None if alpha is None or sd is None else sd * sqrt(max(0.0, 1 - alpha))
    return FormStatistic(n, k, mean, sd, shape.skewness, shape.kurtosis, alpha, sem)


def reliability(variances: Sequence[float], of_totals: float | None) -> float | None:
    """Cronbach's alpha, for items scored 0 or 1 the same as KR-20; may be negative. None where totals do not vary.

    Sources: Kuder & Richardson, Psychometrika 2 (1937) 151-160; Cronbach, Psychometrika 16 (1951) 297-334.
    """
    k = len(variances)
    if k < 2 or not of_totals:  # noqa: PLR2004 - one item has nothing to agree with
        return None
    return k / (k - 1) * (1 - fsum(variances) / of_totals)


@dataclass(frozen=True, slots=True)
class _Shape:
    variance: float | None
    skewness: float | None
    kurtosis: float | None

    @classmethod
    def of(cls, scores: Sequence[float], mean: float) -> "_Shape":
        """Skewness k3 / k2^1.5 and kurtosis k4 / k2² by Fisher's k-statistics, as Moodle reports them."""
        n = len(scores)
        second, third, fourth = (fsum((score - mean) ** power for score in scores) / max(n, 1) for power in (2, 3, 4))
        if n < 2:  # noqa: PLR2004 - no spread without two
            return cls(None, None, None)
        k2 = n * second / (n - 1)
        skewness = kurtosis = None
        if k2 > 0 and n > 2:  # noqa: PLR2004 - the divisors below
            skewness = n * n * third / ((n - 1) * (n - 2)) / k2**1.5
        if k2 > 0 and n > 3:  # noqa: PLR2004
            k4 = n * n * ((n + 1) * fourth - 3 * (n - 1) * second**2) / ((n - 1) * (n - 2) * (n - 3))
            kurtosis = k4 / k2**2
        return cls(k2, skewness, kurtosis)
