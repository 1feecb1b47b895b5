"""The one sanitiser: whatever goes in, only what ``allowlist`` names comes out."""

import re

import nh3

from questions.markup.allowlist import ACTIVE, ATTRIBUTES, CLASSES, MATH_VALUE, MATHML, TAGS, VALUES
from questions.markup.frame import frame
from questions.markup.plain import plain_html

_PASSES = 6
_REL = "noopener nofollow"
_SURROGATES = re.compile("[\ud800-\udfff]")


def sanitise(html: str) -> str:
    """Return safe HTML; sanitising it again changes nothing.

    Parsing what a parser has written can change it (mutation XSS lives on that), so the passes are repeated until
    they change nothing. What has not settled by then is shown as source text.
    """
    html = _SURROGATES.sub("\ufffd", html)
    before = html
    for _ in range(_PASSES):
        after = _pass(before)
        if after == before:
            return after
        before = after
    return _pass(plain_html(html))


def _pass(html: str) -> str:
    return frame(_CLEANER.clean(html))


def _allowed_value(tag: str, attribute: str, value: str) -> str | None:
    """Return the value as it may stay, or None to drop the attribute.

    nh3 asks for every attribute, listed or not, and keeps the value if this raises: it must not.
    """
    if attribute == "rel":
        return _REL if tag == "a" else None
    if attribute not in ATTRIBUTES.get(tag, ()):
        return None
    if attribute == "class":
        return " ".join(name for name in value.split() if name in CLASSES.get(tag, ())) or None
    if attribute in ("alt", "alttext"):
        return value
    pattern = MATH_VALUE if tag in MATHML else VALUES[attribute]
    return value if pattern.fullmatch(value) else None


_CLEANER = nh3.Cleaner(
    tags=set(TAGS | MATHML.keys()),
    clean_content_tags=set(ACTIVE),
    attributes={tag: set(names) for tag, names in ATTRIBUTES.items()},
    attribute_filter=_allowed_value,
    link_rel=_REL,
    url_schemes={"http", "https", "mailto"},
)
