"""Negative questions: a hurried reader overlooks one, and nobody untangles two."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, Severity, warning
from questions.items.item import Item
from questions.items.prose import TOKEN, is_english, last_sentence, prose
from questions.items.text import mark

_IS = r"(?:(?<=\bis )|(?<=\bare )|(?<=\bis \*\*)|(?<=\bare \*\*))"
_ASKED_FOR = r"(?:statements?|claims?|answers?|options?|descriptions?|definitions?|about|regarding|concerning)\b"
ASKS: Final = re.compile(r"\b(?:which|what)\b", re.IGNORECASE)
# An incorrect statement is asked for; incorrect predictions are what a question may be about.
NEGATIVE: Final = re.compile(
    r"\*{0,2}\b(?:not|except|least|cannot|never|\w+n['’]t|"
    rf"{_IS}(?:false|incorrect)|incorrect(?=\*{{0,2}}\s+{_ASKED_FOR}))\b\*{{0,2}}",
    re.IGNORECASE,
)
EXCEPT_AT_END: Final = re.compile(
    r"(?P<word>\*{0,2}\bexcept\b\*{0,2})(?:\s+for)?(?:\s+which)?(?:\s+one)?\s*[.:?…_]*\s*\Z", re.IGNORECASE
)
# "Least squares" and "not-for-profit" are names, "from least to greatest" is an order, and "with the least effort" asks
# for the best.
HARMLESS: Final = re.compile(
    r"\bat least\b|\bnot only\b|\blast but not least\b|\bwhether or not\b|\bnot-|-not\b|\bfrom least to\b|"
    r"\bwith\s+(?:the\s+)?\*{0,2}least\b|"
    r"\bleast[- ](?:squares?|privileged?|significant|common|recently|frequently|connections?|cost)\b",
    re.IGNORECASE,
)
NEGATIVE_OPTION: Final = re.compile(r"\b(?:not|no|never|without|cannot|\w+n['’]t)\b(?!-)", re.IGNORECASE)
# What may follow the question: code, and how many to choose.
AFTERWARDS: Final = re.compile(
    rf"{TOKEN}|[(\[]?(?:please\s+)?(?:choose|select|pick|mark|tick|check)\s+(?:the\s+|any\s+|best\s+)*"
    r"(?:one|two|three|four|five|six|[1-9]|all\s+that\s+apply)(?:\s+(?:answers?|options?|choices?))?[\s.:)\]]*",
    re.IGNORECASE,
)


def _asks(text: str) -> str:
    """The sentence of a stem that asks: the last one, but for code and how many to choose."""
    last = last_sentence(text)
    if AFTERWARDS.fullmatch(last):
        last = last_sentence(text.rstrip("* \n").removesuffix(last))
    return last


def negative_word(item: Item) -> str:
    """The word that turns the question round, with ``**`` where it is emphasised, or ``""``.

    Only the sentence that asks: "not" in a scenario is fine.
    """
    if not is_english(item):
        return ""
    asks = HARMLESS.sub("", _asks(prose(item.stem, item.text_format, emphasis=True)))
    which, last = ASKS.search(asks), EXCEPT_AT_END.search(asks)
    found = which and NEGATIVE.search(asks, which.end())
    return found[0] if found else last["word"] if last else ""


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
