"""Responses and statistics for tests: letters in columns, and sums with one thing changed."""

from questions.analysis.columns import Chosen
from questions.analysis.matrix import Criterion, Sums, sums
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic, ItemSums, OptionSums

Rows = list[dict[str, Chosen]]


def rows(*lines: str, items: str = "abcdefgh") -> Rows:
    """One line a learner, one letter an item: ``.`` is omitted, a space was not shown."""
    return [
        {
            item: None if letter == "." else frozenset(letter)
            for item, letter in zip(items, line, strict=False)
            if letter != " "
        }
        for line in lines
    ]


def summed(*lines: str, key: str, criterion: Criterion = "rest") -> Sums:
    """The sums of such lines."""
    right = {item: frozenset(letter) for item, letter in zip("abcdefgh", key, strict=False)}
    return sums(rows(*lines), right, criterion)


def option(name: str, n: int, mean: float, *, upper: int = 0, lower: int = 0, is_key: bool = False) -> OptionSums:
    """An option chosen by ``n`` whose criterion is ``mean`` on average."""
    return OptionSums(name, is_key, n, n, n * mean, lower, upper, (n, 0, 0, 0, 0))


def item(*options: OptionSums, spread: float = 1.0, multiple: bool = False, omitted: int = 0) -> ItemSums:
    """An item of single choice with these options; within each, the criterion has the variance ``spread``."""
    key = [each for each in options if each.is_key]
    n = sum(each.n for each in options) + omitted
    return ItemSums(
        item="q",
        multiple=multiple,
        n=n,
        right=sum(each.n for each in key),
        m=n,
        right_m=sum(each.m for each in key),
        sy=sum(each.sy for each in options),
        syy=sum(each.n * spread + (each.sy**2 / each.n if each.n else 0) for each in options) + omitted * spread,
        sy_right=sum(each.sy for each in key),
        lower=sum(each.lower for each in options),
        upper=sum(each.upper for each in options),
        lower_right=sum(each.lower for each in key),
        upper_right=sum(each.upper for each in key),
        groups=(n, 0, 0, 0, 0),
        options=options,
        omitted=omitted,
    )


def statistic(*options: OptionSums, spread: float = 1.0) -> ItemStatistic:
    """What such an item says."""
    return describe(item(*options, spread=spread))
