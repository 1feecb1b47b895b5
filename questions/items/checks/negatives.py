"""Negative questions: a hurried reader overlooks one, and nobody untangles two."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, Severity, warning
from questions.items.item import Item
from questions.items.prose import is_english, last_sentence, prose
from questions.items.text import mark

NEGATIVE: Final = re.compile(
    r"\b(?:which|what)\b.*?(?P<word>\*{0,2}\b(?:not|except|least|incorrect|cannot|never|\w+n['’]t|"
    r"(?<=\bis )false|(?<=\bare )false)\b\*{0,2})"
    r"|(?P<last>\*{0,2}\bexcept\b\*{0,2})(?:\s+for)?\s*[.:?…_]*\s*\Z",
    re.IGNORECASE | re.DOTALL,
)
HARMLESS: Final = re.compile(r"\bat least\b|\bnot only\b|\blast but not least\b|\bwhether or not\b", re.IGNORECASE)
NEGATIVE_OPTION: Final = re.compile(r"\b(?:not|no|never|without|cannot|\w+n['’]t)\b", re.IGNORECASE)


def negative_word(item: Item) -> str:
    """The word that turns the question round, with ``**`` where it is emphasised, or ``""``.

    Only the last sentence asks: "not" in a scenario is fine.
    """
    if not is_english(item):
        return ""
    last = last_sentence(prose(item.stem, item.text_format, emphasis=True))
    found = NEGATIVE.search(HARMLESS.sub("", last))
    return (found["word"] or found["last"]) if found else ""


@warning("W5")
def negative_plain(item: Item) -> Iterator[Finding]:
    """The question is negative; emphasised, that is worth knowing, otherwise worth mending."""
    word = negative_word(item)
    bare = word.strip("*")
    if not word:
        return
    if bare.isupper() or "**" in word:
        message, fix = mark("The question is negative."), mark("Ask for what is true where you can.")
        yield Finding(message, fix, "stem", span=bare, severity=Severity.INFO)
    else:
        message = mark("The question is negative, and “%(word)s” is easily overlooked.")
        fix = mark("Write it in bold or capitals, or ask for what is true.")
        yield Finding(message, fix, "stem", {"word": bare}, bare)


@warning("W6")
def double_negative(item: Item) -> Iterator[Finding]:
    """A negative question with a negative option: the reader has to untangle two."""
    if not negative_word(item):
        return
    for number, option in enumerate(item.options, 1):
        found = NEGATIVE_OPTION.search(prose(option.text, item.text_format))
        if found:
            message = mark("The question is negative, and so is option %(number)s (“%(word)s”).")
            fix = mark("Ask for what is true, or word the option positively.")
            yield Finding(message, fix, f"option {number}", {"number": number, "word": found[0]}, found[0])
