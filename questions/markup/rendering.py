"""One door for all ways of writing."""

import re
from collections.abc import Callable

from questions.items.words import TextFormat
from questions.markup.imported import imported_html
from questions.markup.marked import marked_html
from questions.markup.plain import plain_html
from questions.markup.sanitise import sanitise
from questions.markup.tidy import tidy

# Stored beside rendered HTML; another name makes all of it be rendered anew.
RENDERER = "markup-1"

FORMATS: dict[str, Callable[[str], str]] = {
    TextFormat.PLAIN: plain_html,
    TextFormat.MARKDOWN: marked_html,
    TextFormat.HTML: imported_html,
}
_PARAGRAPH = re.compile(r'<p dir="auto">((?:(?!</?p[\s>]).)*)</p>', re.DOTALL)
_PLAIN = re.compile(r'<div dir="auto" class="plain">([^<]*)</div>')
_BLOCK = re.compile(r"<(?:p|pre|blockquote|[uo]l|table|hr|h[3-5]|div)[\s>]")


def render(text: str, text_format: str, *, inline: bool = False) -> str:
    """Return authored text as safe HTML; the same text gives the same HTML.

    With ``inline``, one paragraph comes without its element, so that it can continue a sentence; several blocks stay
    blocks. KeyError for a format that is not in ``FORMATS``.
    """
    tidied = tidy(text)
    if not tidied.strip(" \t\n"):
        return ""
    html = sanitise(FORMATS[text_format](tidied)).strip("\n")
    return _unwrapped(html) if inline else html


def _unwrapped(html: str) -> str:
    plain = _PLAIN.fullmatch(html)
    if plain:
        return f'<span class="plain">{plain[1]}</span>'
    paragraph = _PARAGRAPH.fullmatch(html.strip(" \n"))
    return paragraph[1] if paragraph and not _BLOCK.search(paragraph[1]) else html
