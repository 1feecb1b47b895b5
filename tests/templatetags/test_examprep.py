"""Icons, bars, ticks and initials."""

from dataclasses import dataclass

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from questions.templatetags.examprep import bar, icon_names, initials


@dataclass
class Progress:
    states: list[str]
    number: int


def show(source: str, **context: object) -> str:
    return Template(source).render(Context(context))


def test_an_icon_points_into_the_sprite_and_is_silent():
    html = show('{% icon "check" %}')

    assert html == ('<svg class="i" aria-hidden="true" focusable="false"><use href="/static/icons.svg#check"/></svg>')


def test_an_unknown_icon_is_an_error_and_not_a_hole_in_the_page():
    with pytest.raises(ValueError, match="no icon 'chekc'"):
        show('{% icon "chekc" %}')


def test_the_sprite_holds_what_parts_and_pages_lean_on():
    assert {"check", "x", "bookmark", "strikethrough", "undo-2", "arrow-right", "circle-help"} <= icon_names()


@pytest.mark.parametrize(
    ("value", "total", "width"),
    [(25, 100, "25"), (1, 3, "33.3"), (0, 4, "0"), (4, 4, "100"), (5, 4, "100"), (-1, 4, "0"), (3, 0, "0")],
)
def test_a_bar_is_as_wide_as_the_share(value, total, width):
    assert f'<rect width="{width}" ' in bar(value, total)


def test_a_bar_is_written_with_a_point_in_every_language():
    with translation.override("de"):
        assert 'width="12.5"' in show("{% bar 1 8 kind %}", kind="ok")


def test_a_bar_escapes_its_kind():
    assert '"><b>' not in show("{% bar 1 2 kind %}", kind='"><b>')


def test_the_row_of_progress_names_each_state_and_the_question_at_hand():
    progress = Progress(["ok", "bad", ""], number=2)

    assert show("{% ticks progress %}", progress=progress) == (
        '<li class="ok"></li><li class="bad now"></li><li class=""></li>'
    )


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Ada Olsen", "AO"),
        ("Ada B. Olsen", "AO"),
        ("Ada", "A"),
        ("ada.olsen@example.org", "AO"),
        ("lea@example.org", "L"),
        ("山田 太郎", "山太"),
        ("", ""),
        ("42", ""),
        (AnonymousUser(), "A"),
    ],
)
def test_initials_stand_for_a_person(name, letters):
    assert show("{{ name|initials }}", name=name) == letters


@given(st.text())
def test_initials_are_never_more_than_a_badge_holds(name):
    assert len(initials(name)) <= 6  # two letters; a few letters of Unicode become three as capitals
