"""The last step on a Markdown tree: markers become what they stand for."""

from typing import Any
from xml.etree.ElementTree import Element, SubElement

from markdown.treeprocessors import Treeprocessor

from questions.markup.formulas import formula_element
from questions.markup.highlight import code_element
from questions.markup.spans import MARKER, Kind, Span, Vault

_MOST_COLOURED = 4_000  # characters of code in one text; what follows is shown without colours
_HEADINGS = {"h1": "h3", "h2": "h4", "h3": "h5", "h4": "h5", "h5": "h5", "h6": "h5"}


class Restore(Treeprocessor):
    """Puts code, formulas and characters back, and moves headings below those of the page."""

    def __init__(self, md: Any, vault: Vault) -> None:
        super().__init__(md)
        self.vault = vault
        self.to_colour = 0

    def run(self, root: Element) -> None:
        """Rework the tree in place."""
        self.to_colour = _MOST_COLOURED
        for element in list(root.iter()):
            element.tag = _HEADINGS.get(element.tag, element.tag)
            for name, value in element.items():
                element.set(name, self.vault.as_read(value))
            if element.tag == "code":
                element.text = self.vault.as_typed(_unescaped(element.text or ""))
            else:
                self._rebuild(element)

    def _rebuild(self, element: Element) -> None:
        """Fill the element anew, each marker replaced by a character or an element."""
        fence = self._only_fence(element)
        if fence:
            element.tag, element.text = "pre", None
            element.append(self._fenced(fence))
            return
        children, text = list(element), element.text
        del element[:]
        element.text = None
        self._write(element, text)
        for child in children:
            tail, child.tail = child.tail, None
            element.append(child)
            self._write(element, tail)

    def _only_fence(self, element: Element) -> Span | None:
        """Return the fenced block that is all the paragraph holds."""
        found = MARKER.fullmatch((element.text or "").strip()) if element.tag == "p" and not len(element) else None
        span = self.vault.spans[int(found[1])] if found else None
        return span if span and span.kind is Kind.FENCE else None

    def _write(self, parent: Element, text: str | None) -> None:
        """Add text with markers at the end of the parent."""
        at = 0
        for found in MARKER.finditer(text or ""):
            add_text(parent, (text or "")[at : found.start()])
            self._add(parent, self.vault.spans[int(found[1])])
            at = found.end()
        add_text(parent, (text or "")[at:])

    def _add(self, parent: Element, span: Span) -> None:
        if span.kind is Kind.CHARACTER:
            add_text(parent, span.content)
        elif span.kind is Kind.CODE:
            SubElement(parent, "code").text = span.content
        elif span.kind is Kind.FENCE:
            SubElement(parent, "pre").append(self._fenced(span))
        else:
            _add_formula(parent, span)

    def _fenced(self, span: Span) -> Element:
        """Return the code, in colours while the text has some left."""
        self.to_colour -= len(span.content)
        return code_element(span.content, span.language if self.to_colour >= 0 else "")


def _add_formula(parent: Element, span: Span) -> None:
    """Add the formula, or its source as code where it cannot be read."""
    formula = formula_element(span.content, display=span.kind is Kind.DISPLAY)
    if formula is None:
        SubElement(parent, "code").text = span.source
    else:
        parent.append(formula)


def add_text(parent: Element, text: str) -> None:
    """Add text at the end of the parent: behind its last child, if it has one."""
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def _unescaped(code: str) -> str:
    """Undo Python-Markdown's escaping of indented code; it has never seen an ``&`` of the author's."""
    return code.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
