"""Shares with their uncertainty."""

from dataclasses import dataclass
from math import sqrt
from typing import Final

# The normal distribution's 97.5 % point, for an interval of 95 %.
Z95: Final = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval of shares, 0 to 1."""

    low: float
    high: float

    def __contains__(self, share: float) -> bool:
        return self.low <= share <= self.high


def wilson(hits: float, n: int, *, z: float = Z95) -> Interval:
    """Wilson's score interval of the share ``hits / n``; the whole range where there is no observation.

    ``hits`` may be a fraction where ties are shared out. Raises ValueError unless ``0 <= hits <= n``.
    Source: Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927) 209-212.
    """
    if not 0 <= hits <= n:
        message = f"{hits} of {n} is no share"
        raise ValueError(message)
    if n == 0:
        return Interval(0.0, 1.0)
    share, spread = hits / n, z * z / n
    centre = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * sqrt(share * (1 - share) / n + spread / (4 * n))
    # None and all belong to their intervals, whatever rounding says.
    return Interval(max(0.0, centre - half) if hits else 0.0, min(1.0, centre + half) if hits < n else 1.0)
