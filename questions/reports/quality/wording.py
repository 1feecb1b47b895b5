"""What changed between two texts, word by word."""

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

WORD = re.compile(r"\s+|[^\W_]+(?:['’\-][^\W_]+)*|.", re.DOTALL)
# Comparing takes up to the cube of their number; longer texts are compared by lines.
MOST_WORDS = 500


def changed_words(before: str, after: str) -> SafeString:
    """Both texts in one, what went in ``<del>``, what came in ``<ins>``, each announced to screen readers."""
    return format_html_join("", "{}", ((part,) for part in _parts(before, after)))


def _parts(before: str, after: str) -> Iterator[str | SafeString]:
    old, new = _pieces(before), _pieces(after)
    if len(old) > MOST_WORDS or len(new) > MOST_WORDS:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for kind, i, j, k, m in _joined(SequenceMatcher(None, old, new, autojunk=False).get_opcodes(), old):
        if kind == "equal":
            yield "".join(old[i:j])
            continue
        if i < j:
            yield _marked("del", _("removed:"), _("end of removed"), "".join(old[i:j]))
        if i < j and k < m:
            yield " "
        if k < m:
            yield _marked("ins", _("added:"), _("end of added"), "".join(new[k:m]))


Opcode = tuple[str, int, int, int, int]


def _joined(opcodes: Sequence[Opcode], old: list[str]) -> Iterator[Opcode]:
    """Changes with nothing but a space between them as one: a sentence that is new reads as one, not as ten words."""
    run: Opcode | None = None
    for (kind, i, j, k, m), following in zip_longest(opcodes, opcodes[1:]):
        blank = kind == "equal" and not "".join(old[i:j]).strip()
        if kind != "equal" or (run is not None and blank and following is not None):
            run = ("replace", run[1], j, run[3], m) if run else (kind, i, j, k, m)
            continue
        if run is not None:
            yield run
            run = None
        yield kind, i, j, k, m
    if run is not None:
        yield run


def _marked(tag: str, start: str, end: str, text: str) -> SafeString:
    return format_html('<{}><span class="vh">{} </span>{}<span class="vh"> {} </span></{}>', tag, start, text, end, tag)


def _pieces(text: str) -> list[str]:
    return WORD.findall(text)
