"""What every text goes through before anything reads it."""

import re

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def tidy(text: str) -> str:
    """Give the text one kind of line end and show control characters as their pictures (NUL as ␀).

    Afterwards no C0 character but tab and line feed is left, so the other modules may use those as markers that no
    author can type. Lone surrogates become U+FFFD, and a byte order mark at the start goes, as HTML parsers drop it.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    text = _SURROGATES.sub("\ufffd", text)
    return _CONTROLS.sub(_picture, text)


def _picture(match: re.Match[str]) -> str:
    return "␡" if match[0] == "\x7f" else chr(ord("␀") + ord(match[0]))
