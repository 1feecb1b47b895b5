"""E2, E3, E11: the options as a list."""

import pytest

from questions.items.words import TextFormat
from tests.items.making import errors, fires, found, item


@pytest.mark.parametrize("count", [0, 1, 27])
def test_there_are_two_to_26_options(count: int) -> None:
    assert errors(item(options=item(*map(str, range(count)), "x").options[:count])) == ["E11"]


@pytest.mark.parametrize("count", [2, 26])
def test_two_and_26_options_are_fine(count: int) -> None:
    assert errors(item(*map(str, range(count)))) == []


@pytest.mark.parametrize("text", ["", " ", "\n", "\u00a0", "\u200b", "\ufeff \u2060"])
def test_an_option_that_shows_nothing_is_empty(text: str) -> None:
    assert [problem.where for problem in found(item("red", text, "blue"), "E2")] == ["option 2"]


@pytest.mark.parametrize("text", ["<p></p>", "<p>&nbsp;</p>", "<br>"])
def test_html_that_shows_nothing_is_empty(text: str) -> None:
    assert fires(item("red", text, text_format=TextFormat.HTML), "E2")
    assert not fires(item("red", text, text_format=TextFormat.PLAIN), "E2")


def test_an_image_is_not_nothing() -> None:
    assert not fires(item("red", '<img src="a.png" alt="A square">', text_format=TextFormat.HTML), "E2")


@pytest.mark.parametrize(
    ("one", "other"), [("red", "red"), ("red  wine", " red wine\n"), ("red wine", "red\u00a0wine"), ("é", "e\u0301")]
)
def test_options_that_differ_in_white_space_or_composition_are_the_same(one: str, other: str) -> None:
    assert [problem.where for problem in found(item("blue", one, other), "E3")] == ["option 3"]


@pytest.mark.parametrize(("one", "other"), [("-E", "-e"), ("x²", "x2"), ("ﬁ", "fi"), ("a", "a."), ("*a*", "a")])
def test_options_that_differ_in_anything_else_are_two(one: str, other: str) -> None:
    assert not fires(item("blue", one, other), "E3")


def test_two_empty_options_are_empty_and_not_the_same() -> None:
    assert errors(item("red", "", " ")) == ["E2", "E2"]


def test_the_message_names_both() -> None:
    problem = found(item("red", "blue", "red"), "E3")[0]

    assert problem.message % problem.params == "Options 1 and 3 are the same."
    assert problem.fix == "Change one or remove it."
