"""HTML from imported files, made ready for the sanitiser."""

import regex

from questions.markup.allowlist import ACTIVE, MEDIA, TAGS, names

# Names that become one of ours; all others that HTML knows lose the tag and keep the text.
_RENAMED = {
    **dict.fromkeys(("h1", "h2"), "h3"),
    "h6": "h5",
    **dict.fromkeys(("del", "strike"), "s"),
    "ins": "u",
    **dict.fromkeys(("tt", "samp"), "code"),
    **dict.fromkeys(("var", "cite", "dfn"), "em"),
    **dict.fromkeys(("listing", "xmp"), "pre"),
    "tfoot": "tbody",
    **dict.fromkeys(
        names(
            "address article aside caption center dd details dl dt fieldset figcaption figure footer header hgroup "
            "legend main menu nav section summary"
        ),
        "div",
    ),
}
_OTHERS = names(
    "abbr acronym area base basefont bdi bdo bgsound big blink body col colgroup data datalist dialog dir font frame"
    " html image input keygen label link map mark marquee meta meter nobr optgroup option output param picture"
    " plaintext progress q rb rp rt rtc ruby search slot small source time track wbr"
)
_KNOWN = TAGS | ACTIVE | _RENAMED.keys() | _OTHERS
_WITHOUT_VALUE = names(
    "allowfullscreen async autofocus autoplay checked compact controls default defer disabled hidden ismap loop"
    " multiple muted nohref noshade novalidate nowrap open readonly required reversed selected"
)
_ATTRIBUTE = r"""(?:[\s/]++|(?<=["']))(?P<name%s>[^\s"'<>/=]++)(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'<>=`]++))?+"""
_ATTRIBUTES = regex.compile(_ATTRIBUTE % "")
_TAG = regex.compile(
    rf"<(?:!doctype[^<>]*+>|(?P<close>/?)(?P<tag>[a-z][a-z0-9]*+)(?P<attributes>(?:{_ATTRIBUTE % '_'})*+)[\s/]*+>)?+",
    regex.IGNORECASE,
)
_CLOSING = regex.compile(r"</([a-z][a-z0-9]*)", regex.IGNORECASE)
_SOURCE = regex.compile(r"""\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", regex.IGNORECASE)
_ALTERNATIVE = regex.compile(r"""\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", regex.IGNORECASE)
_REMOTE = regex.compile(r"https?://[^\s\"'<>]+", regex.IGNORECASE)


def imported_html(text: str) -> str:
    """Return HTML in which all that is not HTML is text: ``Map<String, int>`` and ``a < b`` stay as typed.

    Comments go. Remote images become links, so that no learner's browser asks another site for them. MathML is not
    HTML here and stays text.
    """
    text = _without_comments(text)
    closed = frozenset(name.lower() for name in _CLOSING.findall(text))
    return _TAG.sub(lambda match: _read(match, closed), text)


def _without_comments(text: str) -> str:
    first, *others = text.split("<!--")
    parts = [first]
    for other in others:
        _, end, after = other.partition("-->")
        parts.append(after if end else f"&lt;!--{other}")
    return "".join(parts)


def _read(match: regex.Match[str], closed: frozenset[str]) -> str:
    if match["tag"] is None:
        return "" if len(match[0]) > 1 else "&lt;"
    tag = match["tag"].lower()
    if not _is_markup(match, tag, closed):
        return "&lt;" + match[0][1:]
    if tag == "img" and not match["close"]:
        return _image(match)
    if tag in ACTIVE and not match["close"] and tag not in closed:
        return ""  # left to the sanitiser, an unclosed one would take the rest of the text with it
    return f"<{match['close']}{_RENAMED.get(tag, tag)}{match['attributes']}>"


def _is_markup(match: regex.Match[str], tag: str, closed: frozenset[str]) -> bool:
    """Tell a tag from text that looks like one: ``<T>``, ``a<b and c>d``, ``List<Object>``."""
    if tag not in _KNOWN:
        return False
    if match["close"]:
        return True
    attributes = _ATTRIBUTES.finditer(match["attributes"])
    if any("=" not in found[0] and found["name"].lower() not in _WITHOUT_VALUE for found in attributes):
        return tag in ACTIVE and tag in closed
    if match["attributes"] or tag in closed:
        return True
    after_word = match.string[: match.start()][-1:].isalnum()
    typed_as_a_class = after_word and match["tag"][0].isupper()
    return not typed_as_a_class and (tag in TAGS or tag in _RENAMED or tag == "wbr")


def _image(match: regex.Match[str]) -> str:
    source = _value(_SOURCE, match["attributes"])
    if MEDIA.fullmatch(source) or not _REMOTE.fullmatch(source):
        return match[0]
    label = _value(_ALTERNATIVE, match["attributes"]) or source
    return f'<a href="{source}">{label.replace("<", "&lt;")}</a>'


def _value(pattern: regex.Pattern[str], attributes: str) -> str:
    found = pattern.search(attributes)
    return next((value for value in found.groups() if value is not None), "") if found else ""
