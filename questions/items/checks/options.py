"""The options as a list: how many, none empty, no two the same."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from questions.items.checks.rule import Finding, error
from questions.items.item import Item
from questions.items.prose import TAG, same
from questions.items.text import mark
from questions.items.words import TextFormat

FEWEST: Final = 2
# One letter each.
MOST: Final = 26
# White space and what is drawn as nothing.
INVISIBLE: Final = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]+")
IMAGE: Final = re.compile(r"<img\b", re.IGNORECASE)


@error("E11")
def option_count(item: Item) -> Iterator[Finding]:
    """Fewer than two options, or more than there are letters."""
    count = len(item.options)
    if count < FEWEST:
        yield Finding(mark("There are fewer than two options."), mark("Add one."), "options", {"count": count})
    if count > MOST:
        message, fix = mark("There are %(count)s options; %(most)s is the most."), mark("Remove some.")
        yield Finding(message, fix, "options", {"count": count, "most": MOST})


@error("E2")
def empty_option(item: Item) -> Iterator[Finding]:
    """An option that shows nothing."""
    for number, option in enumerate(item.options, 1):
        text = option.text
        if item.text_format == TextFormat.HTML and not IMAGE.search(text):
            text = unescape(TAG.sub("", text))
        if not INVISIBLE.sub("", text):
            message, fix = mark("Option %(number)s is empty."), mark("Fill it in or remove it.")
            yield Finding(message, fix, f"option {number}", {"number": number})


@error("E3")
def duplicate_option(item: Item) -> Iterator[Finding]:
    """Two options that differ in nothing but white space."""
    first: dict[str, int] = {}
    for number, option in enumerate(item.options, 1):
        text = same(option.text)
        if text and text in first:
            message, fix = mark("Options %(first)s and %(number)s are the same."), mark("Change one or remove it.")
            yield Finding(message, fix, f"option {number}", {"first": first[text], "number": number})
        first.setdefault(text, number)
