"""Drawings for reviewers as SVG: no script, no inline style, attributes and classes only, so that the policy holds.

Each has its words: ``<title>`` and ``<desc>``, or one label; the page has a table with the same numbers beside it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from questions.items.proportion import Interval
from questions.reports.quality.figures import percent

# How many ways there are to draw a line that is not the key; see review.css.
STYLES: Final = 6
Shares = Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Line:
    """One option in a trace plot: shares of the five groups, weakest first; None where a group is too small."""

    letter: str
    shares: tuple[float | None, ...]
    is_key: bool = False

    @property
    def last(self) -> tuple[int, float] | None:
        """The strongest group that has a share: its place and the share."""
        known = [(place, share) for place, share in enumerate(self.shares) if share is not None]
        return known[-1] if known else None

    @property
    def first(self) -> tuple[int, float] | None:
        """The weakest group that has a share."""
        return next(((place, share) for place, share in enumerate(self.shares) if share is not None), None)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a drawing puts shares: a rectangle of the view box, and the share at its upper edge."""

    left: float
    right: float
    top: float
    bottom: float
    most: float = 1.0

    def x(self, place: int, places: int) -> float:
        """Of the group ``place`` out of ``places``."""
        return self.left + (self.right - self.left) * place / max(1, places - 1)

    def y(self, share: float) -> float:
        """Of a share."""
        return self.bottom - (self.bottom - self.top) * share / self.most


def _number(value: float) -> str:
    """A tenth of a unit is finer than a pixel."""
    return f"{value:.1f}".removesuffix(".0")


def _runs(shares: Shares) -> list[list[tuple[int, float]]]:
    """The shares that there are, with their places, broken where one is missing."""
    known = enumerate(shares)
    runs = groupby(known, key=lambda pair: pair[1] is not None)
    return [[(place, share) for place, share in run if share is not None] for there, run in runs if there]


def _polylines(shares: Shares, frame: Frame, css: str) -> SafeString:
    lines = (
        (css, " ".join(f"{_number(frame.x(place, len(shares)))},{_number(frame.y(share))}" for place, share in run))
        for run in _runs(shares)
    )
    return format_html_join("", '<polyline class="ln {}" points="{}"/>', lines)


def sparkline(shares: Shares, kind: str = "", *, width: int = 76, height: int = 40) -> SafeString:
    """The course of one option over the groups, on a scale from nobody to everybody.

    ``kind`` is ``k`` (the key), ``w`` (weak), ``b`` (bad) or nothing. Empty where no group is large enough.
    """
    if all(share is None for share in shares):
        return SafeString("")
    frame = Frame(4, width - 4, 4, height - 4)
    base = height - 3
    return format_html(
        '<svg class="spark" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{label}">'
        '<line class="axis" x1="4" x2="{right}" y1="{base}" y2="{base}"/>{lines}</svg>',
        w=width,
        h=height,
        right=width - 4,
        base=base,
        label=_course(shares),
        lines=_polylines(shares, frame, kind) + _lone(shares, frame, kind),
    )


def _lone(shares: Shares, frame: Frame, css: str) -> SafeString:
    """Groups with no neighbour, which a line would not show."""
    spots = (
        (css, _number(frame.x(run[0][0], len(shares))), _number(frame.y(run[0][1])))
        for run in _runs(shares)
        if len(run) == 1
    )
    return format_html_join("", '<circle class="dot {}" cx="{}" cy="{}" r="2"/>', spots)


def _course(shares: Shares) -> str:
    return " → ".join(_("too few") if share is None else percent(share) for share in shares)


def whisker(estimate: float | None, interval: Interval | None, *, most: float = 0.6, kind: str = "") -> SafeString:
    """A correlation as a dot with its range on a scale from ``-most`` to ``most``, zero marked.

    It is decoration: the numbers stand beside it.
    """
    if estimate is None or interval is None:
        return SafeString("")
    return format_html(
        '<svg class="whisker" viewBox="0 0 112 16" width="112" height="16" aria-hidden="true" focusable="false">'
        '<line class="axis" x1="4" x2="108" y1="8" y2="8"/><line class="zero" x1="56" x2="56" y1="1" y2="15"/>{}</svg>',
        _dot(estimate, interval, most, kind),
    )


def _dot(estimate: float, interval: Interval, most: float, kind: str) -> SafeString:
    def x(value: float) -> str:
        return _number(56 + 52 * min(max(value, -most), most) / most)

    return format_html(
        '<line class="rng {kind}" x1="{low}" x2="{high}" y1="8" y2="8"/>'
        '<circle class="dot {kind}" cx="{at}" cy="8" r="3.2"/>',
        kind=kind,
        low=x(interval.low),
        high=x(interval.high),
        at=x(estimate),
    )


# The trace plot: a view box of 560 × 290, the lines within, the letters to their right.
LEFT, RIGHT, TOP, BOTTOM = 44.0, 456.0, 14.0, 246.0
LABEL_X, LABEL_GAP = 468, 21.0
STEP = 0.2


def trace_plot(lines: Sequence[Line], *, name: str = "trace") -> SafeString:
    """Who chooses what: the share of each option in the five groups. Empty where no group is large enough."""
    shares = [share for line in lines for share in line.shares if share is not None]
    if not shares:
        return SafeString("")
    frame = Frame(LEFT, RIGHT, TOP, BOTTOM, max(STEP, ceil(round(max(shares) / STEP, 6)) * STEP))
    places = max(len(line.shares) for line in lines)
    return format_html(
        '<svg class="plot" viewBox="0 0 560 290" role="img" aria-labelledby="{name}-title {name}-desc">'
        '<title id="{name}-title">{title}</title><desc id="{name}-desc">{said}</desc>{grid}{axis}{lines}{labels}</svg>',
        name=name,
        title=_("Share choosing each option, by ability"),
        said=" ".join(filter(None, (described(line) for line in lines))),
        grid=_grid(frame),
        axis=_axis(frame, places),
        # The key is drawn last, on top.
        lines=_joined(_line(line, css, frame) for line, css in sorted(_styled(lines), key=lambda each: each[0].is_key)),
        labels=_labels(lines, frame),
    )


def described(line: Line) -> str:
    """One option's course as a sentence."""
    first, last = line.first, line.last
    if first is None or last is None:
        return ""
    values = {"letter": line.letter, "first": percent(first[1]), "last": percent(last[1])}
    change = last[1] - first[1]
    if line.is_key:
        if change > 0:
            return _("%(letter)s, the key, rises from %(first)s to %(last)s.") % values
        return _("%(letter)s, the key, does not rise: from %(first)s to %(last)s.") % values
    if change < 0:
        return _("%(letter)s falls from %(first)s to %(last)s.") % values
    return _("%(letter)s does not fall: from %(first)s to %(last)s.") % values


def style_of(lines: Sequence[Line]) -> list[str]:
    """CSS classes of the lines in their order: the key's, and one of six for each other option."""
    return [css for _line_, css in _styled(lines)]


def _styled(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    found, others = [], 0
    for line in lines:
        if line.is_key:
            found.append((line, "k"))
        else:
            found.append((line, f"s{others % STYLES + 1}"))
            others += 1
    return found


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


def _grid(frame: Frame) -> SafeString:
    steps = range(round(frame.most / STEP) + 1)
    return format_html_join(
        "",
        '<line class="{}" x1="44" x2="456" y1="{}" y2="{}"/><text x="36" y="{}" text-anchor="end">{}</text>',
        (
            ("grid" if step else "base", _number(y), _number(y), _number(y + 4), f"{step * 20}%")
            for step in steps
            for y in (frame.y(step * STEP),)
        ),
    )


def _axis(frame: Frame, places: int) -> SafeString:
    middle = [_("2nd"), _("3rd"), _("4th")]
    names = [_("Weakest fifth"), *middle[: max(0, places - 2)], _("Strongest fifth")]
    anchors = ["start", *["middle"] * (len(names) - 2), "end"]
    texts = format_html_join(
        "",
        '<text class="{}" x="{}" y="266" text-anchor="{}">{}</text>',
        (
            ("" if anchor != "middle" else "mid", _number(frame.x(place, len(names))), anchor, name)
            for place, (name, anchor) in enumerate(zip(names, anchors, strict=True))
        ),
    )
    return texts + format_html(
        '<text class="foot" x="250" y="286" text-anchor="middle">{}</text>',
        _("Learners grouped by ability on the other questions"),
    )


def _line(line: Line, css: str, frame: Frame) -> SafeString:
    dots = format_html_join(
        "",
        '<circle class="dot {}" cx="{}" cy="{}" r="3.6"/>',
        (
            (css, _number(frame.x(place, len(line.shares))), _number(frame.y(share)))
            for run in _runs(line.shares)
            for place, share in run
        ),
    )
    return _polylines(line.shares, frame, css) + dots


def _labels(lines: Sequence[Line], frame: Frame) -> SafeString:
    ends = [(line, css, last[1]) for line, css in _styled(lines) if (last := line.last) is not None]
    ends.sort(key=lambda each: -each[2])
    heights = spread([frame.y(share) for _line_, _css, share in ends], gap=LABEL_GAP, low=TOP, high=BOTTOM)
    texts = (
        (
            css,
            LABEL_X,
            _number(y + 4),
            _("%(letter)s key") % {"letter": line.letter} if line.is_key else line.letter,
            percent(share),
        )
        for (line, css, share), y in zip(ends, heights, strict=True)
    )
    return format_html_join("", '<text class="lab {}" x="{}" y="{}">{} {}</text>', texts)


def spread(heights: Sequence[float], *, gap: float, low: float, high: float) -> list[float]:
    """Heights in their order, moved apart until neighbours are ``gap`` apart, kept within ``low`` and ``high``.

    Where there is not enough room for that the gap shrinks.
    """
    if not heights:
        return []
    gap = min(gap, (high - low) / max(1, len(heights) - 1))
    down: list[float] = []
    for height in heights:
        down.append(max(height, down[-1] + gap if down else low))
    up: list[float] = []
    for height in reversed(down):
        up.append(min(height, up[-1] - gap if up else high))
    return list(reversed(up))
