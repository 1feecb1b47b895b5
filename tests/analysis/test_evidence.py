"""Findings in words: the numbers they rest on, and "may" where they are no longer sure."""

import re
from dataclasses import replace

import pytest

from questions.analysis.evidence import evidence, headline, reason
from questions.analysis.flags import Finding, findings
from questions.analysis.limits import Code, Limits
from questions.analysis.numbers import correlation, correlation_range, percent, percent_range
from questions.analysis.phrases import HEADLINES, SENTENCES
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic
from questions.items.proportion import Interval
from tests.analysis.making import item, option, statistic


def found(about: ItemStatistic, code: Code) -> Finding:
    return next(each for each in findings(about) if each.code is code)


def suspicious(n: int = 600) -> ItemStatistic:
    return statistic(
        option("E", n // 3, -0.2, upper=35, lower=40, is_key=True),
        option("C", n // 2, 0.2, upper=92, lower=40),
        option("A", n // 6, -0.2, upper=10, lower=30),
    )


def test_a_possible_miskey_says_who_chose_what_and_asks_for_the_key() -> None:
    about = suspicious()
    said = str(evidence(found(about, Code.POSSIBLE_MISKEY), about))
    assert said == (
        "C was chosen by 300 of 600 (50%, 46–54%); among the strongest 27%, 92 chose C and 35 the key E."
        " Choosing C instead of E goes with higher scores (r = +0.18, 95% +0.10…+0.26). Check the key."
    )
    assert str(headline(found(about, Code.POSSIBLE_MISKEY), about)) == "The strongest prefer C to the key E (92 to 35)"


def test_a_rare_option_is_told_among_all_and_among_wrong_answers() -> None:
    about = statistic(option("C", 153, 0.1, is_key=True), option("A", 3, 0), option("B", 58, 0))
    finding = Finding(Code.NON_FUNCTIONING, Limits().severity[Code.NON_FUNCTIONING], "A", 0.0)

    assert str(evidence(finding, about)).startswith("A: 3 of 214 (1.4%, 0.5–4.0%), 3 of 61 wrong answers.")
    assert str(headline(finding, about)) == "A is rarely chosen (1.4%)"


def test_a_flag_that_the_newest_responses_make_less_sure_says_may() -> None:
    finding = found(suspicious(), Code.POSSIBLE_MISKEY)
    fewer = suspicious(90)
    assert "may go with higher scores" in str(evidence(finding, fewer))


def test_an_option_that_only_the_strong_prefer_is_not_told_by_the_contrast() -> None:
    about = statistic(
        option("E", 300, 0.3, upper=20, is_key=True), option("C", 300, 0.3, upper=60), option("A", 300, -0.6)
    )
    said = str(evidence(found(about, Code.BEATS_KEY), about))
    assert "Choosing C goes with higher scores" in said
    assert "instead" not in said


def test_options_are_called_as_they_are_shown() -> None:
    about = suspicious()
    said = str(evidence(found(about, Code.POSSIBLE_MISKEY), about, names={"C": "B", "E": "D"}))
    assert said.startswith("B was chosen")
    assert "the key D." in said


def test_dead_options_are_told_together() -> None:
    key, dead = option("A", 300, 0.1, is_key=True), [option(name, 1, 0) for name in "BCD"]

    def line(*options: object) -> str:
        about = statistic(key, *dead[: len(options)])
        return str(reason(findings(about), about))

    assert line(1) == "B is rarely chosen (0.3%)"
    assert line(1, 2) == "B and C are rarely chosen"
    assert line(1, 2, 3) == "B, C, D are rarely chosen"
    assert reason([], statistic(key)) is None


def test_the_gravest_finding_speaks_for_the_item() -> None:
    about = suspicious()
    assert str(reason(findings(about), about)).startswith("The strongest prefer C")


@pytest.mark.parametrize("code", Code)
@pytest.mark.parametrize("multiple", [False, True])
def test_every_rule_has_its_words_for_sure_and_unsure(code: Code, multiple: bool) -> None:
    assert code in SENTENCES
    assert code in HEADLINES
    few = describe(replace(item(option("A", 3, 0.1, is_key=True), option("B", 1, 0)), multiple=multiple))
    for name in ("B", None, "gone"):
        finding = Finding(code, Limits().severity[code], name, 0.0, {"displayed": 3, "days": 40})
        assert "%" not in re.sub(r"\d%", "", str(evidence(finding, few)))
        assert str(headline(finding, few))


def test_numbers_are_written_for_people() -> None:
    assert [percent(each) for each in (0.44, 0.039, 0.0, 1.0, None)] == ["44%", "3.9%", "0.0%", "100%", "?"]
    assert percent_range(Interval(0.005, 0.04), share=0.014) == "0.5–4.0%"
    assert [correlation(each) for each in (0.12, -0.05, 1.0, -0.001, None)] == ["+0.12", "−0.05", "+1.00", "0.00", "?"]
    assert correlation_range(Interval(0.04, 0.2)) == "+0.04…+0.20"
    assert correlation_range(Interval(-0.2, -0.04)) == "−0.20…−0.04"
    assert correlation_range(None) == "?"
