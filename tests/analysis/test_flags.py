"""Each rule fires beyond its limit and holds its peace before it."""

from dataclasses import replace

import pytest

from questions.analysis.flags import Finding, findings, grouped, rank, still_holds, weight
from questions.analysis.limits import Code, Limits
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic
from questions.items.words import Gravity
from tests.analysis.making import item, option, statistic


def codes(about: ItemStatistic, name: str | None) -> list[Code]:
    return [each.code for each in findings(about) if each.option == name]


def miskeyed(n: int = 200) -> ItemStatistic:
    """The strong take B, the key is A."""
    return statistic(
        option("A", n // 4, -0.5, upper=n // 20, lower=n // 10, is_key=True),
        option("B", n // 2, 0.5, upper=n // 5, lower=n // 20),
        option("C", n // 4, -0.5, upper=n // 40, lower=n // 10),
    )


def test_a_miskey_is_found_and_only_the_gravest_rule_is_raised() -> None:
    about = miskeyed()
    found = findings(about)

    assert codes(about, "B") == [Code.POSSIBLE_MISKEY]
    assert codes(about, "C") == []
    assert codes(about, None) == [Code.KEY_NEGATIVE, Code.BELOW_CHANCE]
    assert found[0].severity is Gravity.CRITICAL
    low = about.options[1].contrast_interval
    assert low is not None
    assert found[0].bound == low.low > 0


def test_correlations_wait_for_a_hundred_responses() -> None:
    assert codes(miskeyed(96), "B") == []
    assert codes(miskeyed(100), "B") == [Code.POSSIBLE_MISKEY]


def test_responses_without_a_criterion_do_not_count_towards_it() -> None:
    sums = item(option("A", 100, -0.9, upper=10, is_key=True), option("B", 100, 0.9, upper=40))
    half = replace(sums, m=90, right_m=45, options=tuple(replace(each, m=45) for each in sums.options))
    assert codes(describe(sums), "B") == [Code.POSSIBLE_MISKEY]
    assert codes(describe(half), "B") == []


def test_an_option_can_beat_the_key_without_the_strong_preferring_it() -> None:
    about = statistic(
        option("A", 200, 0.0, upper=60, is_key=True), option("B", 100, 0.6, upper=40), option("C", 100, -0.4)
    )
    assert codes(about, "B") == [Code.BEATS_KEY]


def test_an_option_can_draw_the_strong_beside_a_good_key() -> None:
    about = statistic(
        option("A", 200, 0.5, upper=80, is_key=True), option("B", 100, 0.4, upper=20), option("C", 300, -0.8)
    )
    assert codes(about, "B") == [Code.ATTRACTS_STRONG]


def test_an_option_that_may_be_right_as_well_is_ambiguous() -> None:
    about = statistic(
        option("A", 200, 0.3, upper=50, is_key=True), option("B", 200, 0.02, upper=50), option("C", 100, -0.6)
    )
    assert codes(about, "B") == [Code.AMBIGUOUS_WITH_KEY]


def test_few_choosers_prove_nothing() -> None:
    key, rest = option("A", 200, 0, upper=5, is_key=True), option("C", 100, 0)
    assert codes(statistic(key, option("B", 9, 4, upper=9), rest), "B") == []
    assert codes(statistic(key, option("B", 10, 4, upper=10), rest), "B") != []


@pytest.mark.parametrize(("chosen", "least"), [(0, 73), (1, 110), (2, 142), (3, 173), (4, 202), (5, 230)])
def test_a_rare_option_is_dead_from_so_many_responses(chosen: int, least: int) -> None:
    code = Code.NON_FUNCTIONING if chosen else Code.NEVER_CHOSEN

    def found(n: int) -> list[Code]:
        return codes(statistic(option("A", n - chosen, 0.1, is_key=True), option("B", chosen, 0)), "B")

    assert found(least - 1) == []
    assert found(least) == [code]


def test_dead_options_weigh_more_together_unless_the_item_is_easy() -> None:
    dead = (option("B", 0, 0), option("C", 2, 0))
    hard = findings(statistic(option("A", 200, 0.4, is_key=True), *dead, option("D", 200, -0.4)))
    easy = findings(statistic(option("A", 400, 0.4, is_key=True), *dead))
    single = findings(statistic(option("A", 200, 0.4, is_key=True), dead[1], option("D", 200, -0.4)))

    assert {each.severity for each in hard} == {Gravity.LOW}
    assert [(each.severity, weight(each)) for each in grouped(hard)] == [(Gravity.MEDIUM, 40), (Gravity.MEDIUM, 35)]
    assert grouped(easy) == easy
    assert grouped(single) == single
    assert (rank(hard), rank(single)) == (40, 20)


def test_the_key_is_judged_by_its_correlation() -> None:
    low = statistic(option("A", 500, 0.0, is_key=True), option("B", 500, 0.0))
    falling = statistic(option("A", 500, -0.2, is_key=True), option("B", 500, 0.2))
    good = statistic(option("A", 500, 0.2, is_key=True), option("B", 500, -0.2))

    assert codes(low, None) == [Code.KEY_LOW]
    assert codes(falling, None) == [Code.KEY_NEGATIVE]
    assert codes(good, None) == []


def test_very_easy_items_and_those_below_chance_are_told() -> None:
    easy = statistic(option("A", 200, 0.1, is_key=True), option("B", 1, -2))
    below = statistic(option("A", 20, 0.9, is_key=True), option("B", 90, 0), option("C", 90, 0))

    assert Code.TOO_EASY in codes(easy, None)
    assert Code.BELOW_CHANCE in codes(below, None)


def test_nothing_is_said_below_fifty_responses() -> None:
    assert findings(statistic(option("A", 49, 0, is_key=True), option("B", 0, 0))) == []


def test_sets_are_judged_option_by_option() -> None:
    sums = replace(
        item(
            option("A", 300, 0.5, is_key=True),
            option("B", 150, -0.5, is_key=True),
            option("C", 100, 0.8),
            option("D", 3, 0),
            option("E", 40, 0, is_key=True),
        ),
        multiple=True,
        n=400,
        m=400,
        right=60,
        right_m=60,
        sy=0.0,
        syy=400.0,
        sy_right=30.0,
    )
    about = describe(sums)

    assert codes(about, "A") == []
    assert codes(about, "B") == [Code.KEY_PART_NEGATIVE]
    assert codes(about, "C") == [Code.ATTRACTS_STRONG]
    assert codes(about, "D") == [Code.NON_FUNCTIONING]
    assert codes(about, "E") == [Code.KEY_PART_MISSED]


def test_adaptive_exposure_caps_severity_at_medium() -> None:
    found = findings(miskeyed(), adaptive=True)
    assert {each.severity for each in found} == {Gravity.MEDIUM}
    assert {weight(each) for each in found} == {50}


def test_options_hardly_ever_shown_are_noted_after_a_month() -> None:
    about = statistic(option("A", 10, 0, is_key=True), option("B", 0, 0))
    shown = {"A": 30, "B": 29}

    found = findings(about, published_days=30, displayed=shown)
    assert [(each.code, each.option, each.severity) for each in found] == [(Code.NEVER_SEEN, "B", Gravity.INFO)]
    assert findings(about, published_days=29, displayed=shown) == []


def test_the_rank_adds_sureness_and_exposure() -> None:
    sure = Finding(Code.ATTRACTS_STRONG, Gravity.HIGH, "B", 0.1, {"p": 0.5})
    assert rank([]) == 0
    assert rank([sure]) == pytest.approx(75)
    assert rank([sure], exposures=100) == pytest.approx(77.5)
    assert rank([replace(sure, bound=1.0)], exposures=1_000) == pytest.approx(85)
    assert rank([sure, Finding(Code.POSSIBLE_MISKEY, Gravity.CRITICAL, "C", 0.0, {"p": 0.5})]) == 100


def test_a_flag_holds_as_long_as_the_estimates_do() -> None:
    fewer = statistic(option("A", 60, -0.02, is_key=True), option("B", 60, 0.02), option("C", 60, 0.0))
    assert codes(fewer, "B") == []
    assert still_holds(Code.ATTRACTS_STRONG, fewer, "B")
    assert not still_holds(Code.ATTRACTS_STRONG, fewer, "C")
    assert not still_holds(Code.NON_FUNCTIONING, fewer, "B")
    assert still_holds(Code.KEY_NEGATIVE, fewer, None)
    assert not still_holds(Code.ATTRACTS_STRONG, fewer, "gone")


def test_limits_can_be_set() -> None:
    about = statistic(option("A", 190, 0.1, is_key=True), option("B", 14, 0))
    assert codes(about, "B") == []
    assert next(each.code for each in findings(about, Limits(dead_rate=0.15))) is Code.NON_FUNCTIONING
