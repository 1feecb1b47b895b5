"""What trusted code adds to sanitised HTML: direction, and regions a keyboard can scroll."""

import re
from collections.abc import Iterator
from html import escape, unescape

from questions.markup.allowlist import PLAIN, TABLE_WRAP, names

# Only ever applied to what nh3 has written: lower-case names, double-quoted values, no bare `<` in text. The tags that
# get something, and those with free text in an attribute, in which nothing must be taken for a tag.
_TAG = re.compile(
    r"</table>|<(?P<name>p|li|t[hd]|h[345]|blockquote|div|pre|img|table|a|math)"
    r'(?P<attributes>(?:\s[^\s=>]+="[^"]*")*)>'
)
_ANY_TAG = re.compile(r"<[^>]*>?")
_ALT = re.compile(r'\salt="([^"]*)"')
_CELLS = re.compile(r"<th[\s>].*?</th>", re.DOTALL)
_OWN_DIRECTION = names("p li th td h3 h4 h5 blockquote")
_PLAIN_BLOCK = f' class="{PLAIN}"'
_WRAP = f'<div class="{TABLE_WRAP}"'
_LOOK_AHEAD = 300  # characters read for a name, so that nested tables take no longer
_LONGEST_NAME = 60


def frame(html: str) -> str:
    """Add ``dir="auto"`` to blocks, and focus and a name to code blocks and tables, which may scroll sideways.

    The name is taken from the content, since stored HTML serves every language of the interface. The role is
    "group": two regions of one name on a page, such as two code blocks alike, would be landmarks that nobody can
    tell apart.
    """
    return "".join(_framed(html))


def _framed(html: str) -> Iterator[str]:
    at = 0
    wrapped: list[bool] = []  # for every open table, whether the wrapper is ours to close
    before = ""
    for match in _TAG.finditer(html):
        between, at = html[at : match.start()], match.end()
        yield between
        if match["name"] == "table":
            wrapped.append(bool(between) or not before.startswith(_WRAP))
            yield (_table_wrap(html, at) if wrapped[-1] else "") + match[0]
        elif match["name"]:
            yield _opened(match, html)
        else:
            yield "</table></div>" if wrapped and wrapped.pop() else "</table>"
        before = match[0]
    yield html[at:]


def _opened(match: re.Match[str], html: str) -> str:
    name, attributes = match["name"], match["attributes"]
    if name in _OWN_DIRECTION or (name == "div" and attributes == _PLAIN_BLOCK):
        return f'<{name} dir="auto"{attributes}>'
    if name == "div" and match[0].startswith(_WRAP) and html.startswith("<table>", match.end()):
        return _table_wrap(html, match.end())
    if name == "pre":
        return _code_block(html, match.end())
    if name == "img":
        return _image(match[0], attributes)
    return match[0]


def _code_block(html: str, start: int) -> str:
    end = html.find("</pre>", start, start + _LOOK_AHEAD)
    code = html[start : end if end >= 0 else start + _LOOK_AHEAD]
    # A parser drops a line end right after <pre>: where the code begins with one, it takes another to keep it.
    kept = "\n" if code.startswith("\n") else ""
    return f"<pre{_group(_ANY_TAG.sub('', code))}>{kept}"


def _table_wrap(html: str, start: int) -> str:
    head = html[start : start + _LOOK_AHEAD]
    cells = " ".join(_CELLS.findall(head))
    return f"{_WRAP}{_group(_ANY_TAG.sub(' ', cells or head))}>"


def _group(text: str) -> str:
    name = " ".join(unescape(text).split())[:_LONGEST_NAME].rstrip()
    label = f' role="group" aria-label="{escape(name)}"' if name else ""
    return f' tabindex="0"{label}'


def _image(tag: str, attributes: str) -> str:
    """Give every image an alternative, and show only that where the image itself is not allowed."""
    alt = _ALT.search(attributes)
    if " src=" not in attributes:
        return escape(unescape(alt[1]), quote=False) if alt else ""
    return tag if alt else tag.replace("<img", '<img alt=""', 1)
