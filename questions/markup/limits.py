"""Texts that Markdown is not asked to read: too long, or nested deeper than any reader follows.

Python-Markdown calls itself for every level and reads what is left again for each; beyond these bounds it would need
seconds, or end at a depth that depends on the caller's stack. Such a text is shown as plain text, every character.
"""

import re

LONGEST = 40_000  # characters
DEEPEST = 10  # lists and quotations in one another
_MOST_LINES = 2_000
_MOST_FORMULAS = 500
_MOST_ROWS = 1_000  # lines that could be table rows
_MOST_MARKS = 3_000  # asterisks and underscores that could begin or end emphasis

_PREFIX = re.compile(r"(?:[ ]{0,3}(?:>|[-+*]|\d+\.)[ ])+")
_SIGN = re.compile(r">|[-+*]|\d+\.")
_ITEM = re.compile(r"^([ ]*)(?:[-+*]|\d+\.)[ ]", re.MULTILINE)
_EMPHASIS = re.compile(r"\*+|_+")


def beyond_limits(text: str, formulas: int) -> bool:
    """Tell whether a Markdown text, its code and formulas taken out, is too much to read."""
    marks = sum(1 for _ in _EMPHASIS.finditer(text))
    lines = text.split("\n")
    rows = sum("|" in line for line in lines)
    if len(text) > LONGEST or len(lines) > _MOST_LINES:
        return True
    if marks > _MOST_MARKS or rows > _MOST_ROWS or formulas > _MOST_FORMULAS:
        return True
    return _deepest_prefix(text) > DEEPEST or _deepest_list(text) > DEEPEST


def _deepest_prefix(text: str) -> int:
    """Return how many items and quotations one line opens, at most."""
    prefixes = (_PREFIX.match(line) for line in text.split("\n"))
    return max((len(_SIGN.findall(prefix[0])) for prefix in prefixes if prefix), default=0)


def _deepest_list(text: str) -> int:
    """Return how many lists are open at once, by the indentation of their items."""
    open_at: list[int] = []
    deepest = 0
    for item in _ITEM.finditer(text):
        indent = len(item[1])
        while open_at and open_at[-1] >= indent:
            open_at.pop()
        open_at.append(indent)
        deepest = max(deepest, len(open_at))
    return deepest
