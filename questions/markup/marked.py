"""Markdown, as exam questions need it: what looks like text is text."""

import re
from threading import local
from typing import Any
from xml.etree.ElementTree import Element, tostring

from markdown import Markdown
from markdown.extensions.sane_lists import SaneOListProcessor, SaneUListProcessor

from questions.markup.blocks import Heading, Quote, Underlined, table
from questions.markup.fences import keep_fences
from questions.markup.limits import beyond_limits
from questions.markup.links import Address, Image, Link
from questions.markup.plain import plain_html
from questions.markup.restore import Restore
from questions.markup.spans import Vault, keep_spans

_HEADING = re.compile(r"#{1,6}[ ]")
# Replaced by stricter ones, or not read at all: raw HTML and references are text; code and escapes are behind markers.
_NOT_READ = (
    *("link", "image_link", "autolink", "automail", "html", "entity", "escape", "backtick"),
    *("reference", "image_reference", "short_reference", "short_image_ref"),
)
_SHORTEST_RULE = 3
_CODE_INDENT = "    "


def marked_html(text: str) -> str:
    """Render Markdown; a text beyond the limits is rendered as plain text."""
    vault = Vault()
    kept = keep_spans(keep_fences(text.rstrip(" \n"), vault), vault)
    if beyond_limits(kept, vault.formulas):
        return plain_html(text)
    parser = _parser_for(vault)
    try:
        return parser.convert("\n".join(map(_apart, kept.split("\n"))))
    except RecursionError:
        # Stopped half-way, it may have kept anything.
        del _own.parser
        return plain_html(text)


def _apart(line: str) -> str:
    """Set headings and rules apart, or Python-Markdown would read all that follows again for each of them."""
    bare = line.replace(" ", "")
    drawn = len(bare) >= _SHORTEST_RULE and len(set(bare)) == 1 and not line.startswith(_CODE_INDENT)
    if _HEADING.match(line) or (drawn and bare[0] in "*_"):
        return f"\n{line}\n"
    return f"{line}\n" if drawn and bare[0] in "-=" else line


# Making a parser costs more than half of rendering a short text; it keeps state, so each thread has its own.
_own = local()


def _parser_for(vault: Vault) -> Markdown:
    """Return this thread's parser, ready for one text with its ``vault``."""
    if not hasattr(_own, "parser"):
        _own.parser = _parser(vault)
    parser: Markdown = _own.parser.reset()
    parts: tuple[Any, ...] = (parser.inlinePatterns["link"], parser.inlinePatterns["image"])
    for part in (*parts, parser.treeprocessors["restore"]):
        part.vault = vault
    return parser


def _parser(vault: Vault) -> Markdown:
    md = Markdown()
    md.preprocessors.deregister("html_block")
    blocks = md.parser.blockprocessors
    blocks.deregister("reference")
    blocks.register(table(md.parser), "table", 75)
    blocks.register(Heading(md.parser), "hashheader", 70)
    blocks.register(Underlined(md.parser), "setextheader", 60)
    blocks.register(SaneOListProcessor(md.parser), "olist", 40)
    blocks.register(SaneUListProcessor(md.parser), "ulist", 30)
    blocks.register(Quote(md.parser), "quote", 20)
    for name in _NOT_READ:
        md.inlinePatterns.deregister(name)
    md.inlinePatterns.register(Link(md, vault), "link", 160)
    md.inlinePatterns.register(Image(md, vault), "image", 150)
    md.inlinePatterns.register(Address(md), "address", 120)
    md.treeprocessors.register(Restore(md, vault), "restore", -10)
    md.serializer = _serialised
    return md


def _serialised(root: Element) -> str:
    """Write the tree with every character escaped; Python-Markdown's own writer lets entities through."""
    return tostring(root, encoding="unicode", method="html")
