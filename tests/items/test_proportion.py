"""Shares with their uncertainty."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.items.proportion import Interval, wilson

# Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
# method 3; R's prop.test(x, n, correct = FALSE) gives the same.
PUBLISHED = ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718))


@pytest.mark.parametrize(("hits", "n", "low", "high"), PUBLISHED)
def test_the_interval_is_the_published_one(hits: int, n: int, low: float, high: float) -> None:
    found = wilson(hits, n)

    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize("n", [1, 7, 10, 25, 1_000_000])
def test_none_and_all_are_in_their_intervals_exactly(n: int) -> None:
    assert wilson(0, n).low == 0.0
    assert wilson(n, n).high == 1.0
    assert 0.0 in wilson(0, n)
    assert 1.0 in wilson(n, n)


def test_nothing_observed_is_nothing_known() -> None:
    assert wilson(0, 0) == Interval(0.0, 1.0)


@pytest.mark.parametrize(("hits", "n"), [(-1, 5), (6, 5), (1, 0), (float("nan"), 5), (0, -1)])
def test_what_is_no_share_is_refused(hits: float, n: int) -> None:
    with pytest.raises(ValueError, match="is no share"):
        wilson(hits, n)


def test_ties_may_share_a_hit() -> None:
    assert wilson(1, 4).low < wilson(1.5, 4).low < wilson(2, 4).low


def test_more_certainty_is_wider() -> None:
    narrow, wide = wilson(5, 20, z=1.0), wilson(5, 20, z=3.0)

    assert wide.low < narrow.low < 0.25 < narrow.high < wide.high


def test_its_ends_belong_to_an_interval() -> None:
    assert 0.2 in Interval(0.2, 0.3)
    assert 0.3 in Interval(0.2, 0.3)
    assert 0.31 not in Interval(0.2, 0.3)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_lies_in_its_interval_and_its_complement_in_the_mirrored_one(seen: tuple[int, int]) -> None:
    hits, n = seen
    found, mirrored = wilson(hits, n), wilson(n - hits, n)

    assert hits / n in found
    assert 0 <= found.low <= found.high <= 1
    assert found.low == pytest.approx(1 - mirrored.high, abs=1e-12)
    assert found.high == pytest.approx(1 - mirrored.low, abs=1e-12)
