"""What was left unfinished: placeholders, open fences and tags, images without a text alternative."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Final

from questions.items.checks.rule import Finding, error
from questions.items.item import Item
from questions.items.prose import prose, without_code, without_fences
from questions.items.text import mark
from questions.items.words import TextFormat

# Where "todo" is a word: "TODO LO ANTERIOR" is Spanish for "all of the above".
TODO_IS_A_WORD: Final = frozenset({"es", "pt", "gl", "ast"})
# A question may be about TODO comments; lower case "todo" is no marker, and XXX is a number in Rome.
TODO: Final = re.compile(r"\b(?:TODO|FIXME|TBD)\b(?![\s-]*(?:comment|list|item|app|tag|marker|note)s?\b)(?!['’”\"])")
FILLER: Final = re.compile(r"\blorem ipsum\b|(?<![\w.\-/:@])(?:xxx+|XXXX+)(?![\w.\-/:@])|\A\W*[xX]{3,}\W*\Z")
LOREM: Final = re.compile(r"\blorem\s+ipsum\b", re.IGNORECASE)
# Quicker than the patterns, and nearly always enough.
HINT: Final = re.compile("todo|fixme|tbd|lorem|xxx", re.IGNORECASE)
EMPTY_ALT: Final = re.compile(r"!\[\s*\]\s?[(\[]")
IMAGE_TAG: Final = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
ALT: Final = re.compile(r"\balt\s*=\s*(?:\"\s*[^\"\s]|'\s*[^'\s]|[^\s\"'>])", re.IGNORECASE)
# Tags that need no partner, or whose partner HTML lets one leave out.
VOID: Final = "area base br col embed hr img input link meta source track wbr"
OPTIONAL: Final = "p li dt dd tr td th thead tbody tfoot option"
ALONE: Final = frozenset(f"{VOID} {OPTIONAL}".split())


def fields(item: Item) -> Iterator[tuple[str, str]]:
    """Every marked-up text as ``(where, text)``."""
    yield "stem", item.stem
    yield "takeaway", item.takeaway
    yield "explanation", item.explanation
    for number, option in enumerate(item.options, 1):
        for text in (option.text, option.because, option.looks_right):
            yield f"option {number}", text


class _Tags(HTMLParser):
    """Finds the first tag without its partner."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.lonely = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ALONE:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """``<br/>`` needs nothing."""

    def handle_endtag(self, tag: str) -> None:
        if tag in ALONE:
            return
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.lonely = self.lonely or f"</{tag}>"


def lonely_tag(text: str) -> str:
    """The first tag of ``text`` that lacks its partner, or ``""``."""
    parser = _Tags()
    parser.feed(text)
    parser.close()
    return parser.lonely or (f"<{parser.open[-1]}>" if parser.open else "")


def _left_over(text: str, item: Item) -> str:
    words = prose(text, item.text_format)
    if not HINT.search(words):
        return ""
    todo = None if item.language.partition("-")[0].lower() in TODO_IS_A_WORD else TODO.search(words)
    found = todo or FILLER.search(words) or LOREM.search(words)
    return found[0] if found else ""


@error("E7")
def placeholder(item: Item) -> Iterator[Finding]:
    """TODO, lorem ipsum, xxx; a fence or a tag left open."""
    for where, text in fields(item):
        if words := _left_over(text, item):
            yield Finding(
                mark("“%(words)s” looks like a placeholder."), mark("Finish the text."), where, {"words": words}, words
            )
        if item.text_format == TextFormat.MARKDOWN and without_fences(text)[1]:
            yield Finding(mark("A code block is opened and never closed."), mark("Add the closing fence."), where)
        if item.text_format == TextFormat.HTML and (tag := lonely_tag(text)):
            message, fix = (
                mark("The tag %(tag)s has no partner."),
                mark("Add it, or write &lt; for a “less than” sign."),
            )
            yield Finding(message, fix, where, {"tag": tag}, tag)


def _has_mute_image(text: str, fmt: TextFormat) -> bool:
    if fmt == TextFormat.MARKDOWN:
        return bool(EMPTY_ALT.search(without_code(text, fmt)))
    return fmt == TextFormat.HTML and any(not ALT.search(tag) for tag in IMAGE_TAG.findall(text))


@error("E8")
def image_without_alt(item: Item) -> Iterator[Finding]:
    """An image that says nothing to who cannot see it."""
    for where, text in fields(item):
        if _has_mute_image(text, item.text_format):
            yield Finding(mark("An image has no text alternative."), mark("Say in words what it shows."), where)
