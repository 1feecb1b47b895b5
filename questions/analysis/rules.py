"""The rules themselves, gravest first: one predicate each, over ranges.

Over whole intervals it says whether the rule fires; over bare estimates, whether a flag raised earlier still holds. A
new rule gets a code and numbers in ``limits.py``, a line here and its words in ``evidence.py``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from questions.analysis.limits import Code, Limits
from questions.analysis.sight import ItemSight, OptionSight


class Family(StrEnum):
    """Of one family only the first rule that holds is raised."""

    STRONG = "strong"
    DEAD = "dead"
    KEY = "key"
    EASE = "ease"


@dataclass(frozen=True, slots=True)
class OptionRule:
    """A rule about an option; ``bound`` is how far its correlation is surely beyond the limit."""

    code: Code
    family: Family
    holds: Callable[[ItemSight, OptionSight, Limits], bool]
    bound: Callable[[OptionSight], float] = lambda _: 0.0


@dataclass(frozen=True, slots=True)
class ItemRule:
    """A rule about an item; ``bound`` as for options."""

    code: Code
    family: Family
    holds: Callable[[ItemSight, Limits], bool]
    bound: Callable[[ItemSight], float] = lambda _: 0.0


def _judged(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    """Whether there are enough responses for a correlation of this option."""
    return item.m >= limits.strong_least and option.chosen_m >= limits.choosers_least


def _miskey(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return (
        _judged(item, option, limits)
        and option.contrast.low > limits.zero
        and option.takers >= limits.miskey_upper_least
        and option.preference.low > limits.prefers
    )


def _beats(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return _judged(item, option, limits) and (
        option.contrast.low > limits.zero or (option.preference.low > limits.prefers and option.r.low > limits.zero)
    )


def _attracts(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return _judged(item, option, limits) and option.r.low > limits.zero


def _ambiguous(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    """A good part of the strong take it, and it cannot be excluded that it draws them."""
    return (
        _judged(item, option, limits)
        and option.takers >= limits.ambiguous_upper_least
        and option.preference.low >= limits.ambiguous
        and option.possible.high > limits.zero
    )


def _rare(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return item.n >= limits.rate_least and option.rate.high < limits.dead_rate


def _never(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return option.chosen == 0 and _rare(item, option, limits)


def _repels(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    return _judged(item, option, limits) and option.r.high < limits.zero


def _missed(item: ItemSight, option: OptionSight, limits: Limits) -> bool:
    enough = item.n >= limits.rate_least
    return enough and option.rate.high < limits.missed_rate and item.p.high < limits.missed_p


def _key_below(item: ItemSight, limit: float, limits: Limits) -> bool:
    return item.m >= limits.strong_least and item.right_m >= limits.choosers_least and item.r.high < limit


def _rises(option: OptionSight) -> float:
    return max(option.contrast.low, option.r.low)


_DEAD: Final = (
    OptionRule(Code.NEVER_CHOSEN, Family.DEAD, _never),
    OptionRule(Code.NON_FUNCTIONING, Family.DEAD, _rare),
)
# For distractors of single choice.
SINGLE: Final = (
    OptionRule(Code.POSSIBLE_MISKEY, Family.STRONG, _miskey, lambda option: option.contrast.low),
    OptionRule(Code.BEATS_KEY, Family.STRONG, _beats, _rises),
    OptionRule(Code.ATTRACTS_STRONG, Family.STRONG, _attracts, lambda option: option.r.low),
    OptionRule(Code.AMBIGUOUS_WITH_KEY, Family.STRONG, _ambiguous),
    *_DEAD,
)
# For distractors and for parts of the key where several options are to be ticked: they do not compete with the key.
MULTIPLE: Final = (
    OptionRule(Code.ATTRACTS_STRONG, Family.STRONG, _attracts, lambda option: option.r.low),
    *_DEAD,
)
KEY_PARTS: Final = (
    OptionRule(Code.KEY_PART_NEGATIVE, Family.STRONG, _repels, lambda option: -option.r.high),
    OptionRule(Code.KEY_PART_MISSED, Family.DEAD, _missed),
)
ITEM: Final = (
    ItemRule(
        Code.KEY_NEGATIVE,
        Family.KEY,
        lambda item, limits: _key_below(item, limits.zero, limits),
        lambda item: -item.r.high,
    ),
    ItemRule(Code.KEY_LOW, Family.KEY, lambda item, limits: _key_below(item, limits.key_low, limits)),
    ItemRule(
        Code.BELOW_CHANCE, Family.EASE, lambda item, limits: item.n >= limits.rate_least and item.p.high < item.guess
    ),
    ItemRule(
        Code.TOO_EASY, Family.EASE, lambda item, limits: item.n >= limits.rate_least and item.p.low > limits.too_easy
    ),
)


def option_rules(*, multiple: bool, is_key: bool) -> tuple[OptionRule, ...]:
    """The rules for an option, in the order in which they are tried."""
    if is_key:
        return KEY_PARTS if multiple else ()
    return MULTIPLE if multiple else SINGLE
