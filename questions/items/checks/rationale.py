"""Every option says why: the promise of the product, so its errors block publishing."""

from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, error, warning
from questions.items.item import Item
from questions.items.prose import is_english, prose
from questions.items.text import mark
from questions.items.vocabulary import content_words, word_count

FEWEST_WORDS: Final = 8
# The share of its own words by which a distractor counts as mentioned.
MENTIONED: Final = 0.5


@error("E10")
def missing_rationale(item: Item) -> Iterator[Finding]:
    """An option that does not say why it is right or wrong."""
    for number, option in enumerate(item.options, 1):
        if not option.because.strip():
            message = mark("Option %(number)s has no rationale.")
            fix = mark("Say why it is right.") if option.is_key else mark("Say why it is wrong.")
            yield Finding(message, fix, f"option {number}", {"number": number})


@warning("W10b")
def missing_temptation(item: Item) -> Iterator[Finding]:
    """A distractor that does not say why it looks right."""
    for number, option in enumerate(item.options, 1):
        if not option.is_key and not option.looks_right.strip():
            message, fix = (
                mark("Option %(number)s does not say why it looks right."),
                mark("Name what tempts people to choose it."),
            )
            yield Finding(message, fix, f"option {number}", {"number": number})


@warning("W20")
def missing_takeaway(item: Item) -> Iterator[Finding]:
    """Nothing to remember."""
    if not item.takeaway.strip():
        yield Finding(mark("There is no takeaway."), mark("Say in one sentence what to remember."), "takeaway")


@warning("W11")
def missing_explanation(item: Item) -> Iterator[Finding]:
    """No explanation, or one too short to explain."""
    count = word_count(prose(item.explanation, item.text_format))
    if not item.explanation.strip():
        yield Finding(
            mark("There is no explanation."), mark("Say in a few sentences how to get to the answer."), "explanation"
        )
    elif count < FEWEST_WORDS:
        message, fix = mark("The explanation has only %(count)s words."), mark("Say how to get to the answer.")
        yield Finding(message, fix, "explanation", {"count": count})


@warning("W12")
def explanation_skips_distractor(item: Item) -> Iterator[Finding]:
    """A distractor without a rationale of its own, and the explanation hardly mentions it either."""
    said = content_words(prose(item.explanation, item.text_format)) if is_english(item) else frozenset()
    sets = [content_words(prose(option.text, item.text_format)) for option in item.options]
    for number, option in enumerate(item.options, 1):
        rest = (words for at, words in enumerate(sets, 1) if at != number)
        own = sets[number - 1].difference(*rest)
        skipped = own and len(own & said) < MENTIONED * len(own)
        if said and skipped and not option.is_key and not option.because.strip():
            message = mark("Neither a rationale nor the explanation says why option %(number)s is wrong.")
            yield Finding(message, mark("Say why it is wrong."), f"option {number}", {"number": number})


@warning("W13")
def explanation_omits_key(item: Item) -> Iterator[Finding]:
    """An explanation that has no word of the key: it may belong to another question."""
    said = content_words(prose(item.explanation, item.text_format)) if is_english(item) else frozenset()
    keys = content_words(" \n".join(prose(option.text, item.text_format) for option in item.keys))
    if said and keys and not said & keys:
        message = mark("The explanation has no word in common with the key.")
        yield Finding(message, mark("Check that it belongs here, and name the key's idea."), "explanation")
