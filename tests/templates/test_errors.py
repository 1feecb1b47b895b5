"""Error pages stand on nothing that can be the error: no request, no person, no database."""

import re

import pytest
from django.template.loader import get_template
from django.utils import translation

PAGES = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html", "503.html"]


@pytest.mark.parametrize("name", PAGES)
def test_an_error_page_needs_no_context_and_no_database(name):
    html = get_template(name).render()

    assert re.findall(r"<h1>", html) == ["<h1>"]
    assert '<a class="btn go" href="/' in html
    assert 'href="/help/"' in html


@pytest.mark.parametrize("name", PAGES)
def test_an_error_page_loads_no_script(name):
    assert "<script" not in get_template(name).render()


def test_an_error_page_keeps_the_chosen_theme_where_it_is_known():
    assert ' data-theme="dark"' in get_template("404.html").render({"theme": "dark"})
    assert " data-theme" not in get_template("404.html").render()


def test_pages_name_their_language():
    with translation.override("en"):
        assert '<html lang="en" dir="ltr"' in get_template("500.html").render()
