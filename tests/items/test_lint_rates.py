"""How often rules fire on 5,700 questions of other people, against the rates once published for these rules."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from questions.items.checks import FIRST, OPTIONAL, RULES
from questions.items.item import Choice, Item
from questions.items.words import TextFormat

NAME = "dev_lint_mmlu_redux/items.jsonl"
REFERENCE = os.environ.get("EXAMPREP_REFERENCE", "")
# The variable names the reference data, or the folder in which they and other public data lie.
FOUND = [path for folder in ("", "reference") if REFERENCE and (path := Path(REFERENCE, folder, NAME)).is_file()]

pytestmark = pytest.mark.skipif(
    not FOUND,
    reason=f"{REFERENCE} has no {NAME}" if REFERENCE else "EXAMPREP_REFERENCE names no folder with public data",
)

QUESTIONS = 5_700
TOLERANCE = 0.3
# Percent of the questions, by rule and severity; of I4 both severities together. One rate is of another kind: that of
# I1 was published as 2.1 % and counts options that hold a vague word, per hundred questions.
PUBLISHED = {
    "E3": 0.1,
    "W1": 4.5,
    "W2": 3.2,
    "W3": 2.2,
    "W4": 1.9,
    "W5 warning": 3.6,
    "W5 info": 2.7,
    "W6": 0.8,
    "W7": 2.2,
    "W8": 0.2,
    "W9": 0.3,
    "W10": 2.5,
    "W15": 2.4,
    "W16": 4.2,
    "W18a": 0.3,
    "W18b": 2.3,
    "W18c": 0.9,
    "I1 options": 2.1,
    "I2": 7.8,
    "I3": 6.5,
    "I4": 3.1,
    "I9": 20.8,
}


def questions() -> list[Item]:
    """Plain text with a key, in the order given; nothing else is known of them."""
    with FOUND[0].open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return [
        Item(
            stem=row["stem"],
            options=tuple(Choice(text, is_key=number == row["key"]) for number, text in enumerate(row["options"])),
            text_format=TextFormat.PLAIN,
            shuffle=False,
        )
        for row in rows
    ]


def fired(items: list[Item]) -> Counter[str]:
    """How many items each rule is about, in all and by severity, and how many options I1 is about."""
    counts: Counter[str] = Counter()
    for item in items:
        problems = [problem for rule in (*FIRST, *RULES, *OPTIONAL) for problem in rule(item)]
        counts.update({problem.code for problem in problems})
        counts.update({f"{problem.code} {problem.severity}" for problem in problems})
        counts.update("I1 options" for problem in problems if problem.code == "I1")
    return counts


def test_rules_fire_as_often_as_published() -> None:
    items = questions()
    counts = fired(items)
    rates = {code: 100 * counts[code] / len(items) for code in PUBLISHED}

    assert len(items) == QUESTIONS
    assert {code: rate for code, rate in rates.items() if abs(rate - PUBLISHED[code]) > TOLERANCE} == {}
