"""Whatever the responses are: numbers or None, ranges around their estimates, and no error."""

from dataclasses import asdict, replace
from math import isfinite
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.analysis.columns import Chosen
from questions.analysis.evidence import evidence, headline, reason
from questions.analysis.flags import findings, rank
from questions.analysis.matrix import sums
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic, Stage
from tests.analysis.making import item, option, statistic

ITEMS = "abc"
cells = st.none() | st.frozensets(st.sampled_from("ABCD"), min_size=1, max_size=3)
learners = st.dictionaries(st.sampled_from(ITEMS), cells)
matrices = st.lists(learners, max_size=40)
keys = st.fixed_dictionaries({name: st.frozensets(st.sampled_from("ABCD"), min_size=1, max_size=3) for name in ITEMS})


def numbers(value: Any) -> list[float]:
    """Every number in a value, however deep."""
    if isinstance(value, dict):
        return [each for part in value.values() for each in numbers(part)]
    if isinstance(value, list | tuple):
        return [each for part in value for each in numbers(part)]
    return [value] if isinstance(value, int | float) else []


def described(
    matrix: list[dict[str, Chosen]], key: dict[str, frozenset[str]], criterion: Any, *, multiple: bool
) -> list[ItemStatistic]:
    return [describe(each) for each in sums(matrix, key, criterion, multiple=multiple).items]


@given(matrices, keys, st.sampled_from(["rest", "ability"]), st.booleans(), st.integers(1, 60))
def test_any_responses_give_numbers_or_none(
    matrix: list[dict[str, Chosen]], key: dict[str, frozenset[str]], criterion: str, multiple: bool, times: int
) -> None:
    for about in described(matrix * times, key, criterion, multiple=multiple):
        assert all(isfinite(number) for number in numbers(asdict(about)))
        for finding in findings(about):
            assert str(evidence(finding, about))
            assert str(headline(finding, about))
        assert isfinite(rank(findings(about)))
        assert (reason(findings(about), about) is None) == (not findings(about))


@given(matrices, keys, st.booleans())
def test_every_range_holds_its_estimate(
    matrix: list[dict[str, Chosen]], key: dict[str, frozenset[str]], multiple: bool
) -> None:
    for about in described(matrix, key, "rest", multiple=multiple):
        pairs: list[tuple[Any, Any]] = [(about.p, about.p_interval), (about.r, about.r_interval)]
        for each in about.options:
            pairs += [
                (each.rate, each.rate_interval),
                (each.r, each.r_interval),
                (each.contrast, each.contrast_interval),
                (each.preference, each.preference_interval),
            ]
        for estimate, interval in pairs:
            if estimate is not None and interval is not None:
                assert interval.low - 1e-12 <= estimate <= interval.high + 1e-12


@given(matrices, keys, st.permutations("ABCD"), st.randoms(use_true_random=False))
def test_names_of_options_and_order_of_learners_change_nothing(
    matrix: list[dict[str, Chosen]], key: dict[str, frozenset[str]], names: list[str], draw: Any
) -> None:
    called = dict(zip("ABCD", names, strict=True))

    def renamed(chosen: Chosen) -> Chosen:
        return None if chosen is None else frozenset(called[each] for each in chosen)

    shuffled = [{name: renamed(chosen) for name, chosen in row.items()} for row in matrix]
    draw.shuffle(shuffled)
    new_key = {name: frozenset(called[each] for each in options) for name, options in key.items()}

    before = described(matrix, key, "rest", multiple=True)
    after = described(shuffled, new_key, "rest", multiple=True)
    for one, other in zip(before, after, strict=True):
        assert replace(one, options=()) == replace(other, options=())
        assert sorted((replace(each, option=called[each.option]) for each in one.options), key=str) == sorted(
            other.options, key=str
        )


@given(st.integers(0, 400), st.floats(-5, 5), st.floats(-5, 5), st.floats(0, 1e6), st.integers(0, 400))
def test_sums_from_elsewhere_may_be_rounded(n: int, one: float, other: float, spread: float, chosen: int) -> None:
    about = statistic(option("A", n, one, is_key=True), option("B", chosen, other), spread=spread)
    assert all(isfinite(number) for number in numbers(asdict(about)))


def test_a_correlation_does_not_depend_on_the_origin() -> None:
    near = item(option("A", 60, 0.4, is_key=True), option("B", 50, -0.3))
    moved = replace(
        near,
        sy=near.sy - 5 * near.m,
        syy=near.syy - 10 * near.sy + 25 * near.m,
        sy_right=near.sy_right - 5 * near.right_m,
        options=tuple(replace(each, sy=each.sy - 5 * each.m) for each in near.options),
        origin=5.0,
    )
    one, other = describe(near), describe(moved)
    assert other.r == pytest.approx(one.r)
    assert other.mean == pytest.approx(one.mean)
    assert [each.contrast for each in other.options[1:]] == pytest.approx([one.options[1].contrast])
    assert [each.mean for each in other.options] == pytest.approx([0.4, -0.3])


def test_an_item_counted_by_hand() -> None:
    about = describe(
        replace(
            item(
                option("A", 60, 2, upper=30, lower=10, is_key=True),
                option("B", 30, 1, upper=10, lower=20),
                option("C", 10, 1, upper=0, lower=10),
            ),
            groups=(9, 91, 0, 0, 0),
        )
    )
    a, b, c = about.options

    assert about.stage is Stage.REPORTABLE
    assert [about.p, about.guess, about.declared] == pytest.approx([0.6, 1 / 3, 3])
    assert about.d27 == pytest.approx(30 / 40 - 10 / 40)
    assert (b.rate, b.of_wrong, a.of_wrong) == (0.3, 0.75, None)
    assert (b.lower, b.upper, b.d27) == (0.5, 0.25, -0.25)
    assert (b.preference, a.preference) == (0.25, None)
    assert (b.functioning, c.functioning, a.functioning) == (True, True, None)
    assert about.efficiency == 1
    # Nine are too few for a share, ninety-one are not.
    assert (a.trace[0], a.trace[1]) == (None, 0)


@pytest.mark.parametrize(
    ("n", "stage"),
    [
        (0, Stage.COLLECTING),
        (29, Stage.COLLECTING),
        (30, Stage.PROVISIONAL),
        (99, Stage.PROVISIONAL),
        (100, "reportable"),
    ],
)
def test_stages_follow_the_number_of_responses(n: int, stage: Stage) -> None:
    assert statistic(option("A", n, 0, is_key=True)).stage == stage


def test_options_nobody_chose_count_among_the_distractors() -> None:
    seen = item(option("A", 60, 1, is_key=True), option("B", 40, 0))
    assert describe(seen).efficiency == 1
    assert describe(replace(seen, declared=4)).efficiency == pytest.approx(1 / 3)
    assert describe(replace(seen, declared=4)).guess == 0.25


def test_guessing_a_set_is_harder() -> None:
    assert describe(replace(item(option("A", 5, 1, is_key=True)), multiple=True, declared=4)).guess == pytest.approx(
        1 / 15
    )
