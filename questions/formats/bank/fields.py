"""A mapping being read: takes values by key and type, refuses what does not fit, goes on with a default."""

import re
import uuid
from collections.abc import Iterator
from decimal import Decimal
from difflib import get_close_matches
from typing import Final, TypeVar

from questions.formats.refusal import Refuse
from questions.formats.yamlnodes import Listing, Mapping, Node, Text
from questions.items.text import mark
from questions.items.words import Word

NUMBER: Final = re.compile(r"[0-9]{1,5}")
DECIMAL: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,2})?")
WordType = TypeVar("WordType", bound=Word)


class Fields:
    """The pairs of one mapping; ``known`` are all the keys it may have."""

    def __init__(self, node: Mapping, known: tuple[str, ...], refuse: Refuse) -> None:
        self.pairs, self.lines, self.line, self._refuse = node.pairs, node.lines, node.line, refuse
        for key in node.pairs:
            if key not in known:
                self._unknown(key, known)

    def _unknown(self, key: str, known: tuple[str, ...]) -> None:
        close = get_close_matches(key, known, n=1)
        if close:
            self.refuse(key, mark("“%(key)s” is not known here. Is “%(close)s” meant?"), close=close[0])
        else:
            self.refuse(key, mark("“%(key)s” is not known here. Known: %(known)s."), known=", ".join(known))

    def line_of(self, key: str) -> int:
        """The line of a key, or of the mapping where the key is missing."""
        return self.lines.get(key, self.line)

    def refuse(self, key: str, reason: str, **params: object) -> None:
        """Refuse what stands at ``key``."""
        self._refuse(self.line_of(key), reason, {"key": key[:60], **params})

    def text(self, key: str, *, required: bool = False, most: int | None = None) -> str:
        """The text at ``key``, ``""`` where it is missing or too long."""
        node = self.pairs.get(key)
        if node is not None and not isinstance(node, Text):
            self.refuse(key, mark("“%(key)s” must be text."))
            return ""
        value = node.value if node else ""
        if required and not value.strip():
            self.refuse(key, mark("“%(key)s” is missing."))
        if most is not None and len(value) > most:
            reason = mark("“%(key)s” has %(length)s characters; %(most)s is the most.")
            self.refuse(key, reason, length=len(value), most=most)
            return ""
        return value

    def word(self, key: str, default: WordType) -> WordType:
        """One of a closed list of words."""
        value = self.text(key).strip()
        words = type(default)
        if not value:
            return default
        if value in {str(word) for word in words}:
            return words(value)
        reason = mark("“%(key)s” must be one of %(words)s, not “%(value)s”.")
        self.refuse(key, reason, words=", ".join(words), value=value[:60])
        return default

    def flag(self, key: str, *, default: bool = False) -> bool:
        """``true`` or ``false``."""
        value = self.text(key).strip()
        if value not in {"", "true", "false"}:
            self.refuse(key, mark("“%(key)s” must be true or false, not “%(value)s”."), value=value[:60])
        return value == "true" if value in {"true", "false"} else default

    def number(self, key: str, *, required: bool = False) -> int | None:
        """A whole number from 0 to 32,767, the most a column holds."""
        value = self.text(key, required=required).strip()
        if not value:
            return None
        if NUMBER.fullmatch(value) and int(value) < 2**15:
            return int(value)
        self.refuse(key, mark("“%(key)s” must be a whole number, not “%(value)s”."), value=value[:60])
        return None

    def percent(self, key: str, *, required: bool = False) -> Decimal | None:
        """A percentage above 0 and up to 100 with at most two decimals."""
        value = self.text(key, required=required).strip()
        if not value:
            return None
        if DECIMAL.fullmatch(value) and 0 < Decimal(value) <= 100:  # noqa: PLR2004 - that is what percent means
            return Decimal(value)
        reason = mark("“%(key)s” must be percent: above 0, at most 100, two decimals, not “%(value)s”.")
        self.refuse(key, reason, value=value[:60])
        return None

    def uid(self, key: str) -> uuid.UUID:
        """A UUID in its usual form; every question and option keeps its own for ever."""
        value = self.text(key, required=True).strip()
        try:
            found = uuid.UUID(value)
        except ValueError:
            found = uuid.UUID(int=0)
        if value and str(found) != value.lower():
            self.refuse(key, mark("“%(key)s” must be a UUID, not “%(value)s”."), value=value[:60])
        return found

    def items(self, key: str) -> tuple[Node, ...]:
        """The items of the list at ``key``."""
        node = self.pairs.get(key)
        if isinstance(node, Listing):
            return node.items
        if node is not None and not (isinstance(node, Text) and not node.value):
            self.refuse(key, mark("“%(key)s” must be a list."))
        return ()

    def texts(self, key: str) -> Iterator[Text]:
        """The texts of the list at ``key``."""
        for node in self.items(key):
            if isinstance(node, Text):
                yield node
            else:
                self._refuse(node.line, mark("“%(key)s” is a list of texts."), {"key": key})

    def parts(self, key: str, known: tuple[str, ...]) -> Iterator["Fields"]:
        """The mappings of the list at ``key``."""
        for node in self.items(key):
            if isinstance(node, Mapping):
                yield Fields(node, known, self._refuse)
            else:
                self._refuse(node.line, mark("“%(key)s” is a list of entries with keys."), {"key": key})
