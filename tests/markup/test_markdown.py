"""What Markdown makes of a text, and what it deliberately does not."""

import pytest

from questions.markup import render
from tests.markup.dom import tags_of, text_of


def rendered(text: str) -> str:
    return render(text, "markdown")


def test_emphasis_lists_quotes_and_rules_are_read():
    html = rendered("*a* **b** ***c*** _d_ __e f__\n\n- one\n- two\n\n1. x\n2. y\n\n> said\n\n***\n\nlast  \nline")

    assert "<em>a</em> <strong>b</strong> <strong><em>c</em></strong> <em>d</em> <strong>e f</strong>" in html
    assert '<ul>\n<li dir="auto">one</li>\n<li dir="auto">two</li>\n</ul>' in html
    assert '<ol>\n<li dir="auto">x</li>' in html
    assert '<blockquote dir="auto">\n<p dir="auto">said</p>\n</blockquote>' in html
    assert "<hr>" in html
    assert "last<br>\nline" in html


def test_emphasis_works_without_spaces_in_scripts_that_have_none():
    assert "<strong>重点</strong>" in rendered("这是**重点**内容")


@pytest.mark.parametrize(
    "typed", ["a_b_c", "2*3*4", "x**y**z", "__init__", "f(__name__)", "5 * 3 * 2", "*args, **kwargs"]
)
def test_signs_in_words_and_numbers_are_no_emphasis(typed):
    assert tags_of(rendered(typed)) == ["p"]


@pytest.mark.parametrize(
    ("typed", "tag"),
    [("# A", "h3"), ("## A", "h4"), ("### A", "h5"), ("###### A", "h5"), ("A\n===", "h3"), ("A\n---", "h4")],
)
def test_headings_begin_below_those_of_the_page(typed, tag):
    assert rendered(typed) == f'<{tag} dir="auto">A</{tag}>'


def test_marks_that_close_a_heading_go_but_a_name_keeps_its_own():
    assert text_of(rendered("# Title ##")) == "Title"
    assert text_of(rendered("# About C#")) == "About C#"


def test_a_heading_ends_with_its_line():
    assert tags_of(rendered("before\n# A\nafter")) == ["p", "h3", "p"]


def test_a_list_that_begins_later_keeps_its_number():
    assert '<ol start="3">' in rendered("3. c\n4. d")


@pytest.mark.parametrize("indent", [2, 3, 4])
def test_a_fence_belongs_to_the_list_item_above_it(indent):
    space = " " * indent

    html = rendered(f"1. one\n{space}```python\n{space}x = 1\n{space}  y\n{space}```\n2. two")

    assert tags_of(html) == ["ol", "li", "p", "pre", "code", "span", "li", "p"]
    assert "x = 1\n  y" in text_of(html)


def test_a_fence_after_a_list_is_not_part_of_it():
    assert tags_of(rendered("- one\n\n```\nx\n```"))[-2:] == ["pre", "code"]
    assert "</ul>\n<pre" in rendered("- one\n\n```\nx\n```")


def test_an_unclosed_fence_runs_to_the_end():
    html = rendered("a\n\n```\nx < y\n\n*b*")

    assert tags_of(html) == ["p", "pre", "code"]
    assert text_of(html).endswith("x < y\n\n*b*")


def test_a_longer_fence_holds_a_shorter_one():
    assert text_of(rendered("````\n```\nx\n```\n````")) == "```\nx\n```"


def test_tables_align_their_columns_by_classes():
    html = rendered("| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |")

    assert '<th dir="auto">a</th>' in html
    assert '<td dir="auto" class="md-center">2</td>' in html
    assert '<td dir="auto" class="md-end">3</td>' in html
    assert "style" not in html


def test_bars_in_code_and_formulas_divide_no_cells():
    html = rendered("a | b\n--|--\n`x|y` | \\(|z|\\)")

    assert "<code>x|y</code></td>" in html
    assert html.count("<td") == 2


def test_a_row_with_too_many_cells_keeps_them():
    assert "2 | 3" in text_of(rendered("| a | b |\n|--|--|\n| 1 | 2 | 3 |\n| only one |"))


@pytest.mark.parametrize("typed", ["a | b\n|", "a | b\n  |  ", "a | b\nc | d"])
def test_bars_without_a_line_of_dashes_make_no_table(typed):
    assert "table" not in tags_of(rendered(typed))


def test_links_are_marked_as_not_ours():
    html = rendered(
        '[*a* & b](https://example.org/?x=1&y=(2) "title") <https://example.org/a?b&c> [m](mailto:a@example.org)'
    )

    assert '<a href="https://example.org/?x=1&amp;y=(2)" rel="noopener nofollow"><em>a</em> &amp; b</a>' in html
    assert '<a href="https://example.org/a?b&amp;c" rel="noopener nofollow">https://example.org/a?b&amp;c</a>' in html
    assert '<a href="mailto:a@example.org" rel="noopener nofollow">m</a>' in html


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "//evil.example",
        "/path",
        "x",
        "vbscript:x",
        "",
    ],
)
def test_what_is_no_web_address_makes_no_link(address):
    typed = f"[a]({address})"

    assert tags_of(rendered(typed)) == ["p"]
    assert text_of(rendered(typed)) == typed


def test_images_are_ours_and_others_become_links():
    assert rendered("![a *b* `c`](/media/ab12.png)") == '<p dir="auto"><img src="/media/ab12.png" alt="a *b* c"></p>'
    assert 'href="https://example.org/x.png"' in rendered("![chart](https://example.org/x.png)")
    assert "img" not in tags_of(
        rendered("![chart](https://example.org/x.png) ![y](/media/../admin) ![z](data:image/png;x)")
    )


def test_an_image_can_be_a_link():
    html = rendered("[![x](/media/a.png)](https://example.org)")

    assert tags_of(html) == ["p", "a", "img"]


def test_code_is_coloured_by_classes_of_our_own():
    html = rendered('```python\ndef f(x):\n    return "s" + 1  # why\n```')

    assert '<span class="hl-k">def</span> <span class="hl-f">f</span>(x):' in html
    assert '<span class="hl-s">"s"</span>' in html
    assert '<span class="hl-m">1</span>' in html
    assert '<span class="hl-c"># why</span>' in html


@pytest.mark.parametrize("info", ["", "text", "nonsense", "python2000"])
def test_code_in_no_known_language_has_no_colours(info):
    assert "<span" not in rendered(f"```{info}\ndef f(): pass\n```")


def test_code_blocks_and_tables_can_be_reached_and_named():
    code = rendered("```\nfirst line\nsecond\n```")
    table = rendered("| name | size |\n|--|--|\n| a | 1 |")

    assert code.startswith('<pre tabindex="0" role="group" aria-label="first line second">')
    assert table.startswith('<div class="tablewrap" tabindex="0" role="group" aria-label="name size"><table>')


def test_a_name_is_cut_and_escaped():
    html = rendered("```\n" + 'x<"&>' * 30 + "\n```")

    assert html.startswith('<pre tabindex="0" role="group" aria-label="x&lt;&quot;&amp;&gt;x')
    assert len(html.split('aria-label="')[1].split('">')[0]) < 300


def test_every_block_finds_its_own_direction():
    html = rendered("שלום\n\nhello\n\n- مرحبا\n\n> q\n\n# h\n\n| a |\n|--|\n| b |")

    for start in ("<p", "<li", "<blockquote", "<h3", "<th", "<td"):
        assert html.count(start) == html.count(f'{start} dir="auto"') + (html.count("<thead") if start == "<th" else 0)


@pytest.mark.parametrize(
    ("typed", "html"),
    [
        ("the *gradient* underflows", "the <em>gradient</em> underflows"),
        ("one\nline", "one\nline"),
        ("`x`", "<code>x</code>"),
        ("\ufeffx", "x"),
    ],
)
def test_one_paragraph_can_continue_a_sentence(typed, html):
    assert render(typed, "markdown", inline=True) == html


@pytest.mark.parametrize(
    "typed", ["one\n\ntwo", "- item", "# head", "```\nx\n```", "a\n\n```\nx\n```", "| a |\n|--|\n| b |"]
)
def test_several_blocks_stay_blocks_inline(typed):
    assert render(typed, "markdown", inline=True) == rendered(typed)


def test_an_unknown_format_is_refused():
    with pytest.raises(KeyError):
        render("x", "rst")
