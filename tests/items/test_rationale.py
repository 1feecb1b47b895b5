"""E10, W10b, W11, W12, W13, W20: every option says why."""

from typing import Any

import pytest

from questions.items.checks import Severity
from tests.items.making import choice, errors, fires, found, item


def test_an_option_without_rationale_is_an_error() -> None:
    subject = item(options=(choice("red", key=True, because=""), choice("blue", because=" \n"), choice("green")))

    assert [problem.where for problem in found(subject, "E10")] == ["option 1", "option 2"]


def test_it_asks_for_what_is_missing() -> None:
    subject = item(options=(choice("red", key=True, because=""), choice("blue", because="")))

    first, second = found(subject, "E10")
    assert (first.message % first.params, first.fix) == ("Option 1 has no rationale.", "Say why it is right.")
    assert (second.message % second.params, second.fix) == ("Option 2 has no rationale.", "Say why it is wrong.")


def test_a_distractor_should_say_why_it_looks_right() -> None:
    subject = item(options=(choice("red", key=True), choice("blue", looks_right="")))

    assert [problem.where for problem in found(subject, "W10b")] == ["option 2"]
    assert errors(subject) == []


def test_a_key_has_nothing_that_looks_right() -> None:
    assert not fires(item(), "W10b")


def test_a_takeaway_and_an_explanation_are_advised() -> None:
    assert fires(item(takeaway=" "), "W20")
    assert fires(item(explanation=""), "W11")
    assert fires(item(explanation="It is red."), "W11")
    assert errors(item(takeaway="", explanation="")) == []


def test_an_explanation_has_eight_words_in_any_script() -> None:
    said = {"en": "one two three four five six seven eight", "zh": "短波比长波更容易被空气散射，所以天空是蓝色的"}

    assert not any(fires(item(explanation=text, language=language), "W11") for language, text in said.items())
    problem = found(item(explanation="`x` two three four five six seven"), "W11")[0]
    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "explanation", "")
    assert problem.message % problem.params == "The explanation has only 7 words."
    assert problem.fix == "Say how to get to the answer."


BARE = (choice("ordered list", key=True), choice("unordered tuple", because=""), choice("ordered mapping", because=""))


def test_a_distractor_that_neither_rationale_nor_explanation_mentions_is_skipped() -> None:
    problem = found(item(options=BARE, explanation="A list is ordered, and tuples are not."), "W12")

    assert [(each.severity, each.where, each.span) for each in problem] == [(Severity.WARNING, "option 3", "")]
    assert problem[0].message % problem[0].params == (
        "Neither a rationale nor the explanation says why option 3 is wrong."
    )
    assert problem[0].fix == "Say why it is wrong."


@pytest.mark.parametrize(
    "extra",
    [
        # Half of its own words are enough, in another form of theirs.
        {"explanation": "A list is ordered; tuples are, too, and a map is one by insertion: mappings."},
        # An explanation that is missing is told by W11.
        {"explanation": ""},
        {"options": (BARE[0], *(choice(option.text) for option in BARE[1:]))},
        # No word of their own.
        {"options": (choice("ordered list", key=True), choice("ordered", because=""), choice("12", because=""))},
        {"options": (choice("ordered list", key=True, because=""), choice("tuple"))},
        {"language": "de"},
    ],
)
def test_mentioned_explained_and_wordless_options_are_not(extra: dict[str, Any]) -> None:
    whole = {"options": BARE, "explanation": "A list is ordered, since it keeps the order of insertion.", **extra}

    assert not fires(item(**whole), "W12")


def test_words_that_all_options_share_mention_none_of_them() -> None:
    assert fires(item(options=BARE, explanation="It is ordered, and that is all that is to be said."), "W12")


def test_an_explanation_without_a_word_of_the_key_may_belong_elsewhere() -> None:
    problem = found(item("Contrastive loss", "Hinge", explanation="A triplet margin keeps pairs apart."), "W13")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "explanation", "")
    assert problem.message == "The explanation has no word in common with the key."
    assert problem.fix == "Check that it belongs here, and name the key's idea."


@pytest.mark.parametrize(
    ("key", "extra"),
    [
        ("Contrastive loss", {"explanation": "All losses fall."}),
        ("Zero-shot transfer", {"explanation": "It works from zero examples."}),
        ("Embeddings", {"explanation": "It is embedded."}),
        ("Contrastive loss", {"explanation": ""}),
        ("12", {"explanation": "It is a dozen."}),
        ("`x`", {"explanation": "It is a name."}),
        ("对比损失", {"explanation": "它把匹配的图文对拉近。", "language": "zh"}),
    ],
)
def test_a_common_word_nothing_said_keys_without_words_and_other_languages_are_fine(
    key: str, extra: dict[str, Any]
) -> None:
    assert not fires(item(key, "red", **extra), "W13")
