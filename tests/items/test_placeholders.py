"""E7, E8: what was left unfinished."""

import pytest

from questions.items.words import TextFormat
from tests.items.making import choice, fires, found, item


@pytest.mark.parametrize(
    "text",
    [
        "TODO",
        "Which colour? TODO: write this",
        "Lorem ipsum dolor",
        "lorem ipsum",
        "xxx",
        "XXX",
        "[XXX]",
        "It is xxx here.",
        "See XXXX for more.",
        "FIXME later",
        "TBD",
    ],
)
def test_a_placeholder_is_an_error(text: str) -> None:
    assert found(item(explanation=text), "E7")[0].where == "explanation"
    assert found(item(options=(choice("red", key=True), choice("blue", because=text))), "E7")[0].where == "option 2"


@pytest.mark.parametrize(
    "text",
    [
        "What does a TODO comment mean?",
        "Tasks stand on a todo list.",
        "The marker “TODO” is found by grep.",
        "Write `TODO` in code.",
        "```python\n# TODO: xxx\n```",
        "Super Bowl XXX was in 1996.",
        "The address is 10.0.xxx.xxx, and 4xx is an error.",
        "Its code is xxx-yyy.",
    ],
)
def test_words_that_only_look_like_one_are_fine(text: str) -> None:
    assert not fires(item(explanation=text), "E7")


def test_todo_is_a_word_in_spanish() -> None:
    assert not fires(item(explanation="TODO LO ANTERIOR", language="es"), "E7")


@pytest.mark.parametrize(
    ("text", "open_"),
    [
        ("```\ncode", True),
        ("~~~\ncode\n```", True),
        ("````\n```\ncode\n```", True),
        ("```\ncode\n```", False),
        ("````\n```\n````", False),
        ("``` inline ``` and ``` another ```", False),
        ("a ` alone", False),
    ],
)
def test_an_open_fence_is_an_error_in_markdown(text: str, open_: bool) -> None:
    assert fires(item(explanation=text), "E7") == open_
    assert not fires(item(explanation=text, text_format=TextFormat.PLAIN), "E7")


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("<b>bold", "<b>"),
        ("bold</b>", "</b>"),
        ("<b><i>x</b></i>", "</b>"),
        ("Map<String, Integer>", "<string,>"),
        ("<p>one<p>two <br> 3 < 4 &amp; <b>x</b>", ""),
        ("<ul><li>a<li>b</ul>", ""),
        ("<img src='a' alt='b'><br/>", ""),
    ],
)
def test_an_unbalanced_tag_is_an_error_in_html(text: str, tag: str) -> None:
    problems = found(item(explanation=text, text_format=TextFormat.HTML), "E7")

    assert [problem.params["tag"] for problem in problems] == ([tag] if tag else [])


@pytest.mark.parametrize("fmt", [TextFormat.MARKDOWN, TextFormat.PLAIN])
def test_elsewhere_a_tag_is_text(fmt: TextFormat) -> None:
    assert not fires(item(explanation="Use Map<String, Integer> or <b>.", text_format=fmt), "E7")


@pytest.mark.parametrize(
    ("text", "fmt", "mute"),
    [
        ("![](a.png)", TextFormat.MARKDOWN, True),
        ("![ ](a.png)", TextFormat.MARKDOWN, True),
        ("![][ref]", TextFormat.MARKDOWN, True),
        ("![A square](a.png)", TextFormat.MARKDOWN, False),
        ("`![](a.png)`", TextFormat.MARKDOWN, False),
        ("<img src=a>", TextFormat.MARKDOWN, False),
        ("<img src='a.png'>", TextFormat.HTML, True),
        ("<img src='a.png' alt=''>", TextFormat.HTML, True),
        ('<IMG alt=" " src="a.png">', TextFormat.HTML, True),
        ("<img src='a.png' alt='A square'>", TextFormat.HTML, False),
        ("![](a.png)", TextFormat.HTML, False),
        ("![](a.png) <img>", TextFormat.PLAIN, False),
    ],
)
def test_an_image_says_in_words_what_it_shows(text: str, fmt: TextFormat, mute: bool) -> None:
    assert fires(item(stem=text, text_format=fmt), "E8") == mute
