"""The key: how many options are right, and whether the stem says so."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, error, warning
from questions.items.item import Item
from questions.items.prose import is_english, prose
from questions.items.text import mark
from questions.items.words import Kind

NUMBERS: Final = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_VERB = r"(?:choose|select|pick|mark|tick|check)"
_COUNT = rf"(?P<n>{'|'.join(NUMBERS)}|[1-9])\b(?!-)"
# An order to the learner opens a sentence or stands in brackets; "a team must choose two" is about a team.
ORDER: Final = re.compile(
    rf"(?:^|[.?!:;(\[\n]\s*|\bplease\s+){_VERB}\s+(?:the\s+|any\s+|best\s+)*{_COUNT}", re.IGNORECASE
)
# "Which two layers" may have options that each name a pair, so it only counts for multiple choice.
WHICH: Final = re.compile(rf"\b(?:which|what)\s+(?:of\s+the\s+|are\s+the\s+)?{_COUNT}", re.IGNORECASE)
ANY: Final = re.compile(
    rf"\ball\s+that\s+(?:apply|are)\b|\bone\s+or\s+more\b|(?:^|[.?!:;(\[\n]\s*|\bplease\s+){_VERB}\s+(?:all|every|each)\b",
    re.IGNORECASE,
)


def announced(item: Item) -> int | None:
    """How many options the stem tells to choose, or None where it gives no number."""
    if not is_english(item):
        return None
    stem = prose(item.stem, item.text_format)
    found = ORDER.search(stem) or (WHICH.search(stem) if item.kind == Kind.MULTIPLE else None)
    if found is None:
        return None
    word = found["n"].lower()
    return NUMBERS.get(word) or int(word)


@error("E1")
def key_count(item: Item) -> Iterator[Finding]:
    """No key, more than one in single choice, or nothing but keys in multiple choice."""
    count = len(item.keys)
    if not count:
        yield Finding(mark("No option is the key."), mark("Mark the one that is right."), "options")
    elif item.kind == Kind.SINGLE and count > 1:
        message, fix = (
            mark("%(count)s options are marked as the key, and single choice has one."),
            mark("Leave one, or make it multiple choice."),
        )
        yield Finding(message, fix, "options", {"count": count})
    elif count == len(item.options):
        yield Finding(mark("Every option is marked as the key."), mark("Leave at least one that is wrong."), "options")


@error("E17")
def choose_n_misused(item: Item) -> Iterator[Finding]:
    """A number to choose where there is nothing to count."""
    if item.choose_n is not None and (item.choose_n <= 1 or item.kind == Kind.SINGLE):
        message, fix = (
            mark("“Choose %(number)s” is for multiple choice and at least two."),
            mark("Leave the number empty."),
        )
        yield Finding(message, fix, "choose_n", {"number": item.choose_n})


@error("E9")
def select_n_mismatch(item: Item) -> Iterator[Finding]:
    """The number to choose, by field or by the stem's words, is not the number of keys."""
    keys = len(item.keys)
    message, fix = mark("It says to choose %(number)s, and %(keys)s options are the key."), mark("Make the two agree.")
    if item.kind == Kind.MULTIPLE and item.choose_n is not None and item.choose_n != keys:
        yield Finding(message, fix, "choose_n", {"number": item.choose_n, "keys": keys})
    told = announced(item)
    if told is not None and told != keys:
        yield Finding(message, fix, "stem", {"number": told, "keys": keys})


@error("E18")
def trap_on_key(item: Item) -> Iterator[Finding]:
    """A key among the answers that look right and are not."""
    for number, option in enumerate(item.options, 1):
        if option.is_key and option.trap is not None:
            message, fix = mark("Option %(number)s is the key and cannot be a trap."), mark("Take the trap off.")
            yield Finding(message, fix, f"option {number}", {"number": number})


@warning("W21")
def multiple_with_one_key(item: Item) -> Iterator[Finding]:
    """Multiple choice with a single right option: allowed, and often meant to be single choice."""
    if item.kind == Kind.MULTIPLE and len(item.keys) == 1:
        yield Finding(
            mark("Only one option is the key of this multiple choice."), mark("Should it be single choice?"), "kind"
        )


@warning("W17")
def multi_not_announced(item: Item) -> Iterator[Finding]:
    """Nothing tells the learner that several options are right."""
    if item.kind != Kind.MULTIPLE or item.choose_n is not None or not is_english(item):
        return
    if announced(item) is None and not ANY.search(prose(item.stem, item.text_format)):
        message, fix = (
            mark("The stem does not say that several are right."),
            mark("Add “Choose two” or “Choose all that apply”."),
        )
        yield Finding(message, fix, "stem")
