"""Groups of learners by a score: the strongest and the weakest 27 %, and five groups for a trace."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

LOWER: Final = 0.27
UPPER: Final = 0.73
FIFTHS: Final = (0.2, 0.4, 0.6, 0.8)


@dataclass(frozen=True, slots=True)
class Cuts:
    """Where the groups end; ties with an end belong to the group below it."""

    lower: float
    upper: float
    fifths: tuple[float, ...]

    def is_lower(self, score: float) -> bool:
        """Among the weakest 27 %."""
        return score <= self.lower

    def is_upper(self, score: float) -> bool:
        """Among the strongest 27 %, strictly above the cut."""
        return score > self.upper

    def fifth(self, score: float) -> int:
        """0 for the weakest group to 4 for the strongest."""
        return sum(score > cut for cut in self.fifths)


def cuts(scores: Sequence[float]) -> Cuts:
    """The cuts of these scores, of which there must be one at least.

    Kelley, The selection of upper and lower groups for the validation of test items, Journal of Educational Psychology
    30 (1939) 17-24, for the 27 %.
    """
    ordered = sorted(scores)
    return Cuts(quantile(ordered, LOWER), quantile(ordered, UPPER), tuple(quantile(ordered, cut) for cut in FIFTHS))


def quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile of scores in ascending order, between neighbours by the line.

    R's type 7, computed as PostgreSQL's ``percentile_cont`` does, so that both cut at the same place.
    """
    place = share * (len(ordered) - 1)
    below, above = floor(place), ceil(place)
    if below == above:
        return ordered[below]
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
