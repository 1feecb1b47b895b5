"""Rendered HTML as one line."""

import pytest

from questions.markup import render, to_text


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("one\n\ntwo\nthree", "one two three"),
        ("- a\n- b", "a b"),
        ("*a*b **c**", "*a*b c"),
        ("a`b`c", "abc"),
        ("x  \ny", "x y"),
        ("a &lt; b", "a &lt; b"),
        ("![a chart](/media/a.png) here", "a chart here"),
        ("| a | b |\n|--|--|\n| 1 | 2 |", "a b 1 2"),
        ("```\nx\n  y\n```", "x y"),
        ("a\u00a0b", "a\u00a0b"),
        ("\\(x_1\\)", "x_1"),
    ],
)
def test_text_is_one_line_with_blocks_set_apart(text, line):
    assert to_text(render(text, "markdown")) == line


def test_plain_text_and_imported_html_read_alike():
    assert to_text(render("a <b>\n\n c", "plain")) == "a <b> c"
    assert to_text(render("<p>a</p><p>b<br>c</p>", "html")) == "a b c"
    assert to_text("") == ""
