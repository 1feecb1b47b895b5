"""Authored text as a reader hears it: code and formulas become one word, markup goes, emphasis can be kept.

Good enough for rules about wording, in linear time; what learners see is made by ``questions.markup``.
"""

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import Final

from questions.items.item import Item
from questions.items.words import TextFormat

# What code and formulas become: a word that no rule looks for.
TOKEN: Final = "code"  # noqa: S105 - a placeholder, no secret

WORD: Final = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")
CODE_SPAN: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
FORMULA: Final = re.compile(r"\\\(|\$\$")
FORMULA_ENDS: Final = {r"\(": re.compile(r"\\\)"), "$$": re.compile(r"\$\$")}
CODE_TAG: Final = re.compile(r"<(pre|code|kbd|samp)\b[^<>]*>", re.IGNORECASE)
CODE_TAG_ENDS: Final = {tag: re.compile(rf"</{tag}\s*>", re.IGNORECASE) for tag in ("pre", "code", "kbd", "samp")}
TAG: Final = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)
STRONG_TAG: Final = re.compile(r"</?(?:b|strong|em|i|u)\b[^<>]*>", re.IGNORECASE)
EMPHASIS: Final = re.compile(r"(\*{1,3}|_{1,3})(?=\S)")


def is_english(item: Item) -> bool:
    """Whether rules about English wording apply."""
    return item.language.lower().partition("-")[0] == "en"


def without_fences(text: str) -> tuple[str, bool]:
    """Markdown with each fenced block as one word, and whether the last fence was left open."""
    lines: list[str] = []
    fence = ""
    for line in text.split("\n"):
        found = FENCE.fullmatch(line)
        if fence:
            if found and found[1].startswith(fence) and not found[2].strip():
                fence = ""
        elif found and not (found[1][0] == "`" and "`" in found[2]):
            fence = found[1]
            lines.append(TOKEN)
        else:
            lines.append(line)
    return "\n".join(lines), bool(fence)


def _without(text: str, opening: re.Pattern[str], ends: dict[str, re.Pattern[str]]) -> str:
    """``text`` with each stretch from an opening to its end as one word; what is never closed stays.

    One pattern for both would look through the rest of the text again for every opening without an end.
    """
    kept: list[str] = []
    at, endless = 0, set[str]()
    for found in opening.finditer(text):
        name = (found[1] if opening.groups else found[0]).lower()
        if found.start() < at or name in endless:
            continue
        end = ends[name].search(text, found.end())
        if end is None:
            endless.add(name)
            continue
        kept += [text[at : found.start()], TOKEN]
        at = end.end()
    return "".join([*kept, text[at:]])


def without_code(text: str, fmt: TextFormat) -> str:
    """``text`` with code and formulas as one word each; plain text has neither."""
    if fmt == TextFormat.MARKDOWN:
        text = CODE_SPAN.sub(TOKEN, without_fences(text)[0])
    if fmt == TextFormat.HTML:
        text = _without(text, CODE_TAG, CODE_TAG_ENDS)
    return text if fmt == TextFormat.PLAIN else _without(text, FORMULA, FORMULA_ENDS)


# Many rules read the same text; this many hold one item's.
@lru_cache(maxsize=256)
def prose(text: str, fmt: TextFormat, *, emphasis: bool = False) -> str:
    """``text`` without code, tags and (unless ``emphasis``) marks of emphasis, in NFKC.

    With ``emphasis`` every mark of it, in Markdown or HTML, is written as ``**``.
    """
    text = without_code(text, fmt)
    mark = "**" if emphasis else ""
    if fmt == TextFormat.HTML:
        text = unescape(TAG.sub(" ", STRONG_TAG.sub(mark, text)))
    if fmt == TextFormat.MARKDOWN:
        text = re.sub(r"\*{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)", mark, text)
    return unicodedata.normalize("NFKC", text).strip()


def words(text: str) -> list[str]:
    """The words of a text; ``don't`` and ``mixed-precision`` are one each."""
    return WORD.findall(text)


# Not after "e.g.", "U. S." and the like: a full stop after one letter ends no sentence.
SENTENCE: Final = re.compile(r"(?:(?<=[?!])|(?<=[^\W\d_]{2}\.)|(?<=[^\w\s]\.)|(?<=\d\.))[\s*)”\"]+(?=\S)|\n{2,}")


def last_sentence(text: str) -> str:
    """The last sentence of prose, which is the one that asks."""
    return SENTENCE.split(text.rstrip("* \n"))[-1]


def is_data(text: str) -> bool:
    """Whether prose is a number, a formula or code, whose length and wording are nobody's choice."""
    return text == TOKEN or not re.search(r"[^\W\d_]{3,}", text)


def same(text: str) -> str:
    """A text as it is compared for equality: NFC and white space, nothing else (``-E`` is not ``-e``)."""
    return " ".join(unicodedata.normalize("NFC", text).split())
