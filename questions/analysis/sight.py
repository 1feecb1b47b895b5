"""What a rule sees of an item and perhaps one of its options: ranges, so that one predicate serves twice."""

from dataclasses import dataclass
from typing import Final

from questions.analysis.values import ItemStatistic, OptionStatistic
from questions.items.proportion import Interval

# In place of what cannot be said: surely above nothing, surely below nothing.
UNKNOWN: Final = Interval(float("-inf"), float("inf"))


@dataclass(frozen=True, slots=True)
class ItemSight:
    """An item: responses, those with a criterion, the right ones among these, what guessing scores, and ranges."""

    n: int
    m: int
    right_m: int
    guess: float
    p: Interval
    r: Interval


@dataclass(frozen=True, slots=True)
class OptionSight:
    """An option: ``takers`` are those of the upper group who chose it or the key; and ranges.

    ``possible`` is the whole interval of r even where the rest are estimates.
    """

    chosen: int
    chosen_m: int
    takers: int
    rate: Interval
    r: Interval
    possible: Interval
    contrast: Interval
    preference: Interval


def of_item(statistic: ItemStatistic, *, estimates: bool = False) -> ItemSight:
    """The item's whole intervals, or only its ``estimates``."""
    return ItemSight(
        n=statistic.n,
        m=statistic.m,
        right_m=statistic.right_m,
        guess=statistic.guess or 0.0,
        p=_range(statistic.p, statistic.p_interval, estimates=estimates),
        r=_range(statistic.r, statistic.r_interval, estimates=estimates),
    )


def of_option(statistic: ItemStatistic, option: OptionStatistic, *, estimates: bool = False) -> OptionSight:
    """The option's whole intervals, or only its ``estimates``."""
    return OptionSight(
        chosen=option.n,
        chosen_m=option.m,
        takers=option.upper_n + sum(key.upper_n for key in statistic.keys),
        rate=_range(option.rate, option.rate_interval, estimates=estimates),
        r=_range(option.r, option.r_interval, estimates=estimates),
        possible=_range(option.r, option.r_interval, estimates=False),
        contrast=_range(option.contrast, option.contrast_interval, estimates=estimates),
        preference=_range(option.preference, option.preference_interval, estimates=estimates),
    )


def _range(value: float | None, interval: Interval | None, *, estimates: bool) -> Interval:
    if value is None or interval is None:
        return UNKNOWN
    return Interval(value, value) if estimates else interval
