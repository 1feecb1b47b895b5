"""Everything that may appear in rendered HTML, and nothing else."""

import re

from questions.markup.highlight import CLASSES as CODE_CLASSES


def names(text: str) -> frozenset[str]:
    """Return the names in a list written with spaces."""
    return frozenset(text.split())


PLAIN = "plain"
TABLE_WRAP = "tablewrap"
ALIGNMENTS = {"center": "md-center", "right": "md-end"}

TAGS = names(
    "p br b strong i em u s sub sup code pre kbd blockquote ul ol li table thead tbody tr th td a img hr h3 h4 h5"
    " span div"
)
# Removed with what is inside them; every other tag that is not on a list loses its tag only.
ACTIVE = names(
    "script style iframe object embed svg form template noscript noembed noframes audio video canvas applet frameset"
    " select textarea button title head"
)
CLASSES: dict[str, frozenset[str]] = {
    "div": frozenset({PLAIN, TABLE_WRAP}),
    "span": CODE_CLASSES | {PLAIN},
    "th": frozenset(ALIGNMENTS.values()),
    "td": frozenset(ALIGNMENTS.values()),
}

_SPACING = {"width", "height", "depth", "lspace", "rspace", "voffset"}
_OPERATOR = {"stretchy", "fence", "form", "movablelimits", "largeop", "separator", "accent", "minsize", "maxsize"}
_FRACTION = {"linethickness"}
_TABLE = {"columnalign", "columnlines", "rowlines", "displaystyle"}
MATHML: dict[str, frozenset[str]] = {
    "math": frozenset({"display", "alttext"}),
    "mi": frozenset({"mathvariant"}),
    "mn": frozenset({"mathvariant"}),
    "mo": frozenset(_OPERATOR | {"mathvariant", "lspace", "rspace"}),
    "ms": frozenset(),
    "mtext": frozenset({"mathvariant"}),
    "mspace": frozenset(_SPACING),
    "mrow": frozenset(),
    "mfrac": frozenset(_FRACTION),
    "msqrt": frozenset(),
    "mroot": frozenset(),
    "mstyle": frozenset({"displaystyle", "scriptlevel"}),
    "merror": frozenset(),
    "mpadded": frozenset(_SPACING),
    "mphantom": frozenset(),
    "menclose": frozenset({"notation"}),
    "msub": frozenset(),
    "msup": frozenset(),
    "msubsup": frozenset(),
    "munder": frozenset({"accentunder"}),
    "mover": frozenset({"accent"}),
    "munderover": frozenset({"accent", "accentunder"}),
    "mmultiscripts": frozenset(),
    "mprescripts": frozenset(),
    "mtable": frozenset(_TABLE),
    "mtr": frozenset(),
    "mtd": frozenset({"columnalign"}),
}

ATTRIBUTES: dict[str, frozenset[str]] = {
    "a": frozenset({"href"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "ol": frozenset({"start"}),
    "th": frozenset({"colspan", "rowspan", "class"}),
    "td": frozenset({"colspan", "rowspan", "class"}),
    "div": frozenset({"class"}),
    "span": frozenset({"class"}),
    **MATHML,
}

LINK = re.compile(r"(?:https?://|mailto:)[^\s\x00-\x20]+", re.IGNORECASE)
MEDIA = re.compile(r"/media/(?!\.)[\w-]+(?:[./][\w-]+)*", re.ASCII)
# What an attribute's value must look like; one without an entry may hold any text.
VALUES: dict[str, re.Pattern[str]] = {
    "href": LINK,
    "src": MEDIA,
    "width": re.compile(r"\d{1,4}"),
    "height": re.compile(r"\d{1,4}"),
    "start": re.compile(r"\d{1,9}"),
    "colspan": re.compile(r"[1-9]\d?"),
    "rowspan": re.compile(r"[1-9]\d?"),
}
# Lengths in formulas are kept small, so that no formula can be set over other parts of the page.
MATH_VALUE = re.compile(r"[a-z -]{1,60}|[-+]?\d?(?:\.\d{1,4})?(?:em|ex|px|pt|mu|%)?", re.ASCII)
