"""Shares and correlations as people read them, always with their range at hand."""

from typing import Final

from questions.items.proportion import Interval

UNKNOWN: Final = "?"
# Shares below this are told with one decimal, in percent.
SMALL: Final = 0.1
MINUS: Final = "−"


def percent(share: float | None) -> str:
    """``44%``, or ``3.9%`` where it is small."""
    return UNKNOWN if share is None else f"{_share(share, fine=share < SMALL)}%"


def percent_range(interval: Interval | None, *, share: float | None = None) -> str:
    """``40–48%``, as fine as the share in it is told."""
    if interval is None:
        return UNKNOWN
    fine = share is not None and share < SMALL
    return f"{_share(interval.low, fine=fine)}–{_share(interval.high, fine=fine)}%"


def _share(share: float, *, fine: bool) -> str:
    return f"{100 * share:.1f}" if fine else f"{100 * share:.0f}"


def correlation(r: float | None) -> str:
    """``+0.12``, ``−0.05`` or ``0.00``."""
    if r is None:
        return UNKNOWN
    digits = f"{abs(r):.2f}"
    if float(digits) == 0:
        return digits
    return (MINUS if r < 0 else "+") + digits


def correlation_range(interval: Interval | None) -> str:
    """``+0.04…+0.20``: a dash would look like a minus."""
    return UNKNOWN if interval is None else f"{correlation(interval.low)}…{correlation(interval.high)}"
