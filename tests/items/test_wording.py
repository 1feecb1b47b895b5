"""W1, W2, W3: options whose length or wording sets them apart."""

import pytest

from questions.items.checks import Severity
from questions.items.words import TextFormat
from tests.items.making import fires, found, item

LONG = "Keep a copy of the weights in full precision"


def test_a_key_that_is_much_longer_stands_out() -> None:
    assert fires(item(LONG, "Scale the loss", "Clip the gradients"), "W1")


@pytest.mark.parametrize(
    ("key", "longest", "stands_out"),
    [(52, 40, True), (51, 40, False), (53, 41, False), (42, 30, True), (41, 30, False)],
)
def test_it_stands_out_by_its_share_and_by_twelve_characters(key: int, longest: int, stands_out: bool) -> None:
    assert fires(item("one two three four ".ljust(key, "x"), "y" * longest, "zzz"), "W1") == stands_out
    assert not fires(item("one two three ".ljust(key, "x"), "y" * longest, "zzz"), "W1")


@pytest.mark.parametrize(
    "texts",
    [
        ("Scale the loss", LONG, "Clip the gradients"),
        (LONG, "Keep a copy of the gradients in half precision"),
        ("Extraordinarily-long-single-word-option", "Short", "Brief"),
        ("one two three four five", "one two three four"),
        ("`keep(a, copy, of, the, weights)` ", "`scale()`", "`clip()`"),
        ("1 000 000 000 000 000 000 000 000", "1", "2"),
    ],
)
def test_long_distractors_small_differences_numbers_and_code_are_fine(texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts), "W1")


def test_the_length_that_counts_is_the_one_read() -> None:
    key = '<span class="a-very-long-class-name-that-nobody-reads">one two three four five</span>'

    assert not fires(item(key, "one two three", "four five", text_format=TextFormat.HTML), "W1")


@pytest.mark.parametrize(
    "text", ["All of the above", "all the above", "Both of these", "Any of the options", "Each of those"]
)
def test_all_of_the_above_is_a_warning(text: str) -> None:
    assert fires(item("red", text), "W2")


@pytest.mark.parametrize("text", ["None of the above", "None of these", "Neither of the answers"])
def test_none_of_the_above_is_a_warning(text: str) -> None:
    assert fires(item("red", text), "W3")


@pytest.mark.parametrize(
    "text",
    [
        "None of the policies",
        "All of the weights",
        "Not all of the above",
        "Both",
        "All these years",
        "All of these layers are frozen",
        "None of those weights change",
        "All options are priced at once",
        "Each of the answers gets a weight",
    ],
)
def test_content_that_starts_alike_is_fine(text: str) -> None:
    assert not fires(item("red", text), "W2")
    assert not fires(item("red", text), "W3")


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("All of the above are reasons for it", "All of the above"),
        ("All of these options.", "All of these options"),
        ("All of the options given are correct", "All of the options"),
        ("Both answers are correct", "Both answers"),
        ("All of these, but for radiation", "All of these"),
        ("Any of those will do", "Any of those"),
    ],
)
def test_what_follows_may_point_at_the_list(text: str, span: str) -> None:
    problem = found(item("red", text), "W2")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "option 2", span)
    assert problem.message % problem.params == f"“{span}” is found by knowing any two options."
    assert problem.fix == "Write an option, or use multiple choice."


def test_a_key_without_spaces_between_words_may_stand_out_too() -> None:
    key = "把全精度的权重另外保存一份以便之后更新"

    assert fires(item(key, "缩放损失", "裁剪梯度", language="zh"), "W1")
