"""Options that are shuffled must not be named by letter or place, and the explanation must agree with the key."""

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Final

from questions.items.checks.rule import Finding, error
from questions.items.item import Choice, Item
from questions.items.prose import is_english, prose, same
from questions.items.text import mark

_LETTER = r"\(?[A-Z]\)?"
_AND = r"\s*(?:,|&|/|,?\s*and|,?\s*or|,?\s*nor)\s*"
# An option that is nothing but letters: "Both A and C", "A, B and D only".
ONLY_LETTERS: Final = re.compile(
    rf"(?:both|all of|only|either|neither|options?|answers?)?\s*{_LETTER}(?:{_AND}{_LETTER})+"
    r"(?:\s+only)?(?:\s+(?:are|is)\s+(?:correct|right|true))?\.?",
    re.IGNORECASE,
)
# After "answer", a lone A before a word is an article more often than a letter.
NAMED: Final = re.compile(
    r"\b(?:(?:[Oo]ption|[Cc]hoice)s?\s+\(?([A-Z])|[Aa]nswers?\s+\(?([B-Z]|A(?!\s+(?!is\b|was\b|and\b|or\b)[a-z])))\b\)?"
    r"(?!['’-]\w)"
)
# "Plan B is right behind it": the letter has to be the subject of its clause.
JUDGED: Final = re.compile(
    r"(?:^|[.,;:!?(\n]\s*|\b(?:and|or|but|so|that|because|since|while|if|why)\s+)\(?([A-Z])\)?\s+(?:is|are)\s+"
    r"(?:the\s+)?(?:in)?(?:correct|wrong|right)\b"
)
ABOVE: Final = re.compile(
    r"\b(?:all|none|both|any|each|either|neither)(?:\s+of)?\s+the\s+(?:above|foregoing|preceding)\b"
    r"|\b(?:the\s+)?above\s+(?:options?|answers?|choices?)\b"
    # "The option above the strike price" is about options of another kind.
    r"|\bthe\s+(?:options?|answers?|choices?)\s+(?:above|below)\b(?!\s+(?:the\b|an?\b|its\b|this\b|that\b|\d))",
    re.IGNORECASE,
)
ABOVE_HINT: Final = re.compile("above|below|foregoing|preceding", re.IGNORECASE)
POINTERS: Final = (
    (NAMED, ("ption", "nswer", "hoice")),
    (JUDGED, ("correct", "wrong", "right")),
)
LETTER_IN_STEM: Final = re.compile(r"(?<![\w'’])([A-Z])(?![\w'’])(?!\s+[a-z])|(?<![\w'’])([B-Z])(?![\w'’])")
SAYS: Final = re.compile(
    r"\b(?:correct|right)\s+(?:answer|option|choice)s?\s*(?:\b(?:is|are)\b|:)\s*:?\s*(?:option|answer|choice)?s?\s*",
    re.IGNORECASE,
)
LETTERS: Final = re.compile(
    r"\(?([A-Z])\)?(?:\s*(?:,|&|and)\s*\(?([A-Z])\)?)*(?=\s*(?:[.,;:!)]|$|because\b|since\b|as\b))"
)
QUOTES: Final = str.maketrans("", "", "\"'“”‘’«»`*")


def letters_of_stem(item: Item) -> set[str]:
    """Capitals that stand alone in the stem: sets, events or lists that the item itself names."""
    return {first or second for first, second in LETTER_IN_STEM.findall(item.stem)}


def remarks(item: Item) -> Iterator[tuple[str, str]]:
    """Everything shown after the answer as ``(where, prose)``."""
    fmt = item.text_format
    yield "takeaway", prose(item.takeaway, fmt)
    yield "explanation", prose(item.explanation, fmt)
    for number, option in enumerate(item.options, 1):
        yield f"option {number}", prose(option.because, fmt)
        yield f"option {number}", prose(option.looks_right, fmt)


def _points(text: str, item: Item, own: set[str]) -> str:
    """The words by which a remark points at an option's place, or ``""``."""
    letters = set(ascii_uppercase[: len(item.options)]) - own
    for pattern, hints in POINTERS:
        # Looking for a word is twenty times quicker than looking for a pattern, and nearly always enough.
        for found in pattern.finditer(text) if any(hint in text for hint in hints) else ():
            if letters.intersection(found.groups()):
                return found[0].strip(" .,;:!?(\n")
    return _above(text, item)


def _above(text: str, item: Item) -> str:
    """The words that say "above", or ``""``."""
    found = ABOVE.search(text) if is_english(item) and ABOVE_HINT.search(text) else None
    return found[0] if found else ""


def _only_letters(number: int, item: Item, own: set[str]) -> bool:
    """Whether an option is nothing but the letters of other options, which say something themselves."""
    texts = [prose(option.text, item.text_format) for option in item.options]
    if not ONLY_LETTERS.fullmatch(texts[number - 1]):
        return False
    letters = dict(zip(ascii_uppercase, texts, strict=False))
    named = set(re.findall(r"\b[A-Z]\b", texts[number - 1]))
    return not named <= own and all(
        letter in letters and not ONLY_LETTERS.fullmatch(letters[letter]) for letter in named
    )


@error("E5")
def position_reference(item: Item) -> Iterator[Finding]:
    """A text that says where an option stands, while learners see the options in another order each time."""
    if not item.shuffle:
        return
    own, pinned = letters_of_stem(item), [option for option in item.options if option.pinned]
    for number, option in enumerate(item.options, 1):
        text = prose(option.text, item.text_format)
        words = _above(text, item) or (text if _only_letters(number, item, own) else "")
        if words and not option.pinned:
            message, fix = (
                mark("“%(words)s” points at other options, and they are shuffled."),
                mark("Pin it or turn shuffling off."),
            )
            yield Finding(message, fix, f"option {number}", {"words": words}, words)
    quoted = " ".join(prose(option.text, item.text_format).casefold() for option in pinned)
    for where, text in remarks(item):
        words = _points(text, item, own)
        if words and words.casefold() not in quoted:
            message, fix = (
                mark("“%(words)s” points at a place, and the options are shuffled."),
                mark("Say what the option says."),
            )
            yield Finding(message, fix, where, {"words": words}, words)


def _said(text: str, item: Item) -> Choice | None:
    """The option that ``text`` begins with: the longest that fits as a whole."""
    plain = {option: same(prose(option.text, item.text_format).translate(QUOTES)).casefold() for option in item.options}
    text = same(text.translate(QUOTES)).casefold()
    fits = [
        option
        for option, words in plain.items()
        if words and text.startswith(words) and not re.match(r"\w|[.,]\d|-\w", text[len(words) :])
    ]
    return max(fits, key=lambda option: len(plain[option]), default=None)


def _lettered(text: str, item: Item) -> list[Choice]:
    """The options that ``text`` names by letters at its start."""
    found = LETTERS.match(text)
    letters = re.findall(r"\b[A-Z]\b", found[0]) if found else []
    places = [ascii_uppercase.index(letter) for letter in letters]
    return [item.options[place] for place in places if place < len(item.options)]


@error("E6")
def explanation_contradicts_key(item: Item) -> Iterator[Finding]:
    """A remark says "the correct answer is …" and goes on with an option that is not the key."""
    if not is_english(item):
        return
    own = letters_of_stem(item)
    for where, text in remarks(item):
        for found in SAYS.finditer(text) if "orrect" in text or "ight" in text else ():
            rest = text[found.end() :]
            said = _said(rest, item)
            named = [said] if said else [] if own else _lettered(rest, item)
            if any(not option.is_key for option in named):
                message, fix = (
                    mark("“%(words)s …” names an option that is not the key."),
                    mark("Correct the text or the key."),
                )
                words = f"{found[0].strip()} {rest[:30].strip()}"
                yield Finding(message, fix, where, {"words": words}, words)
