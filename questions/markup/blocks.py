"""Python-Markdown's block processors, made stricter: fewer surprises, no lost text, bounded work."""

import re
from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown.blockprocessors import BlockProcessor, BlockQuoteProcessor, SetextHeaderProcessor
from markdown.extensions.tables import TableProcessor

from questions.markup.allowlist import ALIGNMENTS

_MOST_COLUMNS = 30
_MOST_CELLS = 2_000
_SEPARATOR = re.compile(r" *:?-+:? *")


class Heading(BlockProcessor):
    """``# Title`` in a block of its own; without the space (``#include``, ``#5``) it is text."""

    RE = re.compile(r"(?P<marks>#{1,6})[ ]+(?P<text>[^\n]+)$")

    def test(self, parent: Element, block: str) -> bool:
        """Take the block if all of it is a heading."""
        return bool(self.RE.fullmatch(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Add the heading; marks at its end go, unless they belong to a word such as C#."""
        found = self.RE.fullmatch(blocks.pop(0))
        if found:
            text = found["text"].rstrip()
            bare = text.rstrip("#")
            heading = SubElement(parent, f"h{len(found['marks'])}")
            heading.text = bare.rstrip() if bare.endswith(" ") or not bare else text


class Underlined(SetextHeaderProcessor):
    """A heading underlined by three or more ``=`` or ``-``; one alone is a sign in the text."""

    RE = re.compile(r"^[^\n]*\n(?:={3,}|-{3,})[ ]*(\n|$)")


class Quote(BlockQuoteProcessor):
    """``> text``; without the space (``>=``, ``>>> x``) or before a number (``> 90 %``) it is a comparison."""

    RE = re.compile(r"(^|\n)[ ]{0,3}>[ ](?![ ]*(?:[\d$€£]|\n|$))(.*)")

    def test(self, parent: Element, block: str) -> bool:
        """Take the block if it holds a quotation, at any depth: ``limits`` has seen to that.

        The original gives up near the recursion limit, so that what comes out would hang on who is calling.
        """
        return bool(self.RE.search(block))


class Table(TableProcessor):
    """A table of bounded size that keeps the cells which a row has too many."""

    def test(self, parent: Element, block: str) -> bool:
        """Take the block if its second line is a separator and the table is not too large."""
        if "|" not in block or not super().test(parent, block):
            return False
        columns, rows = len(self.separator), block.count("\n")
        fits = columns <= _MOST_COLUMNS and columns * rows <= _MOST_CELLS
        return fits and all(_SEPARATOR.fullmatch(cell) for cell in self.separator)

    def _build_row(self, row: str, parent: Element, align: Sequence[str | None]) -> None:
        line = SubElement(parent, "tr")
        cells = self._split_row(row)  # type: ignore[attr-defined]  # the stubs leave it out
        cells[len(align) - 1 :] = ["|".join(cells[len(align) - 1 :])]
        for cell, side in zip(cells + [""] * (len(align) - len(cells)), align, strict=True):
            attributes = {"class": ALIGNMENTS[side]} if side in ALIGNMENTS else {}
            SubElement(line, "th" if parent.tag == "thead" else "td", attributes).text = cell.strip(" ")

    def _split(self, row: str) -> list[str]:
        # Code and escaped bars are behind markers, so every bar that is left separates cells.
        return row.split("|")


def table(parser: Any) -> Table:
    """Return a table processor with Python-Markdown's own settings."""
    return Table(parser, {"use_align_attribute": False})
