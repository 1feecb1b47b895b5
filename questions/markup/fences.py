"""Fenced code blocks, taken out of a Markdown text line by line."""

import re

from questions.markup.spans import Kind, Span, Vault

_OPENING = re.compile(r"(?P<indent>[ ]*)(?P<fence>`{3,}(?=[^`]*$)|~{3,})[ ]*(?P<info>.*)")
_LIST_ITEM = re.compile(r"[ ]*(?:[-+*]|\d+\.)[ ]")
_LANGUAGE = re.compile(r"\{?[ ]*\.?([\w#+.-]*)")
_LIST_STEP = 4  # columns by which Python-Markdown wants the content of a list item indented


def keep_fences(text: str, vault: Vault) -> str:
    """Replace every fenced block by a marker in a paragraph of its own; an unclosed fence runs to the end.

    Inside a list, a fence indented by any amount belongs to the item above it.
    """
    lines = text.split("\n")
    out: list[str] = []
    at, in_list = 0, False
    while at < len(lines):
        opening = _OPENING.fullmatch(lines[at])
        if opening and (in_list or len(opening["indent"]) < _LIST_STEP):
            end = _closing(lines, at + 1, opening["fence"])
            marker = vault.keep(_fence(lines[at : end + 1], opening, closed=end < len(lines)))
            out += ["", _content_indent(opening["indent"], in_list=in_list) + marker, ""]
            at = end + 1
            continue
        in_list = _still_in_list(lines, at, in_list=in_list)
        out.append(lines[at])
        at += 1
    return "\n".join(out)


def _closing(lines: list[str], start: int, fence: str) -> int:
    """Return the number of the line that closes the fence, or the number of lines if none does."""
    for at in range(start, len(lines)):
        line = lines[at].strip(" ")
        if len(line) >= len(fence) and not line.strip(fence[0]):
            return at
    return len(lines)


def _fence(lines: list[str], opening: re.Match[str], *, closed: bool) -> Span:
    indent = re.compile(f"[ ]{{0,{len(opening['indent'])}}}")
    code = [indent.sub("", line, count=1) for line in (lines[1:-1] if closed else lines[1:])]
    language = _LANGUAGE.match(opening["info"])
    return Span(Kind.FENCE, "\n".join(lines), "\n".join(code), language[1].lower() if language else "")


def _content_indent(indent: str, *, in_list: bool) -> str:
    """Round the indentation up to whole steps of the list; outside lists there is none."""
    steps = -(-len(indent) // _LIST_STEP)
    return " " * _LIST_STEP * steps if in_list else ""


def _still_in_list(lines: list[str], at: int, *, in_list: bool) -> bool:
    line = lines[at]
    if _LIST_ITEM.match(line):
        return True
    after_blank = at > 0 and not lines[at - 1].strip()
    return in_list and not (line.strip() and not line.startswith(" ") and after_blank)
