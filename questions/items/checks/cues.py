"""Cues: wording by which somebody who knows nothing tells the key, or strikes out a distractor."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, info, warning
from questions.items.item import Item
from questions.items.prose import TOKEN, is_data, is_english, prose, words
from questions.items.text import mark
from questions.items.vocabulary import content_forms, content_words, spelled_out
from questions.items.words import Kind

# "Only", "all", "must" and "none" are content too often: protocols say MUST. "Not always" is no absolute.
ABSOLUTE: Final = re.compile(
    r"(?<!\bnot )(?<!\bnot be )(?<!n['’]t )(?<!n['’]t be )(?<!\bcannot )(?<!\bcannot be )"
    r"\b(?:always|never|absolutely|completely|entirely|totally|invariably|impossible|guarantee\w*|in all cases|"
    r"under no circumstances)\b",
    re.IGNORECASE,
)
VAGUE: Final = re.compile(
    r"\b(?:usually|often|sometimes|frequently|rarely|generally|typically|commonly)\b", re.IGNORECASE
)
# Neither "a/an" nor "is-a", and neither "vitamin A" nor "solve for a."
ARTICLE: Final = re.compile(
    r"(?:(?<![\w/\-])(?P<article>an?)|\A(?P<alone>An?))\s*(?:_+[.:]?|[:…]|\.{2,}|(?<=\s)\.)?\s*\Z"
)
# Options that no article goes before.
NO_NOUN: Final = re.compile(r"(?:all|any|an?|both|each|either|neither|no|none|one|some|the)\b(?!-)", re.IGNORECASE)
SILENT_H: Final = re.compile(r"(?:hour|honest|heir|honou?r)", re.IGNORECASE)
# Written with a vowel, spoken with a consonant.
YOU_OR_WON: Final = re.compile(
    r"(?:uni(?!n|m(?!od))|unan|unary\b|us[aeiu]|eu|ew|one\b|once\b|ubiq|ut[ieo]|ur[aeiou]|uk)", re.IGNORECASE
)
# Letters whose names begin with a vowel: an F, an MRI, an SVM.
VOWEL_NAMES: Final = frozenset("AEFHILMNORSX")
ACRONYM: Final = re.compile(r"[A-Z](?![a-z])")
# A RAM, a LAN: letters that make a word are said as one, and "SQL" either way.
SAYABLE: Final = re.compile(r"[FHLMNRSX][AEIOUY]|SQL")
# Eight, eighty, eleven, eighteen, eighteen hundred; not a hundred and ten.
AN_NUMBER: Final = re.compile(r"8|1[18](?:\d\d)?(?!\d)")

KEY_WORDS: Final = 2
KEY_CHARACTERS: Final = 8
# Of the stem: "image" is "imag" and does not count.
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


def takes_an(text: str) -> bool | None:
    """Whether "an" goes before ``text``, by its sound; None where that cannot be told, or no article does."""
    first = next(iter(words(text)), "")
    if first in {"", TOKEN} or NO_NOUN.match(text):
        return None
    if ACRONYM.match(first):
        return None if SAYABLE.match(first) else first[0] in VOWEL_NAMES
    if first[0].isdigit():
        return bool(AN_NUMBER.match(first))
    vowel = first[0].lower() in set("aeiou") and not YOU_OR_WON.match(first)
    return vowel or bool(SILENT_H.match(first))


@warning("W8")
def article_cue(item: Item) -> Iterator[Finding]:
    """The stem ends in "a" or "an", which fits the key and not every distractor."""
    found = ARTICLE.search(prose(item.stem, item.text_format)) if is_english(item) else None
    keys, others = _sides(item)
    if found is None or not keys or all(map(is_data, keys + others)):
        return
    article = found["article"] or found["alone"]
    wants_an = article.lower() == "an"
    if all(takes_an(text) is wants_an for text in keys) and any(takes_an(text) is (not wants_an) for text in others):
        message = mark("The stem ends in “%(word)s”, which does not fit every distractor.")
        fix = mark("Write “a(n)”, or put the article into the options.")
        yield Finding(message, fix, "stem", {"word": article}, article)


def _says(text: str, part: str) -> bool:
    """Whether ``part`` stands in ``text`` as words of their own."""
    at = text.find(part) if part else -1
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(part) : at + len(part) + 1]
        if not (before.isalnum() or after.isalnum()):
            return True
        at = text.find(part, at + 1)
    return False


@warning("W9")
def key_in_stem(item: Item) -> Iterator[Finding]:
    """The stem says the key word for word, and no distractor: a stem that names several lets choose between them."""
    stem = spelled_out(item.stem, item.text_format).casefold()
    texts = [spelled_out(option.text, item.text_format).rstrip(".") for option in item.options]
    said = [_says(stem, text.casefold()) for text in texts]
    if any(found and not option.is_key for found, option in zip(said, item.options, strict=True)):
        return
    for number, text in enumerate(texts, 1):
        if said[number - 1] and len(words(text)) >= KEY_WORDS and len(text) >= KEY_CHARACTERS:
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
    if item.kind != Kind.SINGLE or not is_english(item):
        return
    keys, others = _sides(item)
    stem, rest = content_words(prose(item.stem, item.text_format)), content_words(" \n".join(others))
    forms = content_forms(" \n".join(keys)).items()
    repeated = [form for root, form in forms if root in stem - rest and len(root) >= REPEATED_LETTERS]
    if repeated:
        message = mark("Only the key repeats words of the stem (%(words)s).")
        fix = mark("Let a distractor repeat them too, or use another word.")
        yield Finding(message, fix, "options", {"words": ", ".join(repeated)})


@info("I5")
def convergence(item: Item) -> Iterator[Finding]:
    """The key shares most words with the other options: distractors made by changing parts of it point back at it."""
    single = item.kind == Kind.SINGLE and len(item.keys) == 1
    if not (single and is_english(item)) or len(item.options) < CONVERGING_OPTIONS:
        return
    sets = [content_words(prose(option.text, item.text_format)) for option in item.options]
    shared = [sum(len(own & other) for at, other in enumerate(sets) if at != here) for here, own in enumerate(sets)]
    key = next(number for number, option in enumerate(item.options) if option.is_key)
    if shared[key] - max(count for number, count in enumerate(shared) if number != key) >= CONVERGING_BY:
        message = mark("The key has most words in common with the other options.")
        yield Finding(message, mark("Let distractors share words with one another as well."), f"option {key + 1}")
