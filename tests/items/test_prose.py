"""Authored text as a reader hears it."""

import time

import pytest

from questions.items.prose import TOKEN, prose, same, without_code, without_fences, words
from questions.items.words import TextFormat

MARKDOWN, PLAIN, HTML = TextFormat.MARKDOWN, TextFormat.PLAIN, TextFormat.HTML


@pytest.mark.parametrize(
    ("text", "fmt", "heard"),
    [
        ("Use `x < y` and ``a ` b``.", MARKDOWN, "Use code and code."),
        ("a\n```python\nTODO\n```\nb", MARKDOWN, "a\ncode\nb"),
        ("It is \\( x^2 \\) or $$ y $$.", MARKDOWN, "It is code or code."),
        ("**very** _much_ snake_case 2 * 3", MARKDOWN, "very much snake_case 2  3"),
        ("Map<String, int>", MARKDOWN, "Map<String, int>"),
        ("Use `x` and \\( y \\) **as typed**", PLAIN, "Use `x` and \\( y \\) **as typed**"),
        ("<p>Use <code>x</code> &amp; <b>y</b></p>", HTML, "Use code & y"),
        ("ﬁve ½", PLAIN, "five 1⁄2"),
        ("", MARKDOWN, ""),
    ],
)
def test_code_formulas_and_markup_are_not_heard(text: str, fmt: TextFormat, heard: str) -> None:
    assert prose(text, fmt) == heard


def test_emphasis_can_be_kept() -> None:
    assert prose("is _not_ it", MARKDOWN, emphasis=True) == "is **not** it"
    assert prose("is <em>not</em> it", HTML, emphasis=True) == "is **not** it"


def test_a_fence_left_open_is_told() -> None:
    assert without_fences("a\n~~~\nb") == ("a\ncode", True)
    assert without_fences("a\n~~~\nb\n~~~~") == ("a\ncode", False)


def test_words_hold_together() -> None:
    assert words("Don’t use mixed-precision, 3.5 times!") == ["Don’t", "use", "mixed-precision", "3", "5", "times"]


def test_equality_is_white_space_and_composition_only() -> None:
    assert same(" a\u00a0 b\n") == same("a b")
    assert same("e\u0301") == same("é")
    assert same("-E") != same("-e")


@pytest.mark.parametrize("piece", ["\\(", "<code>", "<code ", "$$ ", "<pre>a", "`"])
def test_what_is_opened_again_and_again_is_read_once(piece: str) -> None:
    text = piece * 20_001

    began = time.process_time()
    without_code(text, HTML if "<" in piece else MARKDOWN)

    # Looking through the rest for each of them took from one second to nine.
    assert time.process_time() - began < 0.5


def test_what_is_never_closed_stays_and_does_not_hide_what_is() -> None:
    assert without_code("a \\(x and $$y$$ b", MARKDOWN) == f"a \\(x and {TOKEN} b"
    assert without_code("<pre>a <CODE class=x>b</code > c", HTML) == f"<pre>a {TOKEN} c"
