"""W7, W8, W9, I1, I2, I5: wording by which somebody who knows nothing tells the key."""

from dataclasses import replace
from typing import Any

import pytest

from questions.items.checks import Severity
from questions.items.checks.cues import takes_an
from questions.items.words import Kind, TextFormat
from tests.items.making import fires, found, item, weight

CONVERGING = ("private wire, public network", "private wire, local drive", "shared disk, public network", "plain cable")


@pytest.mark.parametrize(
    ("distractor", "word"),
    [
        ("It is always blue", "always"),
        ("Never at noon", "Never"),
        ("It depends entirely on the air", "entirely"),
        ("The air guarantees it", "guarantees"),
        ("It is blue in all cases", "in all cases"),
        ("Under no circumstances blue", "Under no circumstances"),
        ("It is **always** blue", "always"),
    ],
)
def test_an_absolute_word_marks_a_distractor(distractor: str, word: str) -> None:
    problem = found(item("It is blue", "It is red", distractor), "W7")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "option 3", word)
    assert problem.message % problem.params == f"“{word}” marks option 3 as wrong: few things are absolute."
    assert problem.fix == "Say it without, or use such words in the key as well."


@pytest.mark.parametrize(
    "texts",
    [
        ("It is never red", "It is always blue"),
        ("It is always blue", "It is red"),
        ("It is blue", "It is only red"),
        ("It is blue", "All must be red"),
        ("It is blue", "It is not always red"),
        ("It is blue", "It doesn't guarantee red"),
        ("It is blue", "It cannot be completely red"),
        ("It is blue", "It runs `always()`"),
    ],
)
def test_absolute_words_in_the_key_content_words_and_denied_ones_are_no_cue(texts: tuple[str, str]) -> None:
    assert not fires(item(*texts), "W7")


def test_a_denied_absolute_in_the_key_does_not_excuse_those_in_distractors() -> None:
    assert fires(item("It is not always blue", "It is always red"), "W7")


def test_each_absolute_distractor_is_named() -> None:
    places = [problem.where for problem in found(item("It is blue", "Never red", "green", "Always grey"), "W7")]

    assert places == ["option 2", "option 4"]


@pytest.mark.parametrize("code", ["W7", "W8", "I1", "I2", "I5"])
def test_rules_about_english_words_leave_other_languages_alone(code: str) -> None:
    texts = {"I5": CONVERGING}.get(code, ("analog colour", "digital picture, always often", "third"))
    subject = item(*texts, stem="Such an analog thing is an")

    assert fires(subject, code)
    assert not fires(replace(subject, language="de"), code)


@pytest.mark.parametrize("stem", ["The group is an", "It is called an:", "It is an ____.", "This is an…", "An"])
def test_an_article_at_the_end_that_does_not_fit_every_distractor_is_a_cue(stem: str) -> None:
    problem = found(item("abelian group", "cyclic group", "infinite group", stem=stem), "W8")[0]

    article = "An" if stem == "An" else "an"
    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "stem", article)
    assert problem.message % problem.params == f"The stem ends in “{article}”, which does not fit every distractor."
    assert problem.fix == "Write “a(n)”, or put the article into the options."


@pytest.mark.parametrize(
    ("stem", "texts"),
    [
        ("It is a(n)", ("abelian group", "cyclic group")),
        ("It is a/an", ("abelian group", "cyclic group")),
        ("It is an", ("abelian group", "infinite group")),
        ("It is an", ("cyclic group", "abelian group")),
        ("It is a", ("cyclic group", "All of the above", "either of them")),
        ("Which group is an abelian one?", ("abelian group", "cyclic group")),
        ("Which of these has vitamin A", ("carrots", "apples")),
        ("Two classes stand in the relation is-a", ("cat and animal", "animal and cat")),
        ("Solve for a.", ("3", "8")),
        ("The value is a", ("3", "8")),
        ("It is an", ("`int`", "`object`")),
    ],
)
def test_an_article_that_fits_all_or_is_none_is_no_cue(stem: str, texts: tuple[str, ...]) -> None:
    assert not fires(item(*texts, stem=stem), "W8")


AN = (
    "apple; hour; honest answer; heir; honour; uninformed prior; unimportant; urn; utter mess; usher; X-ray; API; "
    "MRI scan; SVM; F; Adam variant; 8-bit number; 80 %; 11th; 18 of them; 1800 years"
)
A = (
    "pear; house; unit; university; unimodal distribution; unanimous vote; unicode string; user; usual thing; euro; "
    "ewe; one-hot vector; once-only job; unary operator; utility; utopia; uranium rod; ubiquitous word; USB stick; "
    "U-Net; GPU; DNS; Large model; CLIP model; 16-bit number; 110 %; 1 way"
)


@pytest.mark.parametrize("text", AN.split("; "))
def test_an_goes_before(text: str) -> None:
    assert takes_an(text) is True


@pytest.mark.parametrize("text", A.split("; "))
def test_a_goes_before(text: str) -> None:
    assert takes_an(text) is False


@pytest.mark.parametrize("text", ["RAM cache", "LAN", "SQL query", "code", "", "None of these", "the one", "an image"])
def test_either_may_go_before_or_none(text: str) -> None:
    assert takes_an(text) is None


def test_a_key_that_stands_in_the_stem_is_a_cue() -> None:
    subject = item("Mixed precision.", "Batch size", stem="How does mixed precision save memory?")
    problem = found(subject, "W9")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.WARNING, "option 1", "Mixed precision")
    assert (problem.message, problem.fix) == ("The stem contains the key word for word.", "Reword one of them.")


@pytest.mark.parametrize(
    ("stem", "texts"),
    [
        ("How does precision matter?", ("precision", "recall")),
        ("Is it so at ab cdef?", ("ab cdef", "y z")),
        ("How does premixed precision work?", ("mixed precision", "batch size")),
        ("How do mixed precisions work?", ("mixed precision", "batch size")),
        ("How does batch size matter?", ("mixed precision", "batch size")),
        ("Does early fusion or late fusion come first?", ("early fusion", "late fusion")),
        ("What does `f(a)` or `g(b)` give?", ("`h(a)` or `h(b)`", "nothing")),
        ("What is \\( x^2 + y^2 \\) here?", ("\\( a^2 + b^2 \\)", "\\( c^2 \\)")),
    ],
)
def test_short_keys_parts_of_words_distractors_and_other_code_are_no_cue(stem: str, texts: tuple[str, str]) -> None:
    assert not fires(item(*texts, stem=stem), "W9")


@pytest.mark.parametrize("stem", ["Ab cdefg is how large?", "How large is xab cdefg or ab cdefg?", "What is ab cdefg"])
def test_a_key_of_eight_characters_is_found_wherever_it_stands(stem: str) -> None:
    assert fires(item("ab cdefg", "red", stem=stem), "W9")


def test_code_that_is_the_same_stands_in_the_stem() -> None:
    assert fires(item("`a[i] == max`", "`a[i] != max`", stem="To what does `a[i] == max` or nothing come down?"), "W9")


def test_markup_hides_no_key() -> None:
    html: dict[str, Any] = {"stem": "<p>How does <b>mixed</b> precision work?</p>", "text_format": TextFormat.HTML}

    assert fires(item("<p>Mixed precision</p>", "<p>Batch size</p>", **html), "W9")
    assert fires(item("mixed precision", "batch size", stem="How does *mixed*\nprecision work?"), "W9")


@pytest.mark.parametrize("word", ["usually", "Often", "typically"])
def test_a_vague_word_in_an_option_is_worth_knowing(word: str) -> None:
    problem = found(item("blue", f"{word} red"), "I1")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "option 2", word)
    assert problem.message % problem.params == f"“{word}” in option 2 means something else to each reader."
    assert problem.fix == "Say how often, or leave it out."


def test_a_vague_word_in_the_stem_is_not() -> None:
    assert not fires(item(stem="What does usually happen?"), "I1")


def test_a_word_of_the_stem_in_the_key_alone_is_a_hint_in_the_words_of_the_key() -> None:
    subject = item("A trained embedding", "A threshold", "A loss", stem="What do embeddings need while training?")
    problem = found(subject, "I2")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "options", "")
    assert problem.message % problem.params == "Only the key repeats words of the stem (trained, embedding)."
    assert problem.fix == "Let a distractor repeat them too, or use another word."


@pytest.mark.parametrize(
    ("texts", "keys"),
    [
        (("An embedding", "An embedded one"), 1),
        (("A threshold", "An embedding"), 1),
        (("Those which", "Another"), 1),
        (("A loss", "A rate"), 1),
        (("An embedding", "Two embeddings", "A loss"), 2),
    ],
)
def test_words_that_distractors_share_stop_words_short_words_and_several_keys_are_none(
    texts: tuple[str, ...], keys: int
) -> None:
    subject = item(*texts, keys=keys, stem="Which loss rate has embeddings? Choose all that apply.")

    assert not fires(subject, "I2")


def test_a_key_from_which_distractors_are_made_points_to_itself() -> None:
    problem = found(item(*CONVERGING), "I5")[0]

    assert (problem.severity, problem.where, problem.span) == (Severity.INFO, "option 1", "")
    assert problem.message == "The key has most words in common with the other options."
    assert problem.fix == "Let distractors share words with one another as well."


@pytest.mark.parametrize(
    ("texts", "keys"),
    [
        # A margin of one.
        (("private wire", "private cable", "coloured wire", "shared disk"), 1),
        # A distractor is the one.
        (CONVERGING[::-1], 1),
        # Three options.
        (CONVERGING[:3], 1),
        (CONVERGING, 2),
    ],
)
def test_a_narrow_margin_a_distractor_few_options_and_several_keys_do_not(texts: tuple[str, ...], keys: int) -> None:
    assert weight(item(*texts, keys=keys), "I5") is None
    assert weight(item(*CONVERGING, kind=Kind.MULTIPLE), "I5") is None
