"""Authored text as HTML for pages that keep no rendering beside their rows."""

from functools import lru_cache

from django.utils.safestring import SafeString

from questions.items.words import TextFormat
from questions.markup import render, to_text

# Texts kept per process; descriptions and traps are short and the same for everybody.
KEPT = 2048


@lru_cache(maxsize=KEPT)
def prose(text: str, text_format: str = TextFormat.MARKDOWN, *, inline: bool = False) -> SafeString:
    """Authored ``text`` as safe HTML; the same text is rendered once in the life of the process."""
    return SafeString(render(text, str(text_format), inline=inline))


def summary(text: str, *, length: int = 155) -> str:
    """The beginning of Markdown ``text`` as one plain line of at most ``length`` characters, cut between words."""
    line = to_text(prose(text))
    if len(line) <= length:
        return line
    # A word that is longer than the line is cut where it must be.
    kept = line[:length].rpartition(" ")[0] or line[: length - 1]
    return kept.rstrip(" ,;:") + "…"
