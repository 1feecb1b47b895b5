"""A histogram of shares as SVG: places across are percentages of its width, so that letters keep their size."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

HEIGHT = 148
TOP = 20


@dataclass(frozen=True, slots=True)
class Bin:
    """So many have a share from ``low`` to ``high``, in percent; the last one has its upper end in it."""

    low: int
    high: int
    count: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """Bins of equal width from nothing to all."""

    bins: tuple[Bin, ...]

    @property
    def total(self) -> int:
        """How many are counted."""
        return sum(each.count for each in self.bins)

    @property
    def svg(self) -> SafeString:
        """The drawing; it is decoration, since the table beside it has the numbers."""
        most = max((each.count for each in self.bins), default=0)
        if not most:
            return SafeString("")
        width = 100 / len(self.bins)
        bars = (_bar(place, each, width, most) for place, each in enumerate(self.bins))
        ticks = ((f"{share}%", "start" if not share else "end" if share == 100 else "middle") for share in _TICKS)  # noqa: PLR2004
        return format_html(
            '<svg class="histogram" width="100%" height="{}" aria-hidden="true" focusable="false">{}'
            '<line class="base" x1="0" x2="100%" y1="{}" y2="{}"/>{}</svg>',
            HEIGHT + 24,
            format_html_join(
                "", '<rect x="{}" y="{}" width="{}" height="{}" rx="2"/><text x="{}" y="{}">{}</text>', bars
            ),
            HEIGHT,
            HEIGHT,
            format_html_join("", f'<text class="tick {{1}}" x="{{0}}" y="{HEIGHT + 18}">{{0}}</text>', ticks),
        )


_TICKS = (0, 20, 40, 60, 80, 100)


def histogram(counts: Sequence[int]) -> Histogram:
    """A histogram of ``counts``, lowest bin first."""
    size = 100 // len(counts)
    return Histogram(tuple(Bin(place * size, (place + 1) * size, count) for place, count in enumerate(counts)))


def _bar(place: int, each: Bin, width: float, most: int) -> tuple[object, ...]:
    tall = round((HEIGHT - TOP) * each.count / most, 1)
    left = f"{place * width + 0.6:.2f}%"
    middle = f"{(place + 0.5) * width:.2f}%"
    return left, HEIGHT - tall, f"{width - 1.2:.2f}%", tall, middle, HEIGHT - tall - 5, each.count or ""
