"""Formulas in two notations and no other."""

import pytest

from questions.markup import render, sanitise, to_text
from tests.markup.dom import assert_safe, read, tags_of, text_of


def rendered(text: str) -> str:
    return render(text, "markdown")


def test_a_formula_in_a_line_becomes_mathml_with_its_source():
    html = rendered("cost \\(O(n^2)\\) steps")

    assert '<math display="inline" alttext="O(n^2)">' in html
    assert "<msup><mi>n</mi><mn>2</mn></msup>" in html or "<msup>" in html


def test_a_formula_set_apart_is_a_block():
    assert '<math display="block"' in rendered("$$ \\sum_{i=1}^n x_i $$")


def test_a_formula_over_several_lines_is_no_list_rule_or_heading():
    html = rendered("so\n\n$$\na\n- b\n+ c\n# d\n= e\n---\n> f\n$$\n\nend")

    assert tags_of(html)[:2] == ["p", "p"]
    assert "math" in tags_of(html)
    assert not {"ul", "h3", "h4", "blockquote", "hr"} & set(tags_of(html))


@pytest.mark.parametrize(
    "typed",
    [
        "$5 and $10",
        "$x^2$",
        "$ 5 $",
        "\\[ x \\]",
        "$$",
        "$$$$",
        "$$ $$",
        "\\(\\)",
        "\\( \\)",
        "\\( x",
        "x \\)",
        "$$ x",
        "- costs $$5\n- costs $$6",
        "$$a\n\nb$$",
        "\\(a\n\nb\\)",
    ],
)
def test_nothing_else_is_a_formula(typed):
    assert "math" not in tags_of(rendered(typed))


@pytest.mark.parametrize("typed", ["`\\(x\\)`", "```\n\\(x\\) $$y$$\n```", "    \\(x\\) $$y$$", "`` $$x$$ ` ``"])
def test_code_holds_no_formulas(typed):
    assert "math" not in tags_of(rendered(typed))


@pytest.mark.parametrize(
    "latex", ["\\frac{a}", "{", "}", "\\bad{", "x^2^3", "\\left(", "\\begin{matrix}", "^", "\\sqrt", "&", "\\\\"]
)
def test_a_formula_that_cannot_be_read_never_loses_its_text(latex):
    html = rendered(f"a \\({latex}\\) b")

    assert_safe(html)
    assert f"<code>\\({latex}\\)</code>".replace("&", "&amp;") in html or "<math" in html
    assert latex in to_text(html)


def test_a_broken_formula_shows_its_source_as_code():
    assert rendered("\\(\\frac{a\\)") == '<p dir="auto"><code>\\(\\frac{a\\)</code></p>'


@pytest.mark.parametrize(
    "latex",
    [
        "\\newcommand{\\a}{x}\\a",
        "\\def\\a{\\a\\a}\\a",
        "\\renewcommand{\\frac}{x}",
        "{" * 60 + "x" + "}" * 60,
        "\\left(" * 40 + "x" + "\\right)" * 40,
        "x" * 3000,
    ],
)
def test_formulas_that_define_nest_or_run_too_long_are_shown_as_code(latex):
    html = rendered(f"\\({latex}\\)")

    assert tags_of(html) == ["p", "code"]
    assert text_of(html) == f"\\({latex}\\)"


@pytest.mark.parametrize(
    "latex",
    [
        "\\text{<img src=x onerror=alert(1)>}",
        "\\text{</math><script>alert(1)</script>}",
        "\\mathrm{<script>}",
        "\\class{evil}{x}",
        "\\style{position:fixed}{x}",
        "\\color{red}{x}",
        "\\textcolor{expression(alert(1))}{x}",
        "\\href{javascript:alert(1)}{x}",
        "\\hspace{9999em}",
        "\\raise{999em}{x}",
        "\\rule{999em}{999em}",
        "\\unicode{x3c}script>",
        "\\tag{<b>}",
        "\\fbox{<b onclick=x>}",
        "\\hbox{a $<i>$ b}",
        "&#x3c;script&#x3e;alert(1)",
        "\\operatorname{<svg onload=x>}",
    ],
)
def test_formulas_carry_no_markup_classes_styles_or_large_spaces(latex):
    html = rendered(f"\\({latex}\\)")

    assert_safe(html)
    for _, attributes in read(html).elements:
        assert not any(digits in value for name, value in attributes.items() if name != "alttext" for digits in ("99",))


@pytest.mark.parametrize(
    "latex",
    [
        "\\frac{1}{2}",
        "\\sqrt[3]{x}",
        "\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}",
        "\\sum_{i=1}^{n} i",
        "\\hat{y} = \\sigma(Wx + b)",
        "\\mathbb{R}^d",
        "\\text{softmax}(x)_i = \\frac{e^{x_i}}{\\sum_j e^{x_j}}",
        "p(x \\mid y) \\propto p(y \\mid x)\\,p(x)",
        "\\begin{cases} 1 & x < 0 \\\\ 0 & \\text{else} \\end{cases}",
        "\\|x\\|_2 \\le \\epsilon",
        "\\nabla_\\theta \\mathcal{L}",
        "2^{-14} \\approx 6.1 \\times 10^{-5}",
        "a \\pm b",
        "\\overline{x} \\underbrace{y}_{z}",
        "\\left\\lfloor \\frac{a}{b} \\right\\rfloor",
    ],
)
def test_the_formulas_of_an_exam_are_read_and_safe(latex):
    html = rendered(f"\\({latex}\\)")

    assert tags_of(html)[1] == "math"
    assert_safe(html)
    assert sanitise(html) == html


def test_plus_minus_is_an_operator():
    assert "<mo>±</mo>" in rendered("\\(a \\pm b\\)")


def test_characters_are_characters_and_not_references():
    assert "≤" in text_of(rendered("\\(a \\le b\\)"))
    assert "&amp;#x" not in rendered("\\(a \\le b \\alpha \\ \\text{x y}\\)")


def test_titles_read_a_formula_as_its_source():
    assert to_text(rendered("cost \\(O(n^2)\\) steps")) == "cost O(n^2) steps"


@pytest.mark.parametrize("text_format", ["plain", "html"])
def test_formulas_are_text_in_other_formats(text_format):
    assert text_of(render("\\(x\\) $$y$$", text_format)) == "\\(x\\) $$y$$"
