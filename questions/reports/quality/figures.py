"""Numbers as the pages of reviewers write them: shares, correlations and times, each with its range."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from questions.items.proportion import Interval

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
# Below this a whole percent says too little: one of 2 and one of 3 percent are not the same.
FINE = 0.0995
SECOND = 1_000
MINUTE = 60


def percent(share: float | None) -> str:
    """A share (0 to 1) as ``38%``, small ones as ``3.9%``; nothing where there is none."""
    return "" if share is None else f"{_bare(share)}%"


def _bare(share: float) -> str:
    value = share * 100
    # 0 and 100 stand for "nobody" and "everybody" alone.
    fine = 0 < share < FINE or 1 - FINE / 10 < share < 1
    # Cut to the places shown, number_format would make 38% of 38.9.
    return str(number_format(round(value, 1 if fine else 0), 1 if fine else 0))


def percents(range_: Interval | None) -> str:
    """A range of shares as ``36–46``."""
    return "" if range_ is None else f"{_bare(range_.low)}{DASH}{_bare(range_.high)}"


def signed(value: float | None, places: int = 2) -> str:
    """A correlation as ``+0.34`` or ``−0.21``, with a real minus."""
    if value is None:
        return ""
    rounded = round(value, places)
    sign = MINUS if rounded < 0 else "+" if rounded > 0 else ""
    return f"{sign}{number_format(abs(rounded), places)}"


def signeds(range_: Interval | None) -> str:
    """A range of correlations: ``+0.24 to +0.43``."""
    if range_ is None:
        return ""
    return _("%(low)s to %(high)s") % {"low": signed(range_.low), "high": signed(range_.high)}


def points(difference: float | None) -> str:
    """A difference of shares in percentage points: ``+3.1 pts``."""
    return "" if difference is None else _("%(points)s pts") % {"points": signed(difference * 100, 1)}


def seconds(milliseconds: float | None) -> str:
    """A time as ``58 s`` or ``2 min 5 s``."""
    if milliseconds is None:
        return ""
    whole = round(milliseconds / SECOND)
    if whole < MINUTE:
        return _("%(n)s s") % {"n": whole}
    return _("%(m)s min %(s)s s") % {"m": whole // MINUTE, "s": whole % MINUTE}


def verdict_of(r: float | None) -> str:
    """A discrimination in one word. Source of the bands: Ebel & Frisbie, Essentials of Educational Measurement."""
    if r is None:
        return ""
    bands = ((0.4, _("very good")), (0.3, _("good")), (0.2, _("fair")), (0.1, _("low")))
    return next((word for least, word in bands if r >= least), _("poor"))
