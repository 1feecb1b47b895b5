"""E12–E16: what cannot be kept, or says nothing."""

from typing import Any

import pytest

from questions.items.item import Reference, Trap
from tests.items.making import choice, errors, fires, found, item


@pytest.mark.parametrize("text", ["a\x00b", "half a pair \ud83d", "\udc00"])
def test_what_the_database_cannot_store_is_an_error(text: str) -> None:
    assert errors(item(stem=text)) == ["E13"]
    assert errors(item(references=(Reference(text),))) == ["E13"]
    assert found(item("red", text), "E13")[0].where == "option 2"


def test_whole_surrogate_pairs_and_control_characters_are_kept() -> None:
    assert errors(item(stem="A 👩‍🔬 and a \x07 bell?")) == []


@pytest.mark.parametrize(
    ("extra", "where"),
    [
        ({"stem": "y" * 20_001}, "stem"),
        ({"explanation": "y" * 20_001}, "explanation"),
        ({"takeaway": "y" * 2_001}, "takeaway"),
        ({"name": "y" * 201}, "name"),
        ({"code": "y" * 41}, "code"),
        ({"external_id": "y" * 201}, "external_id"),
        ({"tags": ("y" * 61,)}, "tags"),
        ({"options": (choice("red", key=True), choice("y" * 5_001, because="so", looks_right=""))}, "option 2"),
        ({"options": (choice("red", key=True), choice("blue", because="y" * 5_001))}, "option 2"),
        ({"options": (choice("red", key=True), choice("blue", looks_right="y" * 5_001))}, "option 2"),
        ({"options": (choice("red", key=True), choice("blue", trap=Trap("y" * 501)))}, "option 2"),
    ],
)
def test_a_text_longer_than_its_column_is_an_error(extra: dict[str, Any], where: str) -> None:
    assert errors(item(**extra)) == ["E14"]
    assert found(item(**extra), "E14")[0].where == where


def test_a_text_as_long_as_its_column_is_fine() -> None:
    assert errors(item(stem="y" * 20_000, explanation="y" * 20_000, takeaway="y" * 2_000, name="y" * 200)) == []


@pytest.mark.parametrize("stem", ["", " \n\t", "\u00a0"])
def test_an_empty_stem_is_an_error(stem: str) -> None:
    assert errors(item(stem=stem)) == ["E12"]


@pytest.mark.parametrize("language", ["", "english", "e", "en_GB", "jp", "xx", "e n", "en-" + "y" * 9])
def test_an_unknown_language_is_an_error(language: str) -> None:
    assert fires(item(language=language), "E15")


@pytest.mark.parametrize("language", ["en", "EN", "pt-BR", "zh-Hant-TW", "ast", "ja"])
def test_a_language_tag_is_fine(language: str) -> None:
    assert not fires(item(language=language), "E15")


@pytest.mark.parametrize("url", ["example.org", "ftp://example.org", "javascript:alert(1)", "https://", "https://a b"])
def test_a_reference_that_cannot_be_followed_is_an_error(url: str) -> None:
    assert errors(item(references=(Reference("Handbook", url),))) == ["E16"]


def test_a_reference_needs_a_title_and_no_address() -> None:
    assert errors(item(references=(Reference("Handbook, page 3"), Reference("Web", "https://example.org/a?b=c")))) == []
    assert errors(item(references=(Reference(" ", "https://example.org"),))) == ["E16"]
