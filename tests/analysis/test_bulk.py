"""Sums from arrays: those of the matrix, group by group, and bands that agree with the cuts."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from questions.analysis.bulk import BANDS, CUTS, Answers, Asked, bands, item_sums, quantiles
from questions.analysis.groups import cuts, quantile

SCORES = st.lists(st.tuples(st.integers(0, 3), st.floats(-9, 9)), max_size=40)


@given(SCORES)
def test_quantiles_are_those_of_each_group_alone(scores: list[tuple[int, float]]) -> None:
    group = np.array([place for place, _score in scores], dtype=np.int64)
    values = np.array([score for _place, score in scores])

    found = quantiles(group, values, 4, CUTS)

    for place in range(4):
        own = sorted(score for each, score in scores if each == place)
        if own:
            assert found[place].tolist() == [quantile(own, share) for share in CUTS]
        else:
            assert np.isnan(found[place]).all()


@given(SCORES)
def test_bands_give_both_kinds_of_groups(scores: list[tuple[int, float]]) -> None:
    own = [score for place, score in scores if place == 0]
    found = bands(np.zeros(len(own), dtype=np.int64), np.array(own), 1)

    assert set(found.tolist()) <= set(range(BANDS))
    for band, score in zip(found.tolist(), own, strict=True):
        cut = cuts(own)
        assert (band <= 1) == cut.is_lower(score)
        assert (band >= 5) == cut.is_upper(score)
        assert (0, 1, 1, 2, 3, 3, 4)[band] == cut.fifth(score)


def answers() -> Answers:
    """Two items: A, B, AB and nothing to the first, B to the second, the criterion unknown once."""
    return Answers(
        item=np.array([0, 0, 0, 0, 1]),
        correct=np.array([True, False, False, False, True]),
        y=np.array([1.0, 2.0, np.nan, 4.0, 0.5]),
        band=np.array([0, 3, -1, 6, 0]),
        ticked=np.array([0, 1, 2, 2, 4]),
        option=np.array([0, 1, 0, 1, 1]),
    )


ASKED = [Asked("x", True, ("A", "B", "C"), frozenset("A")), Asked("z", False, ("A", "B"), frozenset("B"))]


def test_sums_count_ticks_omissions_and_those_with_a_criterion() -> None:
    first, second = item_sums(ASKED, answers())

    assert (first.n, first.right, first.m, first.right_m, first.omitted) == (4, 1, 3, 1, 1)
    assert (first.sy, first.syy, first.sy_right) == (7.0, 21.0, 1.0)
    assert (first.lower, first.upper, first.groups) == (1, 1, (1, 0, 1, 0, 1))
    assert [(o.option, o.n, o.m, o.sy) for o in first.options] == [("A", 2, 1, 1.0), ("B", 2, 1, 2.0), ("C", 0, 0, 0.0)]
    assert (second.n, second.right, second.options[1].n, second.declared) == (1, 1, 1, 2)


def test_responses_may_be_taken_again_as_those_to_other_items() -> None:
    taken = answers().taken(np.array([4, 2, 2, 3]), np.array([0, 1, 1, 1]))

    assert taken.ticked.tolist() == [0, 1, 1, 2, 2]
    assert taken.option.tolist() == [1, 0, 1, 0, 1]
    assert taken.item.tolist() == [0, 1, 1, 1]
    assert taken.correct.tolist() == [True, False, False, False]


def test_without_responses_everything_is_zero() -> None:
    none = np.zeros(0, dtype=np.int64)
    empty = Answers(none, none.astype(bool), none.astype(float), none, none, none)

    first, _second = item_sums(ASKED, empty)

    assert (first.n, first.m, first.sy, first.groups) == (0, 0, 0.0, (0, 0, 0, 0, 0))
    assert [option.n for option in first.options] == [0, 0, 0]
