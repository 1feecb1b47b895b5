"""E4: ranges that overlap."""

from decimal import Decimal

import pytest

from questions.items.checks.ranges import Range, parse
from questions.items.words import Kind
from tests.items.making import fires, found, item


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("1-5", 1, 5),
        ("1 – 5 ms", 1, 5),
        ("10 % to 20 %", 10, 20),
        ("between 3 and 4", 3, 4),
        ("1,000-2,000", 1000, 2000),
        ("0,5–1,5", Decimal("0.5"), Decimal("1.5")),
        ("−40 to 85 °C", -40, 85),
        ("$10-$20", 10, 20),
        ("7", 7, 7),
    ],
)
def test_a_range_is_read(text: str, low: int, high: int) -> None:
    found_range = parse(text)

    assert found_range is not None
    assert (found_range.low, found_range.high) == (low, high)


@pytest.mark.parametrize(
    ("text", "low_in", "high_in"),
    [
        ("< 5", True, False),
        ("at most 5", True, True),
        ("more than 5", False, True),
        ("5 or more", True, True),
        ("≥5", True, True),
    ],
)
def test_a_half_open_range_is_read(text: str, low_in: bool, high_in: bool) -> None:
    found_range = parse(text)

    assert found_range is not None
    assert (found_range.low_in, found_range.high_in) == (low_in, high_in)


@pytest.mark.parametrize(
    "text", ["red", "5-1", "2024-01-05", "10.0.0.1/24", "a-b", "1-5-9", "x > y", "", "version 2 to 3 to 4"]
)
def test_other_things_are_no_ranges(text: str) -> None:
    assert parse(text) is None


def test_ends_that_touch_meet_only_if_both_belong() -> None:
    assert Range(1, 5).meets(Range(5, 9))
    assert not Range(1, 5, high_in=False).meets(Range(5, 9))
    assert Range(5, 9).meets(Range(1, 5))
    assert Range(1, 9).meets(Range(2, 3))
    assert not Range(1, 2).meets(Range(3, 4))


@pytest.mark.parametrize(
    "texts",
    [
        ("1-5", "5-10", "11-20"),
        ("less than 10 %", "5 % to 20 %", "more than 30 %"),
        ("at least 3", "at least 5"),
        ("10", "20", "more than 15"),
        ("up to 4 GB", "4 GB or more"),
    ],
)
def test_ranges_that_overlap_are_an_error(texts: tuple[str, ...]) -> None:
    assert fires(item(*texts), "E4")


@pytest.mark.parametrize(
    "texts",
    [
        ("1-5", "6-10", "11 or more"),
        ("< 5", ">= 5"),
        ("under 10", "10 to 20", "over 20"),
        ("1-5 ms", "3-4 s"),
        ("1-5", "3-4", "none of these"),
        ("10", "20", "20"),
        ("2-3 tree", "2-3-4 tree"),
    ],
)
def test_ranges_apart_or_options_that_are_not_all_ranges_are_fine(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts), "E4")


def test_in_multiple_choice_two_may_hold_at_once() -> None:
    assert not fires(item("at least 3", "at least 5", "less than 2", keys=2, kind=Kind.MULTIPLE), "E4")


def test_it_says_which_two() -> None:
    assert found(item("1-5", "7-9", "5-6"), "E4")[0].params == {"first": 1, "number": 3}
