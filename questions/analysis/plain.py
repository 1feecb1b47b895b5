"""Statistics as plain data, to be kept as JSON, and back."""

from typing import Any, Final

from questions.analysis.values import ItemStatistic, OptionStatistic, Stage
from questions.items.proportion import Interval

_OPTION: Final = tuple(name for name in OptionStatistic.__slots__ if not name.endswith("interval"))
_ITEM: Final = tuple(name for name in ItemStatistic.__slots__ if name not in {"options", "p_interval", "r_interval"})
_OPTION_INTERVALS: Final = tuple(name for name in OptionStatistic.__slots__ if name.endswith("interval"))
_ITEM_INTERVALS: Final = ("p_interval", "r_interval")

Plain = dict[str, Any]


def as_plain(statistic: ItemStatistic) -> Plain:
    """The fields by name; an interval is ``[low, high]``, ``options`` a list in their order."""
    found = _fields(statistic, _ITEM, _ITEM_INTERVALS)
    found["options"] = [_fields(option, _OPTION, _OPTION_INTERVALS) for option in statistic.options]
    return found


def from_plain(plain: Plain) -> ItemStatistic:
    """The statistic that :func:`as_plain` made plain; what else is in it does not matter."""
    options = tuple(OptionStatistic(**_values(option, _OPTION, _OPTION_INTERVALS)) for option in plain["options"])
    values = _values(plain, _ITEM, _ITEM_INTERVALS)
    values["stage"] = Stage(values["stage"])
    return ItemStatistic(options=options, **values)


def _fields(thing: object, names: tuple[str, ...], intervals: tuple[str, ...]) -> Plain:
    found = {name: getattr(thing, name) for name in names}
    for name in intervals:
        interval: Interval | None = getattr(thing, name)
        found[name] = None if interval is None else [interval.low, interval.high]
    return found


def _values(plain: Plain, names: tuple[str, ...], intervals: tuple[str, ...]) -> Plain:
    found = {name: tuple(plain[name]) if isinstance(plain[name], list) else plain[name] for name in names}
    for name in intervals:
        found[name] = None if plain[name] is None else Interval(*plain[name])
    return found
