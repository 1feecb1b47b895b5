"""HTML of imported files: what is HTML works, what is not stays text."""

import pytest

from questions.markup import render
from tests.markup.dom import assert_safe, tags_of, text_of


def rendered(text: str) -> str:
    return render(text, "html")


def test_listed_elements_are_kept():
    html = rendered(
        "<p>a <b>b</b> <i>i</i> <u>u</u> <s>s</s> <sub>1</sub><sup>2</sup> <kbd>K</kbd><br>x</p><hr>"
        "<ul><li>l</li></ul><ol start=3><li>m</li></ol><blockquote>q</blockquote><h3>h</h3>"
    )

    assert " ".join(tags_of(html)) == "p b i u s sub sup kbd br hr ul li ol li blockquote h3"
    assert '<ol start="3">' in html


@pytest.mark.parametrize(
    ("typed", "html"),
    [
        ("<h1>t</h1>", '<h3 dir="auto">t</h3>'),
        ("<H2>t</H2>", '<h3 dir="auto">t</h3>'),
        ("<h6>t</h6>", '<h5 dir="auto">t</h5>'),
        ("<del>x</del> <ins>y</ins>", "<s>x</s> <u>y</u>"),
        ("<tt>x</tt>", "<code>x</code>"),
        ("<var>x</var>", "<em>x</em>"),
        ("<font color=red size='+1'>x</font>", "x"),
        ("<section><p>a</p></section>", '<div><p dir="auto">a</p></div>'),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "<div><div>a</div><div>b</div></div>"),
        ("a<wbr>b", "ab"),
        ("<!-- note -->x", "x"),
        ("<!DOCTYPE html><html><body>x</body></html>", "x"),
    ],
)
def test_other_html_becomes_the_nearest_of_ours_or_loses_its_tags(typed, html):
    assert rendered(typed) == html


@pytest.mark.parametrize("tag", ["script", "style", "iframe", "object", "svg", "form", "template", "noscript"])
def test_active_elements_go_with_what_is_in_them(tag):
    assert rendered(f"a<{tag} x=y>gone</{tag}>b") == "ab"


@pytest.mark.parametrize(
    "typed", ["a<svg onload=x>b", "a<iframe src=x>b", "a<script src=x>b", "a<object data=x>b", "a<form action=x>b"]
)
def test_an_unclosed_active_element_takes_nothing_with_it(typed):
    assert rendered(typed) == "ab"


@pytest.mark.parametrize(
    "typed",
    [
        "Map<String, Object> m = new HashMap<>();",
        "List<Object> and Set<Map>",
        "Array<A>, Function<A, B>",
        "<input> and <object>",
        "a<b and b>c",
        "p<q && q>p",
        "if x<a then y>b",
        "<math><mi>x</mi></math>",
        "<xs:element name='a'/>",
        "<my-element>",
        "<note><to>Tove</to></note>",
        "a <b",
        "<a href='never closed",
        "<!-- never closed",
        "<!ELEMENT note (to)>",
        "<%= erb %>",
    ],
)
def test_what_is_not_html_is_shown_as_typed(typed):
    assert text_of(rendered(typed)) == typed
    assert set(tags_of(rendered(typed))) <= {"p"}


def test_entities_are_characters_here():
    assert text_of(rendered("&lt;b&gt; &amp;amp; &nbsp;| &eacute;")) == "<b> &amp; \u00a0| é"


def test_a_remote_image_becomes_a_link_and_none_is_loaded():
    html = rendered(
        '<img src="https://example.org/a.png?x=1&amp;y=2" alt="Chart <1>"> <img src=\'http://example.org/b.png\'>'
    )

    assert_safe(html)
    assert '<a href="https://example.org/a.png?x=1&amp;y=2" rel="noopener nofollow">Chart &lt;1&gt;</a>' in html
    assert ">http://example.org/b.png</a>" in html


def test_an_image_of_ours_is_kept_with_its_size():
    html = rendered(
        '<img src="/media/ab/cd.png" alt="A" width="100" height=50 loading=lazy srcset="//evil.example/x 2x">'
    )

    assert html == '<img src="/media/ab/cd.png" alt="A" width="100" height="50">'


def test_an_image_without_alternative_gets_an_empty_one_and_without_source_shows_it():
    assert rendered('<img src="/media/a.png">') == '<img alt="" src="/media/a.png">'
    assert rendered('x <img src="cid:1" alt="a &lt; b">') == "x a &lt; b"


def test_code_keeps_its_first_line_and_spaces():
    html = rendered("<pre>\n\n  a\n    b\n</pre>")

    assert text_of(html) == "\n  a\n    b\n"


def test_a_table_can_be_scrolled_by_keyboard():
    html = rendered(
        "<table><caption>c</caption><tr><th>A</th><td colspan=2 rowspan='x' bgcolor=red>1</td></tr></table>"
    )

    assert '<div class="tablewrap" tabindex="0" role="group" aria-label="A"><table>' in html
    assert '<td dir="auto" colspan="2">1</td>' in html
    assert html.count("<div") == html.count("</div>")


def test_tables_in_tables_each_have_their_wrapper():
    html = rendered("<table><tr><td><table><tr><td>x</td></tr></table></td></tr></table>")

    assert html.count('<div class="tablewrap"') == 2
    assert_safe(html)


def test_classes_are_only_ours():
    html = rendered('<span class="hl-k btn">a</span> <div class="card">b</div> <p class="plain">c</p>')

    assert html == '<span class="hl-k">a</span> <div>b</div> <p dir="auto">c</p>'


def test_one_paragraph_can_continue_a_sentence():
    assert render("<p>it <i>is</i></p>\n", "html", inline=True) == "it <i>is</i>"
    assert render("<p>a</p><p>b</p>", "html", inline=True) == '<p dir="auto">a</p><p dir="auto">b</p>'
