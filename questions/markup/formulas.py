"""LaTeX formulas as MathML elements."""

import html
import re
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

from questions.markup.allowlist import MATHML

_LONGEST = 2_000  # characters
_DEEPEST = 20  # braces, \left and \begin
_DEFINES = re.compile(
    r"\\(?:newcommand|renewcommand|providecommand|DeclareMathOperator|def|let|gdef|edef|newenvironment)"
)
_OPENS = re.compile(r"(?<!\\)\{|\\left(?![a-zA-Z])|\\begin(?![a-zA-Z])")
_CLOSES = re.compile(r"(?<!\\)\}|\\right(?![a-zA-Z])|\\end(?![a-zA-Z])")
_REFERENCE = re.compile(r"&#x[0-9A-Fa-f]{1,6};")
_PARTS = {
    **dict.fromkeys(("mfrac", "mroot", "msub", "msup", "munder", "mover"), 2),
    **dict.fromkeys(("msubsup", "munderover"), 3),
}
_MISTAKEN = frozenset("±∓")  # latex2mathml tags these operators as identifiers, which sets them too tight


def formula_element(latex: str, *, display: bool) -> Element | None:
    """Return the formula as ``<math>`` with its source in ``alttext``, or None if it cannot be read."""
    if len(latex) > _LONGEST or _DEFINES.search(latex) or _depth(latex) > _DEEPEST:
        return None
    try:
        math = convert_to_element(latex.strip(), display="block" if display else "inline")
    except Exception:  # noqa: BLE001 - the converter lets IndexError, KeyError, StopIteration and its own through
        return None
    if not _cleaned(math):
        return None
    math.set("alttext", latex.strip())
    return math


def _depth(latex: str) -> int:
    """Return how deep groups nest, at most: closing ones are only counted when they follow."""
    depth = deepest = 0
    for match in re.finditer(f"(?P<open>{_OPENS.pattern})|{_CLOSES.pattern}", latex):
        depth = depth + 1 if match["open"] else max(depth - 1, 0)
        deepest = max(deepest, depth)
    return deepest


def _cleaned(math: Element) -> bool:
    r"""Keep only listed attributes and turn the converter's character references into characters.

    False if an element is not on the list, or lacks a part, as the fraction of ``\frac{a}`` does. The converter's own
    ``convert`` must not be used: it undoes the escaping of the whole result, so that an ``<img onerror=…>`` in a text
    would come out as an element.
    """
    for element in math.iter():
        if element.tag not in MATHML or len(element) != _PARTS.get(element.tag, len(element)):
            return False
        element.attrib = {key: value for key, value in element.attrib.items() if key in MATHML[element.tag]}
        element.text = _REFERENCE.sub(_character, element.text) if element.text else None
        if element.tag == "mi" and element.text in _MISTAKEN:
            element.tag = "mo"
    return True


def _character(match: re.Match[str]) -> str:
    return html.unescape(match[0])
