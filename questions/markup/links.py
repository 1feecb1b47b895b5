"""Links and images, inline only: ``[text](https://…)``, ``<https://…>``, ``![what is shown](/media/…)``.

Anything whose address is not allowed stays as typed, so ``handlers[name](event)`` is no link. Reference links
(``[text][1]`` with ``[1]: …`` elsewhere) are not read, since a line such as ``[Note]: wait`` would vanish.
The patterns never go back over what they have read, which keeps them linear on runs of brackets.
"""

from typing import Any
from xml.etree.ElementTree import Element

import regex
from markdown.inlinepatterns import InlineProcessor

from questions.markup.allowlist import LINK, MEDIA
from questions.markup.spans import Vault

_ADDRESS = r"(?:<(?P<angle>[^<>\n]*+)>|(?P<bare>[^\s()<>]*+(?:\([^\s()<>]*+\)[^\s()<>]*+)*+))"
_TITLE = r"""(?:[ \n]++(?:"[^"]*+"|'[^']*+'))?+"""
_TEXT = r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*+\])*+)\]"
_TARGET = rf"\([ \n]*+{_ADDRESS}{_TITLE}[ \n]*+\)"

Found = tuple[Element | None, int, int]


class Linear(InlineProcessor):
    """A pattern that never goes back, read by ``regex``: early Python 3.11 reads such groups wrongly."""

    def __init__(self, pattern: str, md: Any) -> None:
        # What Python-Markdown compiles by itself is never used.
        super().__init__("(?!)", md)
        self.compiled_re = regex.compile(pattern, regex.DOTALL)  # type: ignore[assignment]


class Link(Linear):
    """``[text](address)``, where the address is one we link to."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Any, vault: Vault) -> None:
        super().__init__(rf"(?<!!){_TEXT}{_TARGET}", md)
        self.vault = vault

    def handleMatch(self, m: regex.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the link, or nothing to leave the text as it is."""
        address = self.vault.as_read(m["angle"] or m["bare"] or "").strip()
        if not LINK.fullmatch(address) or not m["text"].strip():
            return None, m.start(), m.start() + 1
        element = Element("a", {"href": address})
        element.text = m["text"]
        return element, m.start(), m.end()


class Image(Linear):
    """``![alternative](address)``: an image of ours, or a link to one elsewhere, which is never loaded."""

    def __init__(self, md: Any, vault: Vault) -> None:
        super().__init__(rf"!{_TEXT}{_TARGET}", md)
        self.vault = vault

    def handleMatch(self, m: regex.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the image or link, or nothing to leave the text as it is."""
        address = self.vault.as_read(m["angle"] or m["bare"] or "").strip()
        if MEDIA.fullmatch(address):
            return Element("img", {"src": address, "alt": m["text"]}), m.start(), m.end()
        if not LINK.fullmatch(address):
            return None, m.start(), m.start() + 1
        element = Element("a", {"href": address})
        element.text = m["text"].strip() or address
        return element, m.start(), m.end()


class Address(Linear):
    """``<https://…>``; any other pair of angle brackets is text."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, md: Any) -> None:
        super().__init__(r"<(https?://[^\s<>]++)>", md)

    def handleMatch(self, m: regex.Match[str], data: str) -> Found:  # type: ignore[override]  # noqa: N802
        """Return the link."""
        element = Element("a", {"href": m[1]})
        element.text = m[1]
        return element, m.start(), m.end()
