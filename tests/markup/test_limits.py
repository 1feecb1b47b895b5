"""Texts made to be slow or deep: what is too much is shown as plain text, so no clock is needed here."""

import inspect
import sys

import pytest

from questions.markup import render, to_text
from questions.markup.limits import DEEPEST, LONGEST, beyond_limits
from tests.markup.dom import assert_safe, tags_of, text_of

SIZE = 20_000
QUICK = 5_000  # for what must only not crash


def repeated(unit: str, size: int = SIZE) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def is_plain(html: str) -> bool:
    return html.startswith('<div dir="auto" class="plain">')


@pytest.mark.parametrize(
    "unit",
    [
        "*a",
        "_a ",
        "**a** ",
        "*a **b _c ",
        "> > ",
        "- ",
        "+ ",
        "- + * ",
        "1. ",
        "> - ",
        "\\(x\\) ",
        "$$x$$ ",
        "|a\n|-\n",
        "|a|b|\n",
    ],
)
def test_too_many_marks_levels_rows_or_formulas_are_shown_as_plain_text(unit):
    text = repeated(unit)

    html = render(text, "markdown")

    assert is_plain(html)
    assert text_of(html) == text


@pytest.mark.parametrize(
    "unit",
    [
        *("[", "![", "]", "](", "[a](", "[[a]", "`", "` ", "`a``b", "(", "<", "<a", "<!--", "&lt;", "#", "# a\n", "="),
        *("-", "---\n", "***\n\n", "- - -\n", "~~~\n", "```\n", "```a\n", "\\", "\\*", "\\(", "\\)", "$$", "$"),
        *("a\n\n", "- a\n\n", "1. a\n", "> a\n\n", "    a\n", "\n", " ", "\t", "a  \n", "a\n===\n", "!", "{", "|"),
        *("<https://a> ", "[a](https://x) ", '[a](x "', "\u05d0 ", "😀", "*", "_"),
    ],
)
@pytest.mark.parametrize("text_format", ["markdown", "html"])
def test_long_runs_are_read_or_shown_but_never_crash(unit, text_format):
    html = render(repeated(unit, QUICK), text_format)

    assert_safe(html)
    assert len(html) < 40 * QUICK


@pytest.mark.parametrize(
    "unit", ["<b>", "<div>", "<ul><li>", "<table><tr><td>", "<a href=https://x>", "<p><b>", "<pre>", "<math>", "</p>"]
)
def test_deep_or_broken_html_is_settled(unit):
    html = render(repeated(unit) + "end", "html")

    assert "end" in to_text(html)


def nested_list(levels: int) -> str:
    return "\n".join("    " * level + "- x" for level in range(levels))


def test_lists_and_quotes_are_read_down_to_the_deepest_level():
    assert tags_of(render(nested_list(DEEPEST), "markdown")).count("ul") == DEEPEST
    assert is_plain(render(nested_list(DEEPEST + 1), "markdown"))
    assert not is_plain(render("> " * DEEPEST + "x", "markdown"))
    assert is_plain(render("> " * (DEEPEST + 1) + "x", "markdown"))


def test_a_text_is_read_up_to_the_longest():
    assert not beyond_limits("x" * LONGEST, 0)
    assert beyond_limits("x" * (LONGEST + 1), 0)


def test_deep_lists_in_code_do_not_count():
    html = render(f"```yaml\n{nested_list(30)}\n```", "markdown")

    assert tags_of(html)[0] == "pre"


def test_a_table_with_too_many_columns_is_text():
    wide = "|".join("a" * 40) + "\n" + "|".join("-" * 40) + "\n" + "|".join("b" * 40)

    assert tags_of(render(wide, "markdown")) == ["p"]
    assert text_of(render(wide, "markdown")) == wide


def test_a_narrow_table_cannot_be_blown_up_by_empty_rows():
    html = render("|".join("a" * 30) + "\n" + "|".join("-" * 30) + "\n" + "|\n" * 900, "markdown")

    assert html.count("<td") == 0


@pytest.mark.parametrize("code", ["x = 1\n" * 151, "x" * 161])
def test_long_or_wide_code_has_no_colours(code):
    assert tags_of(render(f"```python\n{code}\n```", "markdown")) == ["pre", "code"]


def test_colours_end_where_a_text_has_used_up_its_share():
    block = "```python\n" + "number = 1 + 2 + 3\n" * 100 + "```\n\n"

    html = render(block * 4, "markdown")

    first, *others = html.split("<pre")[1:]
    assert "hl-m" in first
    assert "hl-m" not in others[-1]


def test_the_result_does_not_depend_on_how_deep_the_caller_is():
    text = nested_list(DEEPEST) + "\n\n" + "> " * DEEPEST + "x"

    def called(levels: int) -> str:
        return called(levels - 1) if levels else render(text, "markdown")

    room = sys.getrecursionlimit() - len(inspect.stack(0))
    results = [called(room - spare) for spare in (room, 150, 120, 90, 70, 60, 50, 40)]

    assert not is_plain(results[0])
    assert is_plain(results[-1])  # out of stack: every character is still shown
    assert set(results) == {results[0], results[-1]}
