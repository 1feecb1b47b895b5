"""Every option says why: the promise of the product, so its errors block publishing."""

from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, error, warning
from questions.items.item import Item
from questions.items.prose import prose, words
from questions.items.text import mark

FEWEST_WORDS: Final = 8


@error("E10")
def missing_rationale(item: Item) -> Iterator[Finding]:
    """An option that does not say why it is right or wrong."""
    for number, option in enumerate(item.options, 1):
        if not option.because.strip():
            message = (
                mark("Option %(number)s has no rationale. Say why it is right.")
                if option.is_key
                else mark("Option %(number)s has no rationale. Say why it is wrong.")
            )
            yield Finding(message, f"option {number}", {"number": number})


@warning("W10b")
def missing_temptation(item: Item) -> Iterator[Finding]:
    """A distractor that does not say why it looks right."""
    for number, option in enumerate(item.options, 1):
        if not option.is_key and not option.looks_right.strip():
            message = mark("Option %(number)s does not say why it looks right. Name what tempts people to choose it.")
            yield Finding(message, f"option {number}", {"number": number})


@warning("W20")
def missing_takeaway(item: Item) -> Iterator[Finding]:
    """Nothing to remember."""
    if not item.takeaway.strip():
        yield Finding(mark("There is no takeaway. Say in one sentence what to remember."), "takeaway")


@warning("W11")
def missing_explanation(item: Item) -> Iterator[Finding]:
    """No explanation, or one too short to explain."""
    count = len(words(prose(item.explanation, item.text_format)))
    if not item.explanation.strip():
        yield Finding(mark("There is no explanation. Say in a few sentences how to get to the answer."), "explanation")
    elif count < FEWEST_WORDS:
        message = mark("The explanation has only %(count)s words. Say how to get to the answer.")
        yield Finding(message, "explanation", {"count": count})
