"""A dot-and-interval plot as values: where each mark stands, so that a template draws it without styles or script.

Across, places are percentages of the picture's width, so that it fits any screen with its letters in their size; down,
they are pixels.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Final

ROW: Final = 48
NAME: Final = 15
MARK: Final = 33
TOP: Final = 4
AXIS: Final = 28
# The scale ends at a tick; so many ticks still stand apart on a phone.
STEP: Final = 0.1
TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Line:
    """One row to draw: a share (0 to 1) with its interval, what to compare it with, and a class for the style sheet."""

    name: str
    share: float
    low: float
    high: float
    against: float
    state: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A row as drawn: baseline of its name, height of its marks, and their places across (``"12.5%"``)."""

    name: str
    state: str
    baseline: int
    y: int
    dot: str
    low: str
    high: str
    against: str

    @property
    def above(self) -> int:
        """Upper end of the mark to compare with."""
        return self.y - 9

    @property
    def below(self) -> int:
        """Its lower end."""
        return self.y + 9


@dataclass(frozen=True, slots=True)
class Tick:
    """A place on the scale, its label, and the side of the place on which that stands."""

    x: str
    label: str
    anchor: str


@dataclass(frozen=True, slots=True)
class DotPlot:
    """The whole picture; ``bottom`` is where the scale is, ``labels`` the baseline of its labels."""

    lines: tuple[Drawn, ...]
    ticks: tuple[Tick, ...]
    height: int
    bottom: int
    labels: int


def dot_plot(lines: Iterable[Line]) -> DotPlot:
    """Lay out ``lines`` one below the other, on a scale from 0 to the first tick beyond all of them."""
    lines = tuple(lines)
    # Rounded first, so that 0.3 made of thirds is no tick too far.
    tenths = max(ceil(round(max((line.high, line.against)) / STEP, 6)) for line in lines)
    stride = ceil(tenths / (TICKS - 1))
    end = stride * ceil(tenths / stride)
    bottom = TOP + ROW * len(lines)
    return DotPlot(
        lines=tuple(_drawn(line, TOP + ROW * number, end * STEP) for number, line in enumerate(lines)),
        ticks=tuple(_tick(tenth, end) for tenth in range(0, end + 1, stride)),
        height=bottom + AXIS,
        bottom=bottom,
        labels=bottom + AXIS - 6,
    )


def _drawn(line: Line, top: int, end: float) -> Drawn:
    dot, low, high, against = (_across(share / end) for share in (line.share, line.low, line.high, line.against))
    return Drawn(line.name, line.state, top + NAME, top + MARK, dot, low, high, against)


def _tick(tenth: int, end: int) -> Tick:
    anchor = "start" if tenth == 0 else "end" if tenth == end else "middle"
    # A hard space, as in the tables.
    return Tick(_across(tenth / end), f"{tenth * 10}\N{NO-BREAK SPACE}%", anchor)


def _across(share: float) -> str:
    """A share of the width; never with a comma, whatever the language."""
    return f"{100 * share:.2f}%"
