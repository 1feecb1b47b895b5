"""Where the marks of a plot stand."""

import pytest

from questions.reports.dotplot import DotPlot, Line, dot_plot


def plot(*, share: float = 0.2, low: float = 0.1, high: float = 0.4, against: float = 0.25, rows: int = 1) -> DotPlot:
    return dot_plot(Line(f"Row {row}", share, low, high, against, "chance") for row in range(rows))


@pytest.mark.parametrize(
    ("high", "labels"),
    [
        (0.05, ["0 %", "10 %", "20 %", "30 %"]),
        (0.5, ["0 %", "10 %", "20 %", "30 %", "40 %", "50 %"]),
        (0.51, ["0 %", "20 %", "40 %", "60 %"]),
        (0.75, ["0 %", "20 %", "40 %", "60 %", "80 %"]),
        (1.0, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]),
    ],
)
def test_the_scale_ends_at_the_first_tick_beyond_everything(high: float, labels: list[str]) -> None:
    ticks = plot(share=0.01, low=0.0, high=high).ticks

    assert [tick.label.replace("\N{NO-BREAK SPACE}", " ") for tick in ticks] == labels


def test_what_is_a_tick_itself_needs_no_further_one() -> None:
    # 0.1 + 0.2 is a little more than 0.3.
    assert plot(high=0.1 + 0.2).ticks[-1].label.startswith("30")


def test_the_ends_of_the_scale_are_labelled_inside() -> None:
    first, *between, last = plot().ticks

    assert (first.x, first.anchor) == ("0.00%", "start")
    assert (last.x, last.anchor) == ("100.00%", "end")
    assert {tick.anchor for tick in between} == {"middle"}


def test_marks_stand_at_their_share_of_the_scale() -> None:
    (line,) = plot(share=0.2, low=0.1, high=0.4, against=0.25).lines

    assert (line.low, line.dot, line.against, line.high) == ("25.00%", "50.00%", "62.50%", "100.00%")


def test_rows_stand_apart_above_the_scale() -> None:
    three = plot(rows=3)

    heights = [place for line in three.lines for place in (line.baseline, line.above, line.y, line.below)]
    assert heights == sorted(heights)
    assert len(set(heights)) == 12
    assert heights[-1] < three.bottom < three.labels < three.height


def test_marks_that_fall_on_zero_and_on_the_whole_are_on_the_picture() -> None:
    (line,) = plot(share=1.0, low=0.0, high=1.0, against=0.0).lines

    assert (line.low, line.dot) == ("0.00%", "100.00%")
