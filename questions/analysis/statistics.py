"""From sums to statistics: everything that is said about an item and its options, with its uncertainty."""

from typing import Final

from questions.analysis.indices import (
    bernoulli_sd,
    contrast,
    difference,
    fisher,
    guess_rate,
    point_biserial,
    share,
)
from questions.analysis.values import ItemStatistic, ItemSums, OptionStatistic, OptionSums, Stage
from questions.items.proportion import wilson

# Responses from which statistics are shown, with caution, and from which they are reported.
PROVISIONAL: Final = 30
REPORTABLE: Final = 100
# A distractor works when at least this share takes it and the strong less than the weak.
# Source: Tarrant, Ware & Mohammed, BMC Medical Education 9:40 (2009).
FUNCTIONING: Final = 0.05
# A trace hides groups that are smaller.
TRACE_LEAST: Final = 10


def describe(sums: ItemSums) -> ItemStatistic:
    """All statistics of one item; those that its sums do not allow are None."""
    r = point_biserial(sums.m, sums.sy, sums.syy, sums.right_m, sums.sy_right)
    key = _key(sums)
    options = tuple(_option(each, sums, key) for each in sums.options)
    declared = max(len(options), sums.declared or 0)
    return ItemStatistic(
        item=sums.item,
        multiple=sums.multiple,
        stage=stage(sums.n),
        n=sums.n,
        m=sums.m,
        omitted=sums.omitted,
        right=sums.right,
        right_m=sums.right_m,
        p=share(sums.right, sums.n),
        p_interval=wilson(sums.right, sums.n),
        sd=bernoulli_sd(sums.right, sums.n),
        r=r,
        r_interval=fisher(r, sums.m),
        mean=_mean(sums.sy, sums.m, sums.origin),
        d27=difference(share(sums.upper_right, sums.upper), share(sums.lower_right, sums.lower)),
        lower=sums.lower,
        upper=sums.upper,
        lower_right=sums.lower_right,
        upper_right=sums.upper_right,
        groups=sums.groups,
        efficiency=_efficiency(options, declared),
        guess=guess_rate(declared, multiple=sums.multiple),
        declared=declared,
        options=options,
    )


def stage(n: int) -> Stage:
    """What may be said after ``n`` responses."""
    if n < PROVISIONAL:
        return Stage.COLLECTING
    return Stage.PROVISIONAL if n < REPORTABLE else Stage.REPORTABLE


def _option(sums: OptionSums, item: ItemSums, key: OptionSums) -> OptionStatistic:
    rate = share(sums.n, item.n)
    r = point_biserial(item.m, item.sy, item.syy, sums.m, sums.sy)
    lower, upper = share(sums.lower, item.lower), share(sums.upper, item.upper)
    rivals = not sums.is_key and not item.multiple
    against = _contrast(sums, item, key) if rivals else None
    takers = sums.upper + key.upper
    return OptionStatistic(
        option=sums.option,
        is_key=sums.is_key,
        n=sums.n,
        m=sums.m,
        rate=rate,
        rate_interval=wilson(sums.n, item.n),
        of_wrong=share(sums.n, item.n - item.right) if rivals else None,
        r=r,
        r_interval=fisher(r, item.m),
        mean=_mean(sums.sy, sums.m, item.origin),
        lower_n=sums.lower,
        upper_n=sums.upper,
        lower=lower,
        upper=upper,
        d27=difference(upper, lower),
        contrast=against,
        contrast_interval=fisher(against, item.m),
        preference=share(sums.upper, takers) if rivals else None,
        preference_interval=wilson(sums.upper, takers) if rivals and takers else None,
        functioning=None if sums.is_key else _functioning(rate, r),
        trace=tuple(
            share(count, size) if size >= TRACE_LEAST else None
            for count, size in zip(sums.trace, item.groups, strict=True)
        ),
        trace_n=sums.trace,
    )


def _key(item: ItemSums) -> OptionSums:
    """The key as one option, should there be several that are accepted."""
    keys = [option for option in item.options if option.is_key]
    return OptionSums(
        option="",
        is_key=True,
        n=sum(key.n for key in keys),
        m=sum(key.m for key in keys),
        sy=sum(key.sy for key in keys),
        lower=sum(key.lower for key in keys),
        upper=sum(key.upper for key in keys),
        trace=(),
    )


def _contrast(sums: OptionSums, item: ItemSums, key: OptionSums) -> float | None:
    return contrast(item.m, item.sy, item.syy, option=sums.m, sy_option=sums.sy, key=key.m, sy_key=key.sy)


def _mean(total: float, count: int, origin: float) -> float | None:
    return origin + total / count if count else None


def _functioning(rate: float | None, r: float | None) -> bool | None:
    if rate is None or rate < FUNCTIONING:
        return None if rate is None else False
    return None if r is None else r < 0


def _efficiency(options: tuple[OptionStatistic, ...], declared: int) -> float | None:
    """The share of the distractors that function; None as long as that of one cannot be said."""
    verdicts = [option.functioning for option in options if not option.is_key]
    if None in verdicts:
        return None
    return share(sum(map(bool, verdicts)), declared - sum(option.is_key for option in options))
