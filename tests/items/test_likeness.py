"""W19: questions that ask the same."""

import time
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.items.checks import Severity, duplicates
from questions.items.checks.likeness import (
    ENEMIES_ALIKE,
    STEMS_ALIKE,
    Pair,
    alike,
    similarity,
    trigrams,
)
from questions.items.item import Item
from questions.items.words import TextFormat
from tests.items.making import choice, item

# As PostgreSQL 18 answers: select similarity(first, second), in a database with C.UTF-8.
PG_TRGM = (
    ("word", "two words", 0.36363637),
    ("What does dropout do?", "What does dropout do", 1.0),
    ("Which loss does CLIP use?", "Which loss does CLIP train with?", 0.6),
    ("What is the capital of France?", "What is the capital of Finland?", 0.6486486),
    ("mixed-precision training", "mixed precision training", 1.0),
    ("Don’t use it", "Do not use it", 0.5),
    ("don't", "dont", 0.375),
    ("snake_case_name", "snake case name", 1.0),
    ("aaa", "aaaa", 1.0),
    ("a", "b", 0.0),
    ("Größe", "größe", 1.0),
    ("Größe", "GRÖSSE", 0.3),
    ("café", "cafe", 0.42857143),
    ("模型训练", "模型训练方法", 0.5),
    ("हिन्दी", "हिन्द", 0.625),
    ("?!", "...", 0.0),
    ("", "word", 0.0),
    ("", "", 0.0),
)
STEM = "Which loss does a contrastive model of images and captions minimise over a batch?"


@pytest.mark.parametrize(("first", "second", "alike_by"), PG_TRGM)
def test_similarity_is_what_pg_trgm_says(first: str, second: str, alike_by: float) -> None:
    assert similarity(trigrams(first), trigrams(second)) == pytest.approx(alike_by, rel=1e-6)
    assert similarity(trigrams(second), trigrams(first)) == pytest.approx(alike_by, rel=1e-6)


def bank(*stems: str, keys: Sequence[str] = ()) -> list[Item]:
    """Items with these stems and keys; each key is another where none are told."""
    names = keys or [f"key {number}" for number, _ in enumerate(stems)]
    return [
        item(options=(choice(key, key=True), choice("red"), choice("blue")), stem=stem, code=f"Q-{number}")
        for number, (stem, key) in enumerate(zip(stems, names, strict=True), 1)
    ]


def test_stems_alike_are_told_at_the_later_item_with_the_code_of_the_earlier() -> None:
    items = bank(STEM, "What is the sky?", f"{STEM} Say.")
    [(which, problem)] = duplicates(items)

    assert which is items[2]
    assert (problem.code, problem.rule, problem.severity) == ("W19", "DUPLICATE_ITEM", Severity.WARNING)
    assert (problem.where, problem.span) == ("stem", "")
    assert problem.message % problem.params == "The stem is 95 % like that of Q-1."
    assert problem.fix == "Ask something else, or keep one of the two."


def test_with_the_same_key_less_likeness_is_enough() -> None:
    other = "Which loss does a contrastive model of images and captions lower on one batch?"

    assert list(duplicates(bank(STEM, other))) == []
    [(_, problem)] = duplicates(bank(STEM, other, keys=("Contrastive.", "contrastive")))
    assert problem.message % problem.params == "The stem is 78 % like that of Q-1, and the key is the same."


def test_an_item_without_code_is_named_by_its_name_or_its_place() -> None:
    first, second = bank(STEM, STEM)

    for named, other in ((replace(first, code="", name="Losses"), "Losses"), (replace(first, code=""), "1")):
        [(_, problem)] = duplicates([named, second])
        assert problem.params["other"] == other


def test_each_earlier_one_is_told() -> None:
    items = bank(STEM, f"{STEM} Say which.", f"{STEM} Say.", keys=("one", "two", "two"))

    assert [(which.code, problem.params["other"]) for which, problem in duplicates(items)] == [
        ("Q-2", "Q-1"),
        ("Q-3", "Q-1"),
        ("Q-3", "Q-2"),
    ]


def test_no_key_is_not_the_same_key() -> None:
    first, second = ("Which loss does a model of images lower?", "Which loss does a model of words lower here?")
    keyless = [replace(each, options=(choice("red"), choice("blue"))) for each in bank(first, second)]

    assert similarity(trigrams(first), trigrams(second)) < STEMS_ALIKE
    assert list(alike(keyless)) == []


@pytest.mark.parametrize(
    ("one", "other", "fmt"),
    [
        (
            "What does it print?\n```\nx = sorted(a)\n```",
            "What does it print?\n```\nwhile True: stop()\n```",
            "markdown",
        ),
        ("What is \\( \\int_0^1 x dx \\)?", "What is \\( \\sum_k 2^k + \\log n \\)?", "markdown"),
        ("<p>What is <code>sorted</code>?</p>", "<p>What is <code>reversed</code>?</p>", "html"),
    ],
)
def test_code_and_formulas_tell_stems_apart(one: str, other: str, fmt: str) -> None:
    items = [replace(each, text_format=TextFormat(fmt)) for each in bank(one, other)]

    assert list(alike(items)) == []


def test_code_tells_keys_apart() -> None:
    other = "Which loss does a contrastive model of images and captions lower on one batch?"

    assert list(alike(bank(STEM, other, keys=("`x`", "`y`")))) == []
    assert len(list(alike(bank(STEM, other, keys=("`x`", "`x`"))))) == 1


def test_stems_that_ask_nothing_are_alike_only_with_their_keys() -> None:
    stems = ("Which of the following is true?", "Which of the following is true?")

    assert list(alike(bank(*stems))) == []
    assert list(alike(bank(*stems, keys=("It is red", "it is red.")))) == [Pair(0, 1, 1.0, same_key=True)]


def test_markup_makes_no_difference() -> None:
    items = bank("Which loss does **CLIP** minimise?", "<p>Which loss does <b>CLIP</b> minimise?</p>")

    assert [pair.alike for pair in alike([items[0], replace(items[1], text_format=TextFormat.HTML)])] == [1.0]


def by_brute_force(items: Sequence[Item]) -> list[Pair]:
    """Each item with all before it, but for those to which two earlier ones are equal (in their keys, too)."""
    sets = [trigrams(each.stem) for each in items]
    keys = [each.keys[0].text for each in items]
    both = [*zip(sets, keys, strict=True)]
    pairs = []
    for second, _ in enumerate(items):
        for first in range(second):
            share, same_key = similarity(sets[first], sets[second]), keys[first] == keys[second]
            early = sets[:first].count(sets[first]) < 2 or (same_key and both[:first].count(both[first]) < 2)
            if early and share >= (ENEMIES_ALIKE if same_key else STEMS_ALIKE):
                pairs.append(Pair(first, second, share, same_key))
    return pairs


WORDS = st.lists(st.sampled_from(["loss", "rate", "model", "image", "token", "batch", "layer", "mask"]), max_size=9)
BANKS = st.lists(st.tuples(WORDS.map(" ".join), st.sampled_from(["one", "two", "three"])), max_size=12)


@given(BANKS)
def test_looking_up_finds_what_comparing_all_finds(rows: list[tuple[str, str]]) -> None:
    items = bank(*(stem for stem, _ in rows), keys=[key for _, key in rows])

    assert list(alike(items)) == by_brute_force(items)


@given(st.lists(st.text(alphabet="ab c", max_size=12), max_size=8))
def test_short_stems_are_found_too(stems: list[str]) -> None:
    items = bank(*stems, keys=["one"] * len(stems))

    assert list(alike(items)) == by_brute_force(items)


@pytest.mark.parametrize(
    ("stems", "keys", "share"),
    [
        # 17 of 20 trigrams, and 7 of 10.
        (("abcdefghijklmnop", "abcdefghijklmnop yz"), ("one", "two"), STEMS_ALIKE),
        (("abcdef", "abcdef yz"), ("one", "one"), ENEMIES_ALIKE),
    ],
)
def test_a_share_at_the_bound_is_alike_whichever_comes_first(
    stems: tuple[str, str], keys: tuple[str, str], share: float
) -> None:
    for ordered in (stems, stems[::-1]):
        assert [pair.alike for pair in alike(bank(*ordered, keys=keys))] == [share]
        assert list(alike(bank(ordered[0] + " q", ordered[1], keys=keys))) == []


def test_thousands_of_equal_stems_take_no_long_time() -> None:
    items = bank(*[STEM] * 2_000)
    begun = time.perf_counter()

    assert sum(1 for _ in duplicates(items)) == 1 + 2 * 1_998
    assert time.perf_counter() - begun < 5
