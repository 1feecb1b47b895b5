"""A scatter of questions as SVG: attributes and classes only, so that the policy holds.

The drawing's own box is the area between the axes: places are percentages of it, so that it fits any screen and
letters keep their size. Labels stand outside of it, where the style sheet leaves room. It is hidden from screen readers
and from the keyboard, for which thousands of links in a row would be a wall: a table with the same links stands beside
it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

STEP: Final = 0.2
# The scale of a correlation shows at least this much of it.
LOWEST, HIGHEST = -0.2, 0.6


@dataclass(frozen=True, slots=True)
class Dot:
    """A mark at a share ``x`` (0 to 1) and a correlation ``y``, a link where it has a ``url``.

    ``kind`` are classes for the style sheet.
    """

    url: str
    x: float
    y: float
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class _Scale:
    low: int
    high: int

    @classmethod
    def of(cls, dots: Sequence[Dot]) -> "_Scale":
        """From a whole step below the lowest to one above the highest."""
        low = min(LOWEST, *(dot.y for dot in dots))
        high = max(HIGHEST, *(dot.y for dot in dots))
        # Rounded first, so that 0.6 made of fifths is no step too far.
        return cls(floor(round(low / STEP, 6)), ceil(round(high / STEP, 6)))

    def at(self, y: float) -> str:
        """The place of a correlation, from the top."""
        return f"{100 * (self.high - y / STEP) / (self.high - self.low):.2f}%"


def scatter_plot(dots: Sequence[Dot]) -> SafeString:
    """Facility across, discrimination up; empty where there are no dots."""
    if not dots:
        return SafeString("")
    scale = _Scale.of(dots)
    # One template for all: five thousand calls more are half a second.
    marks = format_html_join("", _MARK, (_cells(dot, scale) for dot in dots))
    return format_html(
        '<svg class="scatter" aria-hidden="true" focusable="false">{}{}{}</svg>', _across(), _up(scale), marks
    )


_MARK: Final = '<a{} tabindex="-1"><circle class="dot {}" cx="{}" cy="{}" r="4.5"><title>{}</title></circle></a>'


def _cells(dot: Dot, scale: _Scale) -> tuple[object, ...]:
    # An <a> without an address is no link.
    address = format_html(' href="{}"', dot.url) if dot.url else ""
    return address, dot.kind, f"{100 * dot.x:.2f}%", scale.at(dot.y), dot.title


def _across() -> SafeString:
    places = ((f"{share}%",) for share in range(0, 101, 20))
    return format_html_join(
        "",
        '<line class="grid" x1="{0}" x2="{0}" y1="0" y2="100%"/><text class="x" x="{0}" y="100%" dy="20">{0}</text>',
        places,
    )


def _up(scale: _Scale) -> SafeString:
    steps = range(scale.low, scale.high + 1)
    labels = ((f"{step * STEP:+.1f}" if step else "0").replace("-", "\N{MINUS SIGN}") for step in steps)
    places = (
        ("zero" if not step else "grid", scale.at(step * STEP), text) for step, text in zip(steps, labels, strict=True)
    )
    return format_html_join(
        "",
        '<line class="{0}" x1="0" x2="100%" y1="{1}" y2="{1}"/>'
        '<text class="y" x="0" dx="-10" y="{1}" dy="4">{2}</text>',
        places,
    )
