"""Rendered HTML as one line of text, for titles, labels and lists."""

import re
from html.parser import HTMLParser

from questions.markup.allowlist import names

_INLINE = names("b strong i em u s sub sup code kbd a span")
_SPACE = re.compile(r"[ \t\n\f\r]+")


class _Reader(HTMLParser):
    """Collects the text; blocks are set apart by a space, formulas read as their source."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.in_formula = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "math":
            self.in_formula = True
            self.parts.append(values.get("alttext") or "")
        elif tag == "img":
            self.parts.append(values.get("alt") or "")
        elif tag not in _INLINE and not self.in_formula:
            self.parts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag == "math":
            self.in_formula = False
        elif tag not in _INLINE and not self.in_formula:
            self.parts.append(" ")

    def handle_data(self, data: str) -> None:
        if not self.in_formula:
            self.parts.append(data)


def to_text(html: str) -> str:
    """Return the text of rendered HTML with its white space collapsed; no-break spaces stay."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return _SPACE.sub(" ", "".join(reader.parts)).strip(" ")
