"""E1, E9, E17, E18, W17, W21: the key and what the stem says of it."""

from dataclasses import replace

import pytest

from questions.items.item import Trap
from questions.items.words import Kind, TextFormat
from tests.items.making import choice, errors, fires, found, item


@pytest.mark.parametrize(
    ("keys", "kind", "wrong"),
    [
        (0, Kind.SINGLE, True),
        (1, Kind.SINGLE, False),
        (2, Kind.SINGLE, True),
        (4, Kind.SINGLE, True),
        (0, Kind.MULTIPLE, True),
        (1, Kind.MULTIPLE, False),
        (3, Kind.MULTIPLE, False),
        (4, Kind.MULTIPLE, True),
    ],
)
def test_single_choice_has_one_key_and_multiple_some_but_not_all(keys: int, kind: Kind, wrong: bool) -> None:
    assert fires(item(keys=keys, kind=kind), "E1") == wrong


def test_multiple_choice_with_one_key_is_only_a_warning() -> None:
    assert fires(item(keys=1, kind=Kind.MULTIPLE), "W21")
    assert not fires(item(keys=2), "W21")
    assert not fires(item(keys=1), "W21")


def test_a_number_to_choose_belongs_to_multiple_choice() -> None:
    assert errors(item(choose_n=2)) == ["E17"]
    assert "E17" in errors(item(keys=2, choose_n=1))
    assert errors(item(keys=2, choose_n=2)) == []


def test_the_number_to_choose_is_the_number_of_keys() -> None:
    assert found(item(keys=2, choose_n=3), "E9")[0].where == "choose_n"


@pytest.mark.parametrize(
    "stem",
    [
        "Which colours are there? (Choose two.)",
        "Which colours are there? Choose TWO.",
        "Which colours are there? **Select two**",
        "Select 2 colours.",
        "Which colours are there? Pick the two best ones, please pick two.",
        "Which colours are there?\nPlease select two answers.",
        "Which two colours are there?",
        "Which of the two colours are there?",
    ],
)
def test_choose_two_with_three_keys_is_an_error(stem: str) -> None:
    assert found(item(keys=3, stem=stem), "E9")[0].where == "stem"
    assert not fires(item(keys=2, stem=stem), "E9")


@pytest.mark.parametrize(
    "stem",
    [
        "A team must choose two servers. Which one is the faster?",
        "Which two-phase protocol is used?",
        "Which two layers does it have?",
        "What does `choose two` print? What is `select 2`?",
    ],
)
def test_a_number_that_is_no_order_to_the_learner_is_fine(stem: str) -> None:
    assert not fires(item(stem=stem), "E9")


def test_choose_two_over_single_choice_is_an_error() -> None:
    assert fires(item(stem="Which colours? (Choose two.)"), "E9")
    assert not fires(item(stem="Which colour? (Choose one.)"), "E9")


def test_wording_rules_leave_other_languages_alone() -> None:
    assert not fires(item(keys=3, stem="Choose two.", language="de"), "E9")
    assert not fires(item(keys=2, stem="Welche Farben?", language="de"), "W17")


@pytest.mark.parametrize(
    ("stem", "silent"),
    [
        ("Which of these colours does a flag have?", True),
        ("Which colours does a flag have? Choose all that apply.", False),
        ("Which colours does a flag have? (Select all that are right.)", False),
        ("Which two colours does a flag have?", False),
        ("Choose two colours.", False),
        ("Which one or more of these colours does a flag have?", False),
        ("Does `Choose all that apply` mean much?", True),
    ],
)
def test_multiple_choice_says_that_it_is(stem: str, silent: bool) -> None:
    assert fires(item(keys=2, stem=stem), "W17") == silent


def test_a_number_in_the_field_announces_too() -> None:
    assert not fires(item(keys=2, stem="Which of these?", choose_n=2), "W17")


def test_in_plain_text_a_backtick_is_no_code() -> None:
    assert not fires(
        item(keys=2, stem="Which `of` these? `Choose two`: ", text_format=TextFormat.PLAIN, choose_n=2), "E9"
    )


def test_a_key_is_no_trap() -> None:
    subject = item()
    options = (replace(subject.options[0], trap=Trap()), *subject.options[1:])

    assert errors(replace(subject, options=options)) == ["E18"]
    assert errors(item(options=(choice("red", key=True), choice("blue", trap=Trap("Blue it is."))))) == []
