"""What the rules say about an item: findings, how grave they are, and in which order people look.

A rule fires when a whole 95 % interval is beyond its limit, and only as far as the number of responses allows. Of the
four rules about what the strong choose, only the gravest is raised for an option. Every number is in
:class:`~questions.analysis.limits.Limits`; their evidence was measured on public response data.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from questions.analysis.limits import Code, Limits
from questions.analysis.rules import ITEM, Family, option_rules
from questions.analysis.sight import ItemSight, of_item, of_option
from questions.analysis.values import ItemStatistic, OptionStatistic
from questions.items.words import Gravity

GRAVITIES: Final = tuple(Gravity)


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that fired: about an option, or about the item where ``option`` is None.

    ``bound`` is how far the correlation that fired is surely beyond its limit (0 for rules about shares), ``values``
    are the numbers seen, as :func:`seen` names them.
    """

    code: Code
    severity: Gravity
    option: str | None
    bound: float
    values: dict[str, float | None] = field(default_factory=dict)


def findings(
    statistic: ItemStatistic,
    limits: Limits | None = None,
    *,
    adaptive: bool = False,
    published_days: int = 0,
    displayed: Mapping[str, int] | None = None,
) -> list[Finding]:
    """What the rules say about one item: about its options in their order, then about the item.

    ``adaptive``: the responses come from adaptive choice, which biases every criterion; no severity above medium then.
    ``displayed`` says how often each option was shown in the ``published_days``; without it no coverage is noted.
    """
    limits, item = limits or Limits(), of_item(statistic)
    found = [
        *(each for option in statistic.options for each in _of_option(statistic, item, option, limits)),
        *_unseen(limits, published_days, displayed or {}),
        *_of_item(statistic, item, limits),
    ]
    return [_capped(each) for each in found] if adaptive else found


def _of_option(statistic: ItemStatistic, item: ItemSight, option: OptionStatistic, limits: Limits) -> Iterator[Finding]:
    about = of_option(statistic, option)
    raised: set[Family] = set()
    for rule in option_rules(multiple=statistic.multiple, is_key=option.is_key):
        if rule.family not in raised and rule.holds(item, about, limits):
            raised.add(rule.family)
            bound, numbers = max(0.0, rule.bound(about)), seen(statistic, option)
            yield Finding(rule.code, limits.severity[rule.code], option.option, bound, numbers)


def _of_item(statistic: ItemStatistic, about: ItemSight, limits: Limits) -> Iterator[Finding]:
    raised: set[Family] = set()
    for rule in ITEM:
        if rule.family not in raised and rule.holds(about, limits):
            raised.add(rule.family)
            yield Finding(rule.code, limits.severity[rule.code], None, max(0.0, rule.bound(about)), seen(statistic))


def _unseen(limits: Limits, published_days: int, displayed: Mapping[str, int]) -> Iterator[Finding]:
    if published_days < limits.unseen_days:
        return
    for option, times in displayed.items():
        if times < limits.unseen_times:
            numbers: dict[str, float | None] = {"displayed": times, "days": published_days}
            yield Finding(Code.NEVER_SEEN, limits.severity[Code.NEVER_SEEN], option, 0.0, numbers)


def seen(statistic: ItemStatistic, option: OptionStatistic | None = None) -> dict[str, float | None]:
    """The numbers that a finding rests on, under names that stay."""
    numbers = {"n": statistic.n, "m": statistic.m, "right": statistic.right, "p": statistic.p, "r_key": statistic.r}
    if option is None:
        return numbers | {"guess": statistic.guess}
    return numbers | {
        "chosen": option.n,
        "rate": option.rate,
        "r": option.r,
        "r_contrast": option.contrast,
        "upper_option": option.upper_n,
        "upper_key": sum(key.upper_n for key in statistic.keys),
    }


def still_holds(code: Code, statistic: ItemStatistic, option: str | None, limits: Limits | None = None) -> bool:
    """Whether a rule that fired once is still met by the estimates, whatever their uncertainty.

    A flag closes by itself once this is false in two runs. Coverage (``NEVER_SEEN``) is not told by a statistic.
    """
    limits = limits or Limits()
    item = of_item(statistic, estimates=True)
    if option is None:
        return any(rule.holds(item, limits) for rule in ITEM if rule.code is code)
    about = statistic.option(option)
    if about is None:
        return False
    sight = of_option(statistic, about, estimates=True)
    rules = option_rules(multiple=statistic.multiple, is_key=about.is_key)
    return any(rule.holds(item, sight, limits) for rule in rules if rule.code is code)


def _capped(finding: Finding) -> Finding:
    if GRAVITIES.index(finding.severity) >= GRAVITIES.index(Gravity.MEDIUM):
        return finding
    return replace(finding, severity=Gravity.MEDIUM)


def grouped(found: Iterable[Finding], limits: Limits | None = None) -> list[Finding]:
    """The findings of one item as its place in the queue weighs them: dead options together are of medium severity.

    One dead option is common and does little harm. Two or more make another question of it, unless it is so easy that
    hardly anybody is left to take them.
    """
    limits, found = limits or Limits(), list(found)
    dead = [each for each in found if each.code in limits.dead]
    if len(dead) < limits.dead_together or (dead[0].values["p"] or 0.0) >= limits.dead_p:
        return found
    return [replace(each, severity=Gravity.MEDIUM) if each.code in limits.dead else each for each in found]


def weight(finding: Finding, limits: Limits | None = None) -> int:
    """How much a finding weighs in the queue, by its code and severity."""
    limits = limits or Limits()
    full = limits.weight[finding.code]
    if finding.severity is limits.severity[finding.code]:
        return full
    return limits.raised_weight.get(finding.code, min(full, limits.capped_weight))


def rank(found: Iterable[Finding], *, exposures: int = 0, limits: Limits | None = None) -> float:
    """The place of an item in the queue: its gravest finding, more for sure effects and for items met often.

    ``exposures`` are those of the last 30 days. 0 where nothing was found.
    """
    limits = limits or Limits()
    sure = [
        weight(each, limits) + limits.bound_weight * min(1.0, each.bound / limits.bound_full)
        for each in grouped(found, limits)
    ]
    return max(sure) + limits.exposure_weight * min(1.0, exposures / limits.exposure_full) if sure else 0.0
