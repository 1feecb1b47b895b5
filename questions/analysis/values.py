"""What goes in and what comes out: sums over the counted responses of one item, and what they say.

Sums may come from a matrix in memory or from one grouped SQL query. The criterion *y* is how able a learner is
elsewhere: rest score or leave-one-out ability, never with the item itself in it. ``n`` counts all responses, ``m``
those that have a criterion. Rates are shares, 0 to 1; what cannot be said is None, never NaN.
"""

from dataclasses import dataclass
from enum import StrEnum

from questions.items.proportion import Interval


class Stage(StrEnum):
    """How far the responses go: counts only, statistics with caution, or all of it."""

    COLLECTING = "collecting"
    PROVISIONAL = "provisional"
    REPORTABLE = "reportable"


@dataclass(frozen=True, slots=True)
class OptionSums:
    """One option: ``n`` chose (ticked) it, ``m`` of them have a criterion, whose sum over them is ``sy``.

    ``lower`` and ``upper`` are its choosers in the groups of 27 %, ``trace`` those in the five groups, weakest first.
    """

    option: str
    is_key: bool
    n: int
    m: int
    sy: float
    lower: int
    upper: int
    trace: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ItemSums:
    """One item: responses, those that are right, the sums of *y* and *y*² over the ``m`` with a criterion.

    ``lower``, ``upper`` and ``groups`` are the sizes of the groups of 27 % and of the five; ``omitted`` responses are
    among ``n`` and wrong. ``declared`` is how many options the item has, where options nobody chose are not listed.
    To keep digits, *y* may be taken from any origin near its mean: then ``origin`` says which.
    """

    item: str
    multiple: bool
    n: int
    right: int
    m: int
    right_m: int
    sy: float
    syy: float
    sy_right: float
    lower: int
    upper: int
    lower_right: int
    upper_right: int
    groups: tuple[int, ...]
    options: tuple[OptionSums, ...]
    omitted: int = 0
    declared: int | None = None
    origin: float = 0.0


@dataclass(frozen=True, slots=True)
class OptionStatistic:
    """What responses say about one option; intervals are of 95 %.

    ``n`` and ``m`` as in the sums; ``rate`` is over all responses, ``of_wrong`` over the wrong ones (single choice).
    ``r`` is the correlation of choosing it with the criterion, ``contrast`` that of choosing it instead of the key,
    ``preference`` its share among those of the upper group who chose it or the key; the latter two for distractors of
    single choice. ``lower`` and ``upper`` are shares within the groups of 27 %, ``lower_n`` and ``upper_n`` the counts,
    ``d27`` the difference of the shares. ``trace`` are shares within the five groups, None where a group is small.
    ``functioning`` is about distractors: chosen often enough, and less by the strong.
    """

    option: str
    is_key: bool
    n: int
    m: int
    rate: float | None
    rate_interval: Interval
    of_wrong: float | None
    r: float | None
    r_interval: Interval | None
    mean: float | None
    lower_n: int
    upper_n: int
    lower: float | None
    upper: float | None
    d27: float | None
    contrast: float | None
    contrast_interval: Interval | None
    preference: float | None
    preference_interval: Interval | None
    functioning: bool | None
    trace: tuple[float | None, ...]
    trace_n: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ItemStatistic:
    """What responses say about one item; intervals are of 95 %.

    ``right_m`` of the right ones have a criterion. ``p`` is the share that is right, ``sd`` the standard deviation of
    the 0/1 score (n - 1), ``r`` the correlation of being right with the criterion, whose mean over the ``m`` is
    ``mean``. ``lower`` and ``upper`` are the sizes of the groups of 27 %, ``lower_right`` and ``upper_right`` how many
    there are right. ``efficiency`` is the share of the distractors that function, ``guess`` what somebody scores who
    knows nothing, ``declared`` the number of options.
    """

    item: str
    multiple: bool
    stage: Stage
    n: int
    m: int
    omitted: int
    right: int
    right_m: int
    p: float | None
    p_interval: Interval
    sd: float | None
    r: float | None
    r_interval: Interval | None
    mean: float | None
    d27: float | None
    lower: int
    upper: int
    lower_right: int
    upper_right: int
    groups: tuple[int, ...]
    efficiency: float | None
    guess: float | None
    declared: int
    options: tuple[OptionStatistic, ...]

    @property
    def keys(self) -> tuple[OptionStatistic, ...]:
        """The options of the key."""
        return tuple(option for option in self.options if option.is_key)

    @property
    def distractors(self) -> tuple[OptionStatistic, ...]:
        """The options that are not of the key."""
        return tuple(option for option in self.options if not option.is_key)

    def option(self, name: str) -> OptionStatistic | None:
        """The option of this name."""
        return next((option for option in self.options if option.option == name), None)
