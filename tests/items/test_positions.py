"""E5, E6: places of shuffled options, and remarks that disagree with the key."""

from dataclasses import replace
from typing import Any

import pytest

from questions.items.item import Item
from questions.items.words import Kind
from tests.items.making import choice, fires, found, item


def with_option(text: str, *, pinned: bool = False, **extra: Any) -> Item:
    subject = item()
    return replace(subject, options=(*subject.options[:3], choice(text, pinned=pinned)), **extra)


POINTING = [
    "Both A and C",
    "A and B",
    "A, B and C",
    "(A) and (C) only",
    "Both A and B are correct",
    "All of the above",
    "None of the above",
    "Either of the above",
    "Both of the above options",
]


@pytest.mark.parametrize("text", POINTING)
def test_a_shuffled_option_must_not_point_at_others(text: str) -> None:
    assert found(with_option(text), "E5")[0].where == "option 4"


@pytest.mark.parametrize("text", POINTING)
def test_pinned_options_and_fixed_order_are_left_alone(text: str) -> None:
    assert not fires(with_option(text, pinned=True), "E5")
    assert not fires(with_option(text, shuffle=False), "E5")


@pytest.mark.parametrize(
    "text",
    ["A and red", "temperatures above 100 °C", "C and C++", "A", "R and S", "All of these", "`A and B`", "I and III"],
)
def test_options_that_name_something_else_are_fine(text: str) -> None:
    assert not fires(with_option(text), "E5")


def test_letters_of_the_stem_are_content() -> None:
    assert not fires(with_option("A and B", stem="Given sets A, B and C, which two overlap?"), "E5")
    assert fires(with_option("A and B", stem="A company paints its sky. Which colour is it?"), "E5")


def test_options_that_are_all_letters_name_no_options() -> None:
    assert not fires(item("A and B", "A and D", "B and C", "C and D", stem="Which vitamins are there?"), "E5")


REMARKS = [
    "Option B is for beginners.",
    "That is why answer C fails.",
    "Options B and C are both old.",
    "B is incorrect because it is dark.",
    "A and C are wrong.",
    "So all of the above hold.",
    "The options above are colours.",
    "The above answer is a colour.",
]


@pytest.mark.parametrize("text", REMARKS)
def test_a_remark_must_not_point_at_a_shuffled_option(text: str) -> None:
    assert found(item(explanation=text), "E5")[0].where == "explanation"
    assert found(item(takeaway=text), "E5")[0].where == "takeaway"
    assert fires(item(options=(choice("red", key=True), choice("blue", because=text), choice("green"))), "E5")
    assert not fires(item(explanation=text, shuffle=False), "E5")


@pytest.mark.parametrize(
    "text",
    [
        "As described above, the sky is blue.",
        "Values above 100 are rare.",
        "The answer A network gives is random.",
        "A is an article.",
        "Option Z is a button.",
        "An option above the strike price, or the option above its price.",
        "Use the option B-tree.",
        "Plan B is right behind it.",
        "The option `A` is a flag: see `option B`.",
    ],
)
def test_remarks_about_other_things_are_fine(text: str) -> None:
    assert not fires(item(explanation=text), "E5")


def test_a_remark_may_name_letters_of_the_stem() -> None:
    assert not fires(item(stem="Which of the schemes A and B is faster?", explanation="B is wrong."), "E5")


def test_a_remark_may_quote_a_pinned_option() -> None:
    subject = with_option("All of the above", pinned=True, explanation="So all of the above is true of light.")

    assert not fires(subject, "E5")


CONTRADICTIONS = [
    "The correct answer is green.",
    "The right answer is **green**, since grass is.",
    "The correct option is “green”.",
    "Correct answer: green",
    "The correct answer is B.",
    "The correct answer is option B, because it is.",
    "The correct answers are A and B.",
]


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_an_explanation_that_names_another_option_is_an_error(text: str) -> None:
    assert found(item(explanation=text), "E6")[0].where == "explanation"


@pytest.mark.parametrize(
    "text",
    [
        "The correct answer is red.",
        "The correct answer is A.",
        "The correct answer is not green.",
        "The correct answer is greenish.",
        "The correct answer is a network.",
        "Green is never the correct answer.",
        "The correct answer is obvious.",
    ],
)
def test_an_explanation_that_agrees_is_fine(text: str) -> None:
    assert not fires(item(explanation=text), "E6")


def test_the_longest_option_that_fits_is_meant() -> None:
    subject = item("5.2", "5", "5.2.1", explanation="The correct answer is 5.2, of course.")

    assert not fires(subject, "E6")
    assert fires(replace(subject, explanation="The correct answer is 5."), "E6")
    assert fires(replace(subject, explanation="The correct answer is 5.2.1."), "E6")


def test_of_several_keys_each_may_be_named() -> None:
    subject = item(keys=2, kind=Kind.MULTIPLE, shuffle=False, explanation="The correct answers are A and B.")

    assert not fires(subject, "E6")
    assert fires(replace(subject, explanation="The correct answers are A and C."), "E6")


def test_a_letter_of_the_stem_is_no_option() -> None:
    assert not fires(item(stem="Is scheme A or B faster?", explanation="The correct answer is B."), "E6")
