"""Only what is on the list comes out, whatever goes in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questions.markup import render, sanitise, to_text
from tests.markup.dom import assert_safe, read, tags_of, text_of
from tests.markup.payloads import PAYLOADS

FORMATS = ["plain", "markdown", "html"]


@pytest.mark.parametrize("text_format", FORMATS)
@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_attack_leaves_more_than_listed_elements(payload, text_format):
    for text in (payload, f"a {payload} b", f"> - {payload}\n\n{payload}", f'<p title="{payload}">x</p>', payload * 3):
        html = render(text, text_format)

        assert_safe(html)
        assert_safe(render(text, text_format, inline=True))
        assert sanitise(html) == html


@pytest.mark.parametrize("payload", PAYLOADS)
def test_the_sanitiser_alone_stops_every_attack(payload):
    for html in (payload, f"<div><b>{payload}", f"<math><mtext>{payload}", f"<table><tr><td>{payload}</table>"):
        assert_safe(sanitise(html))
        assert sanitise(sanitise(html)) == sanitise(html)


@pytest.mark.parametrize("payload", [payload for payload in PAYLOADS if payload.startswith("<")])
def test_markdown_and_plain_text_show_an_attack_instead_of_running_it(payload):
    assert {"script", "img", "svg", "iframe", "form", "style"}.isdisjoint(tags_of(render(payload, "markdown")))
    assert tags_of(render(payload, "plain")) == ["div"]


def test_the_checker_itself_catches_what_it_should():
    for html in (
        "<script></script>",
        '<p onclick="x">a</p>',
        '<a href="javascript:x" rel="noopener nofollow">a</a>',
        '<a href="https://x">a</a>',
        '<span class="modal">a</span>',
        '<img src="https://x/y.png" alt="">',
        "<!-- x -->",
        "<p>",
        '<p dir="rtl">x</p>',
    ):
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            assert_safe(html)


PIECES = st.sampled_from(
    [
        *"<>&\"'`*_[](){}#|\\$!-+=~:;/ \n\t",
        *(
            "\n\n",
            "    ",
            "- ",
            "1. ",
            "> ",
            "```",
            "```python\n",
            "~~~",
            "$$",
            "\\(",
            "\\)",
            "**",
            "__",
            "](",
            "![",
            "|--|",
        ),
        *(
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<div>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
            "<pre>\n",
            "<a href=https://x>",
            "</a>",
        ),
        *(
            "<math>",
            "<mi>",
            "<mtext>",
            "</math>",
            "<svg>",
            "<style>",
            "<script>",
            "<!--",
            "-->",
            "<![CDATA[",
            "<img src=/media/a>",
        ),
        *(
            "<ul>",
            "<li>",
            "<button>",
            "<select>",
            "<form>",
            "<h1>",
            "<dl>",
            "<tfoot>",
            "<object>",
            '<div class="tablewrap">',
        ),
        *(
            ' class="plain hl-k x"',
            " onclick=x",
            " style=x",
            "&lt;",
            "&amp;",
            "&nbsp;",
            "&#0;",
            "&#xD800;",
            "&",
            "\x00",
            "\r",
            "\x02",
        ),
        *(
            "\u00a0",
            "\u202e",
            "\ufeff",
            "\ud800",
            "א",
            "é",
            "😀",
            "a",
            "B",
            "1",
            "\\frac",
            "{a}",
            "^",
            "https://x.y",
            "/media/a.png",
        ),
    ]
)
AUTHORED = st.lists(st.one_of(PIECES, st.text(max_size=4)), max_size=30).map("".join)


@settings(max_examples=300, deadline=None)
@given(text=AUTHORED, text_format=st.sampled_from(FORMATS))
def test_any_text_renders_to_listed_elements_and_stays_so(text, text_format):
    html = render(text, text_format)

    assert_safe(html)
    assert_safe(render(text, text_format, inline=True))
    assert sanitise(html) == html
    assert render(text, text_format) == html
    to_text(html)


@settings(max_examples=300, deadline=None)
@given(html=AUTHORED)
def test_any_html_is_sanitised_once_and_for_all(html):
    once = sanitise(html)

    assert_safe(once)
    assert sanitise(once) == once


@settings(max_examples=200, deadline=None)
@given(text=AUTHORED)
def test_any_plain_text_is_shown_exactly(text):
    typed = "".join(
        character for character in text if character in "\n\t" or (character >= " " and character != "\x7f")
    )
    typed = typed.lstrip("\ufeff").replace("\ud800", "\ufffd")

    assert text_of(render(typed, "plain")) == (typed if typed.strip(" \t\n") else "")


WORDS = st.text("abcXYZ áßא中 *_#>-+=|&;<>{}!.,:'\"^%/\\\n\t\u00a0", max_size=120)


@settings(max_examples=300, deadline=None)
@given(text=WORDS)
def test_markdown_never_loses_or_moves_a_letter(text):
    shown = text_of(render(text, "markdown"))

    assert [letter for letter in shown if letter.isalpha()] == [letter for letter in text if letter.isalpha()]


@settings(max_examples=200, deadline=None)
@given(code=st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=200))
def test_any_fenced_code_is_shown_exactly(code):
    html = render(f"`````python\n{code}\n`````", "markdown")

    assert text_of(html) == code or "`````" in code


@pytest.mark.parametrize(
    "unit", ["<p><marquee>", "<a href=https://x><marquee>", "<b><p><marquee>", "<table><tr><td><p>"]
)
def test_html_that_changes_when_it_is_parsed_again_settles(unit):
    html = sanitise(unit * 30 + "x")

    assert_safe(html)
    assert sanitise(html) == html
    assert "x" in read(html).text
