"""Drawings: well-formed, without styles or script, with words, and never a number that is not there."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.items.proportion import Interval
from questions.reports.plots import Line, described, sparkline, spread, style_of, trace_plot, whisker

SHARES = st.lists(st.none() | st.floats(0, 1), min_size=5, max_size=5).map(tuple)
LINES = st.lists(SHARES, min_size=1, max_size=8).map(
    lambda traces: [Line("ABCDEFGH"[place], shares, place == 1) for place, shares in enumerate(traces)]
)
KEY = Line("B", (0.18, 0.28, 0.38, 0.51, 0.7), is_key=True)
FALLS = Line("A", (0.5, 0.47, 0.4, 0.32, 0.21))


def parsed(drawing: str) -> ET.Element:
    return ET.fromstring(drawing)  # noqa: S314 - our own drawing


@given(LINES)
def test_any_trace_plot_is_well_formed_within_its_frame_and_strict(lines: list[Line]) -> None:
    drawing = trace_plot(lines)

    if not drawing:
        assert all(share is None for line in lines for share in line.shares)
        return
    root = parsed(drawing)
    assert "nan" not in drawing.lower()
    for element in root.iter():
        assert not {name for name in element.attrib if name == "style" or name.startswith("on")}
    ys = [
        float(y)
        for _x, y in (pair.split(",") for line in root.iter("polyline") for pair in line.get("points", "").split())
    ]
    assert all(14 <= y <= 246 for y in ys)


def test_a_trace_plot_says_in_words_what_it_shows() -> None:
    root = parsed(trace_plot([FALLS, KEY], name="one"))

    assert root.get("aria-labelledby") == "one-title one-desc"
    assert root.findtext("desc") == "A falls from 50% to 21%. B, the key, rises from 18% to 70%."
    labels = [text.text for text in root.iter("text") if "lab" in (text.get("class") or "")]
    assert labels == ["B key 70%", "A 21%"]


def test_the_key_is_drawn_on_top_and_each_other_line_in_a_way_of_its_own() -> None:
    lines = [KEY, FALLS, Line("C", (0.2,) * 5)]
    root = parsed(trace_plot(lines))

    assert style_of(lines) == ["k", "s1", "s2"]
    assert [line.get("class") for line in root.iter("polyline")] == ["ln s1", "ln s2", "ln k"]


def test_a_key_that_falls_and_an_option_that_rises_are_told() -> None:
    assert described(Line("A", (0.5, 0.4, 0.3, 0.2, 0.1), is_key=True)) == "A, the key, does not rise: from 50% to 10%."
    assert described(Line("B", (0.1, 0.2, 0.3, 0.4, 0.5))) == "B does not fall: from 10% to 50%."
    assert described(Line("C", (None,) * 5)) == ""


def test_a_line_breaks_where_a_group_is_too_small() -> None:
    drawing = sparkline((0.1, 0.2, None, 0.4, 0.5), "k")

    assert drawing.count("<polyline") == 2
    assert 'aria-label="10% → 20% → too few → 40% → 50%"' in drawing
    assert sparkline((None,) * 5) == ""


def test_a_group_alone_is_a_dot() -> None:
    assert '<circle class="dot k" cx="38"' in sparkline((None, None, 0.4, None, None), "k")


def test_a_whisker_stays_within_its_scale() -> None:
    drawing = whisker(0.9, Interval(-0.9, 0.95))

    numbers = [float(x) for x in re.findall(r'(?:x1|x2|cx)="([\d.]+)"', drawing)]
    assert all(4 <= x <= 108 for x in numbers)
    assert whisker(None, None) == ""


@pytest.mark.parametrize("heights", [[20.0, 21.0, 22.0], [246.0, 246.0], [14.0], [100.0] * 8, []])
def test_labels_stand_apart_in_their_order_and_within_the_frame(heights: list[float]) -> None:
    apart = spread(heights, gap=21, low=14, high=246)

    assert apart == sorted(apart)
    assert all(after - before >= 20.99 for before, after in itertools.pairwise(apart))
    assert all(13.99 <= height <= 246.01 for height in apart)


def test_twenty_labels_share_the_room_there_is() -> None:
    apart = spread([100.0] * 20, gap=21, low=14, high=246)

    assert (round(apart[0]), round(apart[-1])) == (14, 246)


def test_letters_are_escaped() -> None:
    parsed(trace_plot([Line("<&>", (0.1,) * 5)]))
