"""Sums of a matrix, by hand, and the same however the matrix comes."""

import pytest

from questions.analysis.groups import cuts, quantile
from questions.analysis.matrix import sums
from tests.analysis.making import rows, summed


def test_the_rest_score_leaves_the_items_own_score_out() -> None:
    found = summed("AB", "AA", "BB", ".B", key="AB")
    a, b = found.items

    assert found.totals == (2, 1, 1, 1)
    assert (a.n, a.right, a.omitted) == (4, 2, 1)
    # Everybody's score on b alone.
    assert (a.sy, a.syy, a.sy_right) == (3, 3, 1)
    assert (b.sy, b.sy_right) == (2, 1)
    assert [(each.option, each.is_key, each.n, each.sy) for each in a.options] == [
        ("A", True, 2, 1),
        ("B", False, 1, 1),
    ]


def test_an_item_that_was_not_shown_is_no_response() -> None:
    found = summed("AA", "A ", key="AA")
    assert not found.complete
    assert [each.n for each in found.items] == [2, 1]
    assert found.totals == (2, 1)


def test_key_options_that_nobody_chose_are_listed() -> None:
    (a,) = summed("B", "B", key="A").items
    assert [(each.option, each.n, each.is_key) for each in a.options] == [("A", 0, True), ("B", 2, False)]


def test_groups_are_by_the_total_with_ties_below() -> None:
    lines = ["A" * right + "B" * (8 - right) for right in (0, 1, 2, 3, 4, 5, 6, 7, 8, 8)]
    item = summed(*lines, key="A" * 8).items[0]

    # Cuts at 2.43, 6.57 and at 1.8, 3.6, 5.4, 7.2.
    assert (item.lower, item.upper) == (3, 3)
    assert (item.lower_right, item.upper_right) == (2, 3)
    assert item.groups == (2, 2, 2, 2, 2)


def test_sets_are_right_only_as_a_whole() -> None:
    learners = [{"a": frozenset(each)} for each in ("AB", "A", "ABC", "B")]
    (item,) = sums(learners, {"a": frozenset("AB")}, multiple=True).items
    assert item.right == 1
    assert [(each.option, each.n) for each in item.options] == [("A", 3), ("B", 3), ("C", 1)]


def test_the_ability_criterion_needs_twenty_other_answers() -> None:
    items = [f"i{number}" for number in range(21)]
    key = {name: frozenset("A") for name in items}
    whole = [
        {name: frozenset("A" if (learner + place) % 3 else "B") for place, name in enumerate(items)}
        for learner in range(6)
    ]
    part = [dict(list(each.items())[:20]) for each in whole]

    assert {each.m for each in sums(whole, key, "ability").items} == {6}
    assert {each.m for each in sums(part, key, "ability").items} == {0}
    assert [each.n for each in sums(part, key, "ability").items] == [6] * 20 + [0]


def test_an_empty_matrix_has_empty_sums() -> None:
    found = sums([], {"a": frozenset("A")})
    assert (found.items[0].n, found.totals) == (0, ())
    assert sums([], {}).items == ()


def test_quantiles_are_between_neighbours() -> None:
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile([7], 0.27) == 7
    assert cuts([3, 1, 2]).lower == pytest.approx(1.54)
    assert not cuts([1, 1, 1]).is_upper(1)


def test_rows_of_the_tests_mean_what_they_say() -> None:
    assert rows("A. ", items="abc") == [{"a": frozenset("A"), "b": None}]
