"""Fields for authored text keep what was typed and name what cannot be kept."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from questions.forms.text import AuthoredText, ReferencesField, TagsField


def refused(field: Any, value: str) -> str:
    with pytest.raises(ValidationError) as caught:
        field.clean(value)
    return " ".join(caught.value.messages)


@pytest.mark.parametrize("text", ["  a ", "\tx", "\u00a0a\u00a0", "a\n\n", "\n a", "\u200fא"])
def test_white_space_stays(text: str) -> None:
    assert AuthoredText().clean(text) == text


def test_lines_end_in_a_line_feed() -> None:
    assert AuthoredText().clean("a\r\nb\rc\nd") == "a\nb\nc\nd"


@pytest.mark.parametrize("text", ["", " ", "\r\n\t", "\u00a0"])
def test_nothing_but_white_space_is_nothing(text: str) -> None:
    assert AuthoredText(required=False).clean(text) == ""
    assert refused(AuthoredText(), text) == "This field is required."


def test_characters_that_cannot_be_stored_are_named() -> None:
    assert "U+D83D" in refused(AuthoredText(), "half \ud83d")
    assert "U+0000" in refused(AuthoredText(), "a\x00")
    assert "U+DC00" in refused(TagsField(), "a, \udc00")
    assert "U+0000" in refused(ReferencesField(), "a\x00 | https://example.org")


def test_browsers_are_not_asked_to_cut_what_is_pasted() -> None:
    field = AuthoredText(max_length=3)

    assert "maxlength" not in field.widget.attrs
    assert "at most 3 characters (it has 4)" in refused(field, "abcd")


def test_tags_stand_once_and_in_order() -> None:
    assert TagsField().clean(" b,a ,, b,two   words,") == ["b", "a", "two words"]
    assert TagsField(required=False).clean("") == []
    assert TagsField().prepare_value(["b", "two words"]) == "b, two words"


REFERENCES = [
    ("A book", [{"title": "A book", "url": ""}]),
    ("A | https://a.org/x", [{"title": "A", "url": "https://a.org/x"}]),
    ("A|B | https://a.org/|", [{"title": "A|B", "url": "https://a.org/|"}]),
    ("A | B |", [{"title": "A | B", "url": ""}]),
    ("A\n\nB | http://b.org", [{"title": "A", "url": ""}, {"title": "B", "url": "http://b.org"}]),
]


@pytest.mark.parametrize(("text", "value"), REFERENCES)
def test_references_go_to_lines_and_back(text: str, value: list[dict[str, str]]) -> None:
    field = ReferencesField(required=False)

    assert field.clean(text) == value
    assert field.clean(field.prepare_value(value)) == value


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("https://a.org", "Line 1: write a title before the bar."),
        ("A\n| https://a.org", "Line 2: write a title before the bar."),
        ("A | www.a.org", "Line 1: after the bar write an address"),
        ("A | javascript:alert(1)", "Line 1: after the bar write an address"),
        ("A | https://", "Line 1: after the bar write an address"),
        ("A | https://a.org/with space", "Line 1: after the bar write an address"),
        ("x" * 2001, "Line 1 is too long"),
    ],
)
def test_a_reference_nobody_could_follow_is_refused(text: str, reason: str) -> None:
    assert reason in refused(ReferencesField(), text)
