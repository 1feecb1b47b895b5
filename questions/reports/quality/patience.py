"""About how many more answers are needed until something can be said."""

from collections.abc import Callable
from math import atanh, ceil
from typing import Final

from questions.analysis.statistics import PROVISIONAL, REPORTABLE
from questions.items.proportion import Z95, wilson

# Nobody waits for more answers than these.
MOST: Final = 1_000


def until_reported(n: int) -> int:
    """Answers missing until statistics are reported; 0 where they are."""
    return max(0, REPORTABLE - n)


def until_shown(n: int) -> int:
    """Answers missing until any statistic is shown."""
    return max(0, PROVISIONAL - n)


def until_rate_settles(rate: float, n: int, *, limit: float) -> int | None:
    """Answers missing until the range of a share that stays as it is lies on one side of ``limit``; None for never."""
    return _first(n, lambda size: limit not in wilson(min(size, round(rate * size)), size))


def until_correlation_settles(r: float, m: int, *, limit: float = 0.0) -> int | None:
    """As :func:`until_rate_settles` for a correlation: on Fisher's scale it needs ``(z / difference)² + 3`` pairs."""
    difference = abs(atanh(r) - atanh(limit)) if abs(r) < 1 else 1.0
    # So small a difference that the answers for it would never come.
    more = ceil((Z95 / difference) ** 2 + 3) - m if difference > Z95 / (m + MOST) else MOST + 1
    return max(0, more) if more <= MOST else None


def _first(n: int, settled: Callable[[int], bool]) -> int | None:
    """The least number of answers beyond ``n`` with which it is settled, in steps that people can use."""
    if settled(max(n, 1)):
        return 0
    step = max(1, n // 20)
    return next((more for more in range(step, MOST, step) if settled(n + more)), None)
