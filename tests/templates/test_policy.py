"""What the content security policy and the rules for htmx ask of every template."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

from questions.templatetags.examprep import icon_names

ROOT = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(str(path.relative_to(ROOT)) for path in ROOT.rglob("*.html"))
FORBIDDEN = {
    "style attribute": r"<[^>]*\sstyle\s*=",
    "style element": r"<style\b",
    "inline script": r"<script(?![^>]*\ssrc=)",
    "event handler": r"<[^>]*\son[a-z]+\s*=",
    "htmx that evaluates": r"\shx-on\b|\sjs:|\shx-vars\b|\shx-ext\b|\shx-boost\b|\shx-disabled-elt\b",
    "trigger filter": r"\shx-trigger=[\"'][^\"']*\[",
}


@pytest.mark.parametrize("name", PAGES)
def test_a_template_loads(name):
    # A template that does not parse raises here.
    assert get_template(name)


@pytest.mark.parametrize("name", PAGES)
def test_a_template_holds_nothing_the_policy_forbids(name):
    text = re.sub(r"{#.*?#}", "", (ROOT / name).read_text(encoding="utf-8"))

    assert [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text, re.IGNORECASE)] == []


@pytest.mark.parametrize("name", PAGES)
def test_icons_named_in_a_template_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")

    assert set(re.findall(r'{% icon "([^"]+)" %}', text)) <= icon_names()


@pytest.mark.parametrize("name", PAGES)
def test_htmx_only_enhances_a_form_that_works_without_it(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    # Template tags may hold quotes and angle brackets of their own.
    flat = re.sub(r"{%.*?%}|{{.*?}}", lambda found: re.sub(r'[<>"]', "", found.group()), text)

    for tag in re.findall(r"<[a-z][^<>]*\shx-post=[^<>]*>", flat):
        address = value_of("hx-post", tag)
        # A button may stand apart from its form; then its `form` names it.
        form = tag if tag.startswith("<form ") else form_of(tag, flat)
        assert value_of("action", form) == address, tag
        assert value_of("method", form) == "post", tag
        assert value_of("hx-sync", tag) == "this:drop", tag


def value_of(attribute: str, tag: str) -> str:
    found = re.search(rf'\s{attribute}="([^"]*)"', tag)
    return found.group(1) if found else ""


def form_of(button: str, text: str) -> str:
    found = re.search(rf'<form [^<>]*id="{value_of("form", button)}"[^<>]*>', text)
    return found.group() if found else ""
