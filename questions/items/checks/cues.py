"""Cues: wording by which somebody who knows nothing tells the key, or strikes out a distractor."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, info, warning
from questions.items.item import Item
from questions.items.prose import is_english, prose, words
from questions.items.text import mark
from questions.items.vocabulary import content_words
from questions.items.words import Kind

# "Only", "all", "must" and "none" are content too often: protocols say MUST.
ABSOLUTE: Final = re.compile(
    r"\b(?:always|never|absolutely|completely|entirely|totally|invariably|impossible|guarantee\w*|in all cases|"
    r"under no circumstances)\b",
    re.IGNORECASE,
)
VAGUE: Final = re.compile(
    r"\b(?:usually|often|sometimes|frequently|rarely|generally|typically|commonly)\b", re.IGNORECASE
)
ARTICLE: Final = re.compile(r"\b(?P<article>an?)\s*[_.:…]*\s*\Z", re.IGNORECASE)
SILENT_H: Final = re.compile(r"(?:hour|honest|heir|honou?r)", re.IGNORECASE)
# Written with a vowel, spoken with a consonant.
YOU_OR_WON: Final = re.compile(r"(?:uni(?!n|m)|us[aeiu]|eu|ew|one\b|once\b|ubiq|ut[ie])", re.IGNORECASE)
# Letters whose names begin with a vowel: an F, an MRI, an SVM.
VOWEL_NAMES: Final = frozenset("AEFHILMNORSX")
ACRONYM: Final = re.compile(r"[A-Z](?![a-z])")

KEY_WORDS: Final = 2
KEY_CHARACTERS: Final = 8
REPEATED_LETTERS: Final = 5
CONVERGING_OPTIONS: Final = 4
CONVERGING_BY: Final = 2


def _sides(item: Item) -> tuple[list[str], list[str]]:
    """The prose of the keys and of the distractors."""
    texts = [(prose(option.text, item.text_format), option.is_key) for option in item.options]
    return [text for text, is_key in texts if is_key], [text for text, is_key in texts if not is_key]


@warning("W7")
def absolute_cue(item: Item) -> Iterator[Finding]:
    """Absolute words in distractors and not in the key: such options are struck out unread."""
    if not is_english(item) or any(ABSOLUTE.search(text) for text in _sides(item)[0]):
        return
    for number, option in enumerate(item.options, 1):
        found = ABSOLUTE.search(prose(option.text, item.text_format))
        if found and not option.is_key:
            message = mark("“%(word)s” marks option %(number)s as wrong: few things are absolute.")
            fix = mark("Say it without, or use such words in the key as well.")
            yield Finding(message, fix, f"option {number}", {"word": found[0], "number": number}, found[0])


def takes_an(text: str) -> bool:
    """Whether "an" goes before ``text``, by its sound."""
    first = next(iter(words(text)), "")
    if ACRONYM.match(first):
        return first[0] in VOWEL_NAMES if len(first) > 1 or not text[1:2].isspace() else first in VOWEL_NAMES
    if SILENT_H.match(first):
        return True
    if first[:1].isdigit():
        return first.startswith(("8", "11", "18"))
    return first[:1].lower() in set("aeiou") and not YOU_OR_WON.match(first)


@warning("W8")
def article_cue(item: Item) -> Iterator[Finding]:
    """The stem ends in "a" or "an", which fits the key and not every distractor."""
    found = ARTICLE.search(prose(item.stem, item.text_format)) if is_english(item) else None
    keys, others = _sides(item)
    if found is None or not keys:
        return
    wants_an = found["article"].lower() == "an"
    if all(takes_an(text) == wants_an for text in keys) and any(takes_an(text) != wants_an for text in others):
        message = mark("The stem ends in “%(word)s”, which does not fit every distractor.")
        fix = mark("Write “a(n)”, or put the article into the options.")
        yield Finding(message, fix, "stem", {"word": found["article"]}, found["article"])


@warning("W9")
def key_in_stem(item: Item) -> Iterator[Finding]:
    """The stem says the key word for word."""
    stem = " ".join(prose(item.stem, item.text_format).casefold().split())
    for number, option in enumerate(item.options, 1):
        text = " ".join(prose(option.text, item.text_format).rstrip(".").split())
        said = option.is_key and len(words(text)) >= KEY_WORDS and len(text) >= KEY_CHARACTERS
        if said and re.search(rf"(?<!\w){re.escape(text.casefold())}(?!\w)", stem):
            message, fix = mark("The stem contains the key word for word."), mark("Reword one of them.")
            yield Finding(message, fix, f"option {number}", span=text)


@info("I1")
def vague(item: Item) -> Iterator[Finding]:
    """Vague words in options: readers disagree on how often "often" is."""
    for number, option in enumerate(item.options, 1) if is_english(item) else ():
        found = VAGUE.search(prose(option.text, item.text_format))
        if found:
            message = mark("“%(word)s” in option %(number)s means something else to each reader.")
            fix = mark("Say how often, or leave it out.")
            yield Finding(message, fix, f"option {number}", {"word": found[0], "number": number}, found[0])


@info("I2")
def word_repeat(item: Item) -> Iterator[Finding]:
    """A word of the stem comes back in the key and in no distractor: a weak cue, never more than a hint."""
    if item.kind != Kind.SINGLE:
        return
    keys, others = _sides(item)
    stem, key, rest = (
        {word for word in content_words(" \n".join(texts)) if len(word) >= REPEATED_LETTERS}
        for texts in ([prose(item.stem, item.text_format)], keys, others)
    )
    repeated = sorted(stem & key - rest)
    if repeated:
        message = mark("Only the key repeats words of the stem (%(words)s).")
        fix = mark("Let a distractor repeat them too, or use another word.")
        yield Finding(message, fix, "options", {"words": ", ".join(repeated)})


@info("I5")
def convergence(item: Item) -> Iterator[Finding]:
    """The key shares most words with the other options: distractors made by changing parts of it point back at it."""
    if item.kind != Kind.SINGLE or len(item.options) < CONVERGING_OPTIONS or len(item.keys) != 1:
        return
    sets = [content_words(prose(option.text, item.text_format)) for option in item.options]
    shared = [sum(len(own & other) for at, other in enumerate(sets) if at != here) for here, own in enumerate(sets)]
    key = next(number for number, option in enumerate(item.options) if option.is_key)
    if shared[key] - max(count for number, count in enumerate(shared) if number != key) >= CONVERGING_BY:
        message = mark("The key has most words in common with the other options.")
        yield Finding(message, mark("Let distractors share words with one another as well."), f"option {key + 1}")
