"""The stem: one question, complete, to the point, and not out of date."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, Severity, info, warning
from questions.items.item import Item
from questions.items.prose import is_english, prose, without_code, words
from questions.items.text import mark
from questions.items.vocabulary import word_count
from questions.items.words import TextFormat

# Two or three underlines may be emphasis in Markdown, and more inside a word are a name.
BLANK: Final = re.compile(r"(?<!\w)_{3,}(?!\w)|(?<!\w)_{4,}|(?<!_)_{4,}(?!\w)|(?<!\S)__(?![^\s.,;:?!])")
# A line across the page.
RULER: Final = re.compile(r"^ {0,3}_{3,}[ \t]*$", re.MULTILINE)
LATE: Final = 0.75
UNFOCUSED: Final = re.compile(
    r"\bwhich\s+(?:one\s+)?of\s+(?:the\s+following|these)\s+(?:statements?\s+|sentences?\s+|claims?\s+)?"
    r"(?:is|are)\s+(?:most\s+)?(?:true|correct|false)\s*[?:.]*\s*\Z",
    re.IGNORECASE,
)
UNFOCUSED_WORDS: Final = 14
SHORT_WORDS: Final = 5
LONG_WORDS: Final = 120
# In a scenario somebody may be quoted who asks.
QUOTED: Final = re.compile(r"\"[^\"\n]{0,300}\"|“[^“”\n]{0,300}”|«[^«»\n]{0,300}»")
QUESTION: Final = re.compile(r"\?(?!\?)(?=[\s)”\"'*]|\Z)")
DATED: Final = re.compile(
    r"\b(?:currently|latest|nowadays|recently|as of (?:now|today|writing)|state[- ]of[- ]the[- ]art)\b"
    # A year, and neither an amount nor a size: "$2000", "1920 × 1080", "2000 steps".
    r"|(?<![\w$€£¥×+\-])(?<!\d[.,])(?:19\d|20[0-3])\d\b(?![.,]\d|\s*[x×*%°]|-[a-z]| +(?:[a-z-]+ +)?[a-z]{3,}s\b)",
    re.IGNORECASE,
)
# In the middle of a sentence: after a letter or a comma.
BROKEN_OFF: Final = re.compile(r"[^\W\d_]['’”\"]?\s*\Z|,\s*\Z")


def _stem(item: Item) -> str:
    return prose(item.stem, item.text_format)


def _with_gaps(item: Item) -> str:
    """The stem with its underlines: prose takes those of Markdown for emphasis."""
    if item.text_format != TextFormat.MARKDOWN or "_" not in item.stem:
        return _stem(item)
    return RULER.sub("", without_code(item.stem, item.text_format)).replace("\\_", "_")


@warning("W16")
def fill_blank(item: Item) -> Iterator[Finding]:
    """A gap to fill: the earlier it comes, the more has to be read again with each option in it."""
    stem = _with_gaps(item)
    found = BLANK.search(stem)
    if found is None:
        return
    early = found.start() < LATE * len(stem)
    message = mark("The stem has a gap that each option has to be read into.")
    fix = mark("Ask a question, or move the gap to the end.")
    yield Finding(message, fix, "stem", span=found[0], severity=None if early else Severity.INFO)


@warning("W18a")
def unfocused(item: Item) -> Iterator[Finding]:
    """The stem asks which is true and nothing else: the options have no subject in common."""
    stem = _stem(item)
    found = UNFOCUSED.search(stem) if is_english(item) else None
    if found and len(words(stem)) < UNFOCUSED_WORDS:
        message, fix = mark("The stem asks for nothing in particular."), mark("Say what the question is about.")
        yield Finding(message, fix, "stem", span=found[0])


@warning("W18b")
def short_stem(item: Item) -> Iterator[Finding]:
    """Fewer words than a question needs."""
    count = word_count(_stem(item))
    if 0 < count < SHORT_WORDS:
        message, fix = mark("The stem has only %(count)s words."), mark("Ask a whole question.")
        yield Finding(message, fix, "stem", {"count": count})


@warning("W18c")
def two_questions(item: Item) -> Iterator[Finding]:
    """Two questions in one stem: the options can answer one."""
    if len(QUESTION.findall(QUOTED.sub(" ", _stem(item)))) > 1:
        yield Finding(mark("The stem asks more than one question."), mark("Ask one, or split the item."), "stem")


@info("I7")
def stem_long(item: Item) -> Iterator[Finding]:
    """More to read than to think about."""
    count = word_count(_stem(item))
    if count > LONG_WORDS:
        message, fix = mark("The stem has %(count)s words."), mark("Leave out what the question does not need.")
        yield Finding(message, fix, "stem", {"count": count})


@info("I8")
def dated(item: Item) -> Iterator[Finding]:
    """Words and years by which content grows stale."""
    for where, text in (("stem", item.stem), ("takeaway", item.takeaway), ("explanation", item.explanation)):
        found = DATED.search(prose(text, item.text_format)) if is_english(item) else None
        if found:
            message, fix = mark("“%(word)s” dates the question."), mark("Check it from time to time.")
            yield Finding(message, fix, where, {"word": found[0]}, found[0])


@info("I9")
def incomplete_stem(item: Item) -> Iterator[Finding]:
    """The stem is a sentence that the options complete: a matter of style."""
    stem = _stem(item)
    asks = "?" in stem or BLANK.search(_with_gaps(item))
    if BROKEN_OFF.search(stem) and not asks:
        yield Finding(mark("The stem is not a whole sentence."), mark("Ask a question if you can."), "stem")
