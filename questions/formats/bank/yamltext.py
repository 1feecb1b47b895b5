"""Text as YAML that reads back as the same text: plain where it is safe, a block for lines, quotes for the rest."""

import re
from typing import Final

# Words, sentences without a colon, numbers: what no YAML reader takes for anything but what it is.
PLAIN: Final = re.compile(r"[^\W_][\w .,;()/+%'’“”–—?!-]*(?<! )")
# What other readers of YAML take for a number, a date or a truth value.
TYPED: Final = re.compile(r"[-+.]?[0-9][0-9a-fA-FxXoO_.,:+-]*|true|false|yes|no|on|off|y|n|null|inf|nan", re.IGNORECASE)
# Line breaks that YAML normalises, and what it does not take unescaped.
ESCAPED: Final = re.compile("[^\n\t -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
ESCAPED_OR_SPECIAL: Final = re.compile(ESCAPED.pattern + r'|[\\"\n\t]')
SHORT: Final = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class Bare(str):
    """A number or truth value of ours, written as it stands."""

    __slots__ = ()


def scalar(text: str, indent: int) -> str:
    """What stands after ``key: `` of a mapping indented by ``indent`` columns."""
    if isinstance(text, Bare) and text:
        return text
    if PLAIN.fullmatch(text) and not TYPED.fullmatch(text):
        return text
    if ESCAPED.search(text) or not text.strip():
        return quoted(text)
    if "\n" in text:
        return block(text, indent + 2)
    return quoted(text) if "\t" in text else "'" + text.replace("'", "''") + "'"


def block(text: str, indent: int) -> str:
    """Lines as a literal block; only ``|+`` keeps line breaks at the end."""
    # A first line that begins with white space would be taken for the indentation.
    first = "2" if text[0] in " \t\n" else ""
    last = "+" if text.endswith("\n") else ""
    lines = text.removesuffix("\n").split("\n")
    margin = " " * indent
    return f"|{first}{last}\n" + "\n".join(margin + line if line else "" for line in lines)


def quoted(text: str) -> str:
    """Text in double quotes with escapes, or ``''`` for none."""
    if not text:
        return "''"
    return '"' + ESCAPED_OR_SPECIAL.sub(lambda found: _escape(found[0]), text) + '"'


def _escape(character: str) -> str:
    code = ord(character)
    if character in SHORT:
        return SHORT[character]
    return f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"  # noqa: PLR2004
