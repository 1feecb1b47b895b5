"""Parts of a Markdown text that Markdown must not touch, kept apart behind markers.

Code, formulas, escaped characters, ``&`` and unusual spaces are taken out before Python-Markdown reads the text, and
put back into the finished tree by ``restore``. So nothing inside them can be taken for emphasis, a list or a table;
and where a marker ends up in a place that shows text as typed (indented code, an attribute), its source is put back.
"""

from dataclasses import dataclass, field
from enum import StrEnum

import regex

# C0 characters never come from an author: `tidy` has replaced them.
MARKER = regex.compile("\x05([0-9]+)\x06")


class Kind(StrEnum):
    """What a kept part becomes."""

    CHARACTER = "character"
    CODE = "code"
    FENCE = "fence"
    FORMULA = "formula"
    DISPLAY = "display"


@dataclass(frozen=True, slots=True)
class Span:
    """A kept part: ``source`` as typed with its delimiters, ``content`` without them."""

    kind: Kind
    source: str
    content: str
    language: str = ""


@dataclass(slots=True)
class Vault:
    """The kept parts of one text, by the number in their marker."""

    spans: list[Span] = field(default_factory=list)

    def keep(self, span: Span) -> str:
        """Store the part and return the marker that stands for it."""
        self.spans.append(span)
        return f"\x05{len(self.spans) - 1}\x06"

    @property
    def formulas(self) -> int:
        """Return how many formulas are kept."""
        return sum(span.kind in (Kind.FORMULA, Kind.DISPLAY) for span in self.spans)

    def as_typed(self, text: str) -> str:
        """Put the source back in place of every marker."""
        return MARKER.sub(lambda match: self.spans[int(match[1])].source, text)

    def as_read(self, text: str) -> str:
        """Put back what a reader should see where only text can stand, such as in an attribute."""
        return MARKER.sub(lambda match: self._readable(self.spans[int(match[1])]), text)

    @staticmethod
    def _readable(span: Span) -> str:
        return span.content if span.kind in (Kind.CHARACTER, Kind.CODE) else span.source


# A line end that a span may cross: the next line does not begin a list item, quotation, heading or table row.
_LINE_END = r"\n(?![ ]*(?:(?:[-+*>]|\#{1,6}|\d+\.)[ ]|\|))"
_SPAN = regex.compile(
    rf"""
      \\(?P<escaped>[\\`*_{{}}\[\]>\#+\-.!|$])
    | (?<!`)(?P<ticks>`+)(?!`)(?P<code>(?:[^\n]|{_LINE_END})+?)(?<!`)(?P=ticks)(?!`)
    | \\\((?P<formula>(?:[^\\\n]|\\(?![()])|{_LINE_END})++)\\\)
    | \$\$(?P<display>(?:[^$\\\n]|\\.)++)\$\$
    | ^(?P<indent>[ ]*)\$\$(?P<block>(?:[^$\\]|\\.)++)\$\$
    | (?P<character>
          [^\S \t\n]                                      # no-break and other unusual spaces
        | &                                               # entities are shown as typed
        | (?<=[0-9A-Za-z])\*+(?=[0-9A-Za-z])              # 2*3*4
        | (?<!\w)__[A-Za-z0-9]+(?:_[A-Za-z0-9]+)*__(?!\w) # __init__
      )
    """,
    regex.VERBOSE | regex.MULTILINE,
)
_BLANK_LINES = regex.compile(r"(\n[ \t]*\n)")


def keep_spans(text: str, vault: Vault) -> str:
    """Replace every part that Markdown must not touch by a marker; parts never cross a blank line."""

    def kept(match: regex.Match[str]) -> str:
        return _keep(match, vault)

    return "".join(_SPAN.sub(kept, paragraph) for paragraph in _BLANK_LINES.split(text))


def _keep(match: regex.Match[str], vault: Vault) -> str:
    found = match.groupdict()
    if found["code"] is not None:
        return vault.keep(Span(Kind.CODE, match[0], _code(found["code"])))
    if found["formula"] is not None:
        return _keep_formula(match[0], found["formula"], Kind.FORMULA, vault)
    if found["display"] is not None:
        return _keep_formula(match[0], found["display"], Kind.DISPLAY, vault)
    if found["block"] is not None:
        indent: str = found["indent"]
        return indent + _keep_formula(match[0].removeprefix(indent), found["block"], Kind.DISPLAY, vault)
    return vault.keep(Span(Kind.CHARACTER, match[0], found["escaped"] or found["character"]))


def _keep_formula(source: str, latex: str, kind: Kind, vault: Vault) -> str:
    if not latex.strip():
        return vault.keep(Span(Kind.CHARACTER, source, source))
    return vault.keep(Span(kind, source, latex))


def _code(inner: str) -> str:
    """Take off the one space on each side that lets code begin or end with a backtick."""
    inner = inner.replace("\n", " ")
    padded = inner.startswith(" ") and inner.endswith(" ") and not inner.isspace()
    return inner[1:-1] if padded else inner
