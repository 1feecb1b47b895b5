"""The names of the rules and every number they use."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from questions.items.words import Gravity


class Code(StrEnum):
    """The rules, gravest first; the values are stored and exported."""

    POSSIBLE_MISKEY = "POSSIBLE_MISKEY"
    KEY_NEGATIVE = "KEY_NEGATIVE"
    KEY_PART_NEGATIVE = "KEY_PART_NEGATIVE"
    BEATS_KEY = "BEATS_KEY"
    ATTRACTS_STRONG = "ATTRACTS_STRONG"
    BELOW_CHANCE = "BELOW_CHANCE"
    AMBIGUOUS_WITH_KEY = "AMBIGUOUS_WITH_KEY"
    KEY_LOW = "KEY_LOW"
    KEY_PART_MISSED = "KEY_PART_MISSED"
    NEVER_CHOSEN = "NEVER_CHOSEN"
    NON_FUNCTIONING = "NON_FUNCTIONING"
    TOO_EASY = "TOO_EASY"
    NEVER_SEEN = "NEVER_SEEN"


SEVERITY: Final[Mapping[Code, Gravity]] = MappingProxyType(
    {
        Code.POSSIBLE_MISKEY: Gravity.CRITICAL,
        Code.KEY_NEGATIVE: Gravity.CRITICAL,
        Code.KEY_PART_NEGATIVE: Gravity.CRITICAL,
        Code.BEATS_KEY: Gravity.HIGH,
        Code.ATTRACTS_STRONG: Gravity.HIGH,
        Code.BELOW_CHANCE: Gravity.HIGH,
        Code.AMBIGUOUS_WITH_KEY: Gravity.MEDIUM,
        Code.KEY_LOW: Gravity.MEDIUM,
        Code.KEY_PART_MISSED: Gravity.MEDIUM,
        Code.NEVER_CHOSEN: Gravity.LOW,
        Code.NON_FUNCTIONING: Gravity.LOW,
        Code.TOO_EASY: Gravity.INFO,
        Code.NEVER_SEEN: Gravity.INFO,
    }
)
WEIGHT: Final[Mapping[Code, int]] = MappingProxyType(
    {
        Code.POSSIBLE_MISKEY: 100,
        Code.KEY_NEGATIVE: 90,
        Code.KEY_PART_NEGATIVE: 90,
        Code.BEATS_KEY: 80,
        Code.ATTRACTS_STRONG: 70,
        Code.BELOW_CHANCE: 60,
        Code.AMBIGUOUS_WITH_KEY: 50,
        Code.KEY_LOW: 40,
        Code.KEY_PART_MISSED: 40,
        Code.NEVER_CHOSEN: 25,
        Code.NON_FUNCTIONING: 20,
        Code.TOO_EASY: 5,
        Code.NEVER_SEEN: 5,
    }
)
RAISED_WEIGHT: Final[Mapping[Code, int]] = MappingProxyType({Code.NON_FUNCTIONING: 35, Code.NEVER_CHOSEN: 40})


@dataclass(frozen=True, slots=True)
class Limits:
    """Every number of the rules; the defaults were measured, see each rule."""

    # Responses for rules about shares, and responses with a criterion for those about correlations.
    rate_least: int = 50
    strong_least: int = 100
    # Choosers without whom no correlation of an option is judged.
    choosers_least: int = 10
    # Those of the upper group who chose the option or the key, for a miskey and for an ambiguous option.
    miskey_upper_least: int = 10
    ambiguous_upper_least: int = 20
    # The option's share among them.
    prefers: float = 0.5
    ambiguous: float = 0.25
    # Correlations beyond which an option or a key is at fault.
    zero: float = 0.0
    key_low: float = 0.10
    # A distractor taken by fewer does no work; a part of the key ticked by fewer is missed, where p is low.
    dead_rate: float = 0.05
    missed_rate: float = 0.20
    missed_p: float = 0.50
    too_easy: float = 0.95
    # Dead options of one item that weigh as medium together, below this facility.
    dead: frozenset[Code] = frozenset({Code.NON_FUNCTIONING, Code.NEVER_CHOSEN})
    dead_together: int = 2
    dead_p: float = 0.85
    # Never seen: published this long and shown less often.
    unseen_days: int = 30
    unseen_times: int = 30
    # The rank: weight by code, up to so much more for the bound and for the exposures of 30 days.
    severity: Mapping[Code, Gravity] = field(default_factory=lambda: SEVERITY)
    weight: Mapping[Code, int] = field(default_factory=lambda: WEIGHT)
    raised_weight: Mapping[Code, int] = field(default_factory=lambda: RAISED_WEIGHT)
    capped_weight: int = 50
    bound_weight: float = 10.0
    bound_full: float = 0.2
    exposure_weight: float = 5.0
    exposure_full: int = 200
