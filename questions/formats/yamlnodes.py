"""YAML as nodes with lines: every scalar is text, and the parts of YAML that surprise people are refused.

No anchors, aliases, tags or merges (nothing can grow, nothing can be constructed), no key twice, one document.
One thing differs from YAML on purpose: the line break that ends a ``|`` or ``>`` block is not part of the text, since
nobody means it; ``|+`` and ``>+`` keep it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml

from questions.formats.limits import DEPTH, FILE_BYTES, VALUES
from questions.formats.refusal import Refuse, UnreadableError
from questions.items.text import mark

# libyaml reads a thousand questions in half a second, the pure Python parser in ten.
LOADER: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# What YAML itself forbids unescaped.
UNPRINTABLE: Final = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
CLIPPED: Final = re.compile(r"[|>][0-9]?(?![-+0-9])")


@dataclass(frozen=True, slots=True)
class Text:
    """A scalar, whatever it looks like."""

    value: str
    line: int


@dataclass(frozen=True, slots=True)
class Listing:
    """A sequence."""

    items: tuple["Node", ...]
    line: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping in the order of the file; ``lines`` are those of its keys."""

    pairs: dict[str, "Node"]
    lines: dict[str, int]
    line: int


Node = Text | Listing | Mapping


def decode(data: bytes) -> str:
    """Bytes as text without a byte order mark; raises :class:`UnreadableError` naming the line."""
    if len(data) > FILE_BYTES:
        raise UnreadableError(0, mark("The file is larger than %(most)s MB."), most=FILE_BYTES // 1024**2)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            line, mark("This is not UTF-8 (byte %(byte)s). Save the file as UTF-8."), byte=f"0x{data[error.start]:02X}"
        ) from None
    text = text.removeprefix("\ufeff")
    if found := UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        character = f"U+{ord(found[0]):04X}"
        raise UnreadableError(line, mark("The character %(character)s is not allowed here."), character=character)
    return text


def compose(data: bytes, refuse: Refuse) -> Node | None:
    """The one document of a file, or None where it is empty.

    Keys given twice go to ``refuse`` and reading goes on; whatever else is wrong raises :class:`UnreadableError`.
    """
    text = decode(data)
    try:
        return _Composer(text, refuse).document()
    except yaml.YAMLError as error:
        where = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error)
        line = where.line + 1 if where else 0
        raise UnreadableError(line, mark("This is not valid YAML: %(problem)s."), problem=problem) from None


class _Composer:
    """Builds nodes from the parser's events, so that depth and number are bounded while reading."""

    def __init__(self, text: str, refuse: Refuse) -> None:
        self.text, self.refuse, self.values = text, refuse, 0
        self.events: Iterator[Any] = yaml.parse(text, Loader=LOADER)

    def document(self) -> Node | None:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                if root is not None:
                    raise UnreadableError(self.line(event), mark("A file holds one document: remove the “---”."))
                root = self.node(event, 1)
        return root

    @staticmethod
    def line(event: Any) -> int:
        return int(event.start_mark.line) + 1

    def node(self, event: Any, depth: int) -> Node:
        self.values += 1
        line = self.line(event)
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            raise UnreadableError(line, mark("Anchors (&) and aliases (*) are not used here. Put the text in quotes."))
        if event.tag is not None:
            raise UnreadableError(line, mark("Tags (!) are not used here. Put the text in quotes."))
        if depth > DEPTH or self.values > VALUES:
            raise UnreadableError(line, mark("The file is nested too deeply or holds too much."))
        if isinstance(event, yaml.ScalarEvent):
            return Text(self.scalar(event), line)
        if isinstance(event, yaml.SequenceStartEvent):
            return Listing(tuple(self.node(inner, depth + 1) for inner in self.until(yaml.SequenceEndEvent)), line)
        return self.mapping(line, depth)

    def until(self, end: type) -> Iterator[Any]:
        for event in self.events:
            if isinstance(event, end):
                return
            yield event

    def scalar(self, event: Any) -> str:
        value = str(event.value)
        if UNSTORABLE.search(value):
            raise UnreadableError(self.line(event), mark("A NUL character cannot be stored. Remove it."))
        header = event.start_mark.index
        if event.style in {"|", ">"} and CLIPPED.match(self.text, header):
            return value.removesuffix("\n")
        return value

    def mapping(self, line: int, depth: int) -> Mapping:
        pairs: dict[str, Node] = {}
        lines: dict[str, int] = {}
        for event in self.until(yaml.MappingEndEvent):
            key = self.node(event, depth + 1)
            value = self.node(next(self.events), depth + 1)
            if not isinstance(key, Text):
                raise UnreadableError(key.line, mark("A key must be a word."))
            if key.value in pairs:
                params = {"key": key.value, "line": lines[key.value]}
                self.refuse(key.line, mark("“%(key)s” is given twice, first in line %(line)s."), params)
                continue
            pairs[key.value], lines[key.value] = value, key.line
        return Mapping(pairs, lines, line)
