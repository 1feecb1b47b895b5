"""What the author typed is what the learner reads."""

import pytest

from questions.markup import render, to_text
from tests.markup.dom import text_of

FORMATS = ["plain", "markdown", "html"]
EVERYWHERE = [
    "Map<String, int>",
    "List<T> and Map<K, V>",
    "std::vector<std::pair<int, T>> v;",
    "a < b",
    "a<b",
    "a < b && c > d",
    "if (a<b && c>d) return;",
    "x<y and z>w",
    "i<n; i++",
    "1 < 2 > 0",
    "<",
    ">",
    "<>",
    "< >",
    "</",
    "<-",
    "->",
    "=>",
    "<=",
    "a <- b",
    "<T>",
    "</T>",
    "<String, int>",
    "<?php echo 1 ?>",
    "<![CDATA[x]]>",
    "<!-- never closed",
    "Optional<Object>",
    "foo<B>(x)",
    "e-mail <me@example.org>",
    "<your name here>",
    "$5 and $10",
    "$5",
    "$",
    "$$",
    "US$ 5, A$6",
    "$x$",
    "costs $5 (was $$10)",
    "*",
    "**",
    "a * b * c",
    "2*3*4",
    "2**8",
    "f(*args)",
    "-",
    "--",
    "- ",
    "-1",
    "-E",
    "+1",
    "--gpus all",
    "_",
    "snake_case_name and other_name",
    "__init__ and __name__",
    "_private",
    "`",
    "``",
    "it`s",
    "{}",
    "{{ user }} {% block %}",
    "{x}",
    "[x]",
    "[a](b)",
    "handlers[name](event)",
    "x[0][1]",
    "[1]: see below",
    "[Note]: wait",
    "![x]",
    "\\",
    "C:\\new\\table",
    "\\d+\\s",
    "\\( never closed",
    "never opened \\)",
    "~",
    "~/.ssh",
    "^",
    "|",
    "a | b",
    "p(a|b)",
    "#",
    "#5 is right",
    "#include <stdio.h>",
    "C# and F#",
    ">= 3",
    "> 90 %",
    ">>> import os",
    "=",
    "x == y",
    "!",
    "!important",
    "100 %",
    "%s %d %(name)s",
    "'single' \"double\" “curly” «guillemets»",
    "AT&T",
    "a && b",
    "?a=1&b=2",
    "&",
    "& ",
    "©®™ ½ × ÷ ± ≤ ≥ ≠ ∞",
    "😀 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽",
    "e\u0301 and é",
    "שלום עולם (abc) 123",
    "مرحبا بالعالم، كيف الحال؟",
    "abc \u202eright to left\u202c def",
    "\u200fmark\u200e",
    "中文，日本語、한국어",
    "a\u00a0b\u00a0\u00a0c",
    "\u00a0indented by a no-break space",
    "ends in one\u00a0",
    "thin\u2009space, zero\u200bwidth, line\u2028separator",
    "x" * 300,
    "ñ" * 300,
    "a/b/c//d",
    "http://example.org/?q=<x>&y=1",
    "1) first",
    "1.5",
    "2024 was a year",
    "…",
    "\ue000 private use",
    "\ufffd",
    "klzzwxh:0000 wzxhzdk:0 amp",
]


@pytest.mark.parametrize("text_format", FORMATS)
@pytest.mark.parametrize("typed", EVERYWHERE)
def test_text_is_shown_as_typed_in_every_format(typed, text_format):
    assert text_of(render(typed, text_format)).strip(" \n") == typed.strip(" ")


@pytest.mark.parametrize("text_format", FORMATS)
@pytest.mark.parametrize("typed", EVERYWHERE)
def test_text_is_shown_as_typed_in_a_sentence_and_inline(typed, text_format):
    sentence = f"see {typed} there"

    assert text_of(render(sentence, text_format, inline=True)) == sentence


@pytest.mark.parametrize(
    "typed",
    [
        "&lt;",
        "&amp;lt;",
        "&nbsp;",
        "&#60;",
        "&notanentity;",
        "&copy",
        "&amp;amp;amp;",
        "<b>bold</b>",
        "<br>",
        "<!-- c -->",
    ],
)
@pytest.mark.parametrize("text_format", ["plain", "markdown"])
def test_entities_and_tags_are_text_where_html_is_not_the_format(typed, text_format):
    assert text_of(render(typed, text_format)) == typed


@pytest.mark.parametrize(
    "typed",
    [
        "  leading spaces",
        "trailing spaces  ",
        "two  spaces\tand a tab",
        "line one\nline two\n\n\n\nafter three blank lines\n    indented",
        "\n\nblank lines first",
        "# no heading\n- no list\n    no code",
        "*no* `markdown` \\(x\\) \\*",
        "\u00a0 \u3000",
    ],
)
@pytest.mark.parametrize("inline", [False, True])
def test_plain_text_keeps_every_character(typed, inline):
    assert text_of(render(typed, "plain", inline=inline)) == typed


@pytest.mark.parametrize(
    "code",
    [
        "    leading\n\ttab\n\n\n  two  spaces  ",
        "a < b && c > d; // &lt; &amp;",
        "Map<String, int> m;",
        "\\( not a formula \\) $$ x $$ \\*",
        "# no heading\n- no list\n> no quote\n| no | table |\n|----|----|",
        "`tick` ``` inside",
        "*a* _b_ **c** [x](https://example.org)",
        "\u00a0x\u2003y",
        "x" * 500,
        "שלום = 1",
        "klzzwxh:0000 wzxhzdk:0",
        "\n\nbegins and ends blank\n\n",
    ],
)
@pytest.mark.parametrize("language", ["", "python", "java", "bash", "html", "no-such-language"])
def test_fenced_code_keeps_every_character(code, language):
    html = render(f"before\n\n````{language}\n{code}\n````\n\nafter", "markdown")

    assert text_of(html) == f"before\n{code}\nafter"


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("`a  b`", "a  b"),
        ("` a`", " a"),
        ("`` ` ``", "`"),
        ("`a\tb`", "a\tb"),
        ("`&lt; &amp;`", "&lt; &amp;"),
        ("`\\(x\\) $$y$$ \\*`", "\\(x\\) $$y$$ \\*"),
        ("`*a* __b__ <c>`", "*a* __b__ <c>"),
        ("`a\u00a0b`", "a\u00a0b"),
        ("`over\nlines`", "over lines"),
    ],
)
def test_code_in_a_sentence_is_kept_and_not_read(typed, code):
    assert render(f"x {typed} y", "markdown").count("<code>") == 1
    assert text_of(render(f"x {typed} y", "markdown")) == f"x {code} y"


def test_indented_code_is_shown_with_its_markers_as_typed():
    typed = "    x = `a` \\* \\(y\\) &lt; <b> $$z$$\n      deeper\n\n    after a blank line"

    assert text_of(render(typed, "markdown")).rstrip("\n") == (
        "x = `a` \\* \\(y\\) &lt; <b> $$z$$\n  deeper\n\nafter a blank line"
    )


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("\\*not emphasis\\*", "*not emphasis*"),
        ("\\`not code\\`", "`not code`"),
        ("\\# no heading", "# no heading"),
        ("\\- no list", "- no list"),
        ("1\\. no list", "1. no list"),
        ("\\$$ no formula $$", "$$ no formula $$"),
        ("\\\\(no formula\\\\)", "\\(no formula\\)"),
        ("\\[no\\](https://example.org)", "[no](https://example.org)"),
        ("a\\|b", "a|b"),
    ],
)
def test_a_backslash_takes_the_meaning_from_a_sign(typed, shown):
    assert text_of(render(typed, "markdown")) == shown


@pytest.mark.parametrize("text_format", FORMATS)
def test_control_characters_are_shown_as_pictures_and_never_crash(text_format):
    every = "".join(map(chr, range(0x20))) + "\x7f"

    shown = text_of(render(f"a{every}b", text_format))

    assert "␀␁␂␃␄␅␆␇␈" in shown
    assert "␟" in shown
    assert "␡b" in shown
    assert not set(shown) & set(map(chr, [*range(9), *range(0x0B, 0x20), 0x7F]))


@pytest.mark.parametrize("text_format", FORMATS)
def test_a_lone_surrogate_becomes_the_replacement_character(text_format):
    assert text_of(render("a\ud800b", text_format)) == "a\ufffdb"


@pytest.mark.parametrize(
    "forged", ["\x02klzzwxh:0000\x03", "\x02wzxhzdk:0\x03", "\x0565\x06", "\x050\x06", "\x0265\x03"]
)
def test_authors_cannot_forge_the_markers_of_the_parser(forged):
    shown = text_of(render(f"`code` {forged} x", "markdown"))

    assert shown.count("code") == 1
    assert forged.strip("\x02\x03\x05\x06") in shown


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
@pytest.mark.parametrize("text_format", FORMATS)
def test_every_kind_of_line_end_gives_the_same(text_format, end):
    assert render(f"a{end}b{end}{end}c", text_format) == render("a\nb\n\nc", text_format)


@pytest.mark.parametrize("text_format", FORMATS)
def test_nothing_but_space_renders_to_nothing(text_format):
    assert render("", text_format) == ""
    assert render(" \n\t ", text_format) == ""


@pytest.mark.parametrize("typed", EVERYWHERE)
def test_titles_and_labels_read_as_typed(typed):
    sentence = f"see {typed.strip(' ')} there"

    assert to_text(render(sentence, "markdown")) == sentence
