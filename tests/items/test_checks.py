"""The rules as a whole: what every finding has in common."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.items.checks import FIRST, OPTIONAL, RULES, Severity, problems
from questions.items.item import Choice, Item, Reference, Trap
from questions.items.words import Kind, TextFormat
from tests.items.making import choice, item

ANY_TEXT = st.text(max_size=60) | st.sampled_from(
    ["both A and C", "`", "```", "<b", "<img src=x>", "![]()", "1-5", "<= 3 or more", "The correct answer is B", "\x00"]
)
OPTIONS = st.builds(
    Choice,
    text=ANY_TEXT,
    is_key=st.booleans(),
    because=ANY_TEXT,
    looks_right=ANY_TEXT,
    pinned=st.booleans(),
    trap=st.none() | st.builds(Trap, ANY_TEXT),
)
ITEMS = st.builds(
    Item,
    stem=ANY_TEXT,
    options=st.lists(OPTIONS, max_size=6).map(tuple),
    kind=st.sampled_from(Kind),
    choose_n=st.none() | st.integers(-1, 30),
    shuffle=st.booleans(),
    text_format=st.sampled_from(TextFormat),
    language=st.sampled_from(["en", "de", ""]),
    takeaway=ANY_TEXT,
    explanation=ANY_TEXT,
    references=st.lists(st.builds(Reference, ANY_TEXT, ANY_TEXT), max_size=2).map(tuple),
)


@pytest.mark.parametrize(
    "subject",
    [
        item(),
        item(keys=2),
        item(text_format=TextFormat.PLAIN),
        item(text_format=TextFormat.HTML),
        item(language="pt-BR"),
    ],
)
def test_a_faultless_item_has_no_problems(subject: Item) -> None:
    assert problems(subject) == []


def test_each_rule_has_a_code_of_its_own() -> None:
    codes = [rule.code for rule in (*FIRST, *RULES, *OPTIONAL)]

    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[EWI]\d+[a-z]?", code) for code in codes)
    assert all(rule.severity.value.startswith(rule.code[0].lower()) for rule in (*FIRST, *RULES, *OPTIONAL))


def test_a_rule_is_called_what_its_function_is_called() -> None:
    assert {rule.code: rule.name for rule in RULES}["E10"] == "MISSING_RATIONALE"


def test_errors_come_first() -> None:
    subject = item("red", "red", "blue", takeaway="")

    assert [problem.severity for problem in problems(subject)] == [Severity.ERROR, Severity.WARNING]


@given(ITEMS)
def test_no_item_is_too_odd_to_be_checked(subject: Item) -> None:
    for problem in problems(subject):
        # Fails where a message names a place that its params do not fill.
        assert "%(" not in (problem.message + problem.fix) % problem.params
        assert problem.fix
        assert problem.where


@given(ITEMS)
def test_where_names_a_field_or_an_option_that_is_there(subject: Item) -> None:
    places = {f"option {number}" for number, _option in enumerate(subject.options, 1)}
    places |= {"options", *Item.__dataclass_fields__}

    assert {problem.where for problem in problems(subject)} <= places


@pytest.mark.parametrize(
    "text",
    [
        "`" * 20_000,
        "` " * 10_000,
        "".join("`" * length + " " for length in range(1, 190)),
        "<b" * 10_000,
        "\\(" * 10_000,
        "$$" * 10_000,
        "![" * 10_000,
        "A and " * 3_300,
        "the correct answer is " * 900,
        "which " * 3_300,
        "(" * 20_000,
        "* " * 10_000,
        "option A " * 2_200,
        ". " * 10_000,
        "<img alt=" * 2_000,
        "1," * 10_000,
    ],
)
@pytest.mark.parametrize("fmt", TextFormat)
def test_long_runs_take_no_long_time(text: str, fmt: TextFormat) -> None:
    options = (choice(text[:5_000], key=True), choice("x" + text[:4_000]), choice("blue"))
    subject = Item(stem=text, options=options, text_format=fmt, explanation=text, takeaway=text[:2_000])

    begun = time.perf_counter()
    problems(subject)

    assert time.perf_counter() - begun < 1
