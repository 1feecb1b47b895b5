"""An independent look at rendered HTML: its text, its elements, and what may be among them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

VOID = {"br", "hr", "img"}
# Written out here, not imported: a slip in the product's own list must show.
ALLOWED = """
p br b strong i em u s sub sup code kbd blockquote ul li table thead tbody tr hr h3 h4 h5:
a: href rel
img: src alt width height
ol: start
pre: tabindex role aria-label
div: class tabindex role aria-label
span: class
th td: class colspan rowspan
math: display alttext
mrow msqrt mroot mphantom merror ms mtr msub msup msubsup mmultiscripts mprescripts:
mi mn mtext: mathvariant
mo: mathvariant stretchy fence form movablelimits largeop separator accent minsize maxsize lspace rspace
mspace mpadded: width height depth lspace rspace voffset
mfrac: linethickness
mstyle: displaystyle scriptlevel
menclose: notation
munder mover munderover: accent accentunder
mtable: columnalign columnlines rowlines displaystyle
mtd: columnalign
"""
ELEMENTS: dict[str, set[str]] = {
    tag: set(attributes.split())
    for tags, _, attributes in (line.partition(":") for line in ALLOWED.split("\n"))
    for tag in tags.split()
}
CLASSES = {"plain", "tablewrap", "md-center", "md-end"} | {f"hl-{letter}" for letter in "ckmsbfvid"}


@dataclass
class Page(HTMLParser):
    """What a browser would make of it, near enough for well-formed HTML."""

    text: str = ""
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    open_elements: list[str] = field(default_factory=list)
    right_after_pre: bool = False

    def __post_init__(self):
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open_elements.append(tag)
        self.right_after_pre = tag == "pre"

    def handle_endtag(self, tag):
        assert self.open_elements, f"</{tag}> closes nothing"
        assert self.open_elements.pop() == tag
        self.right_after_pre = False

    def handle_data(self, data):
        # A parser drops the line end right after <pre>.
        self.text += data.removeprefix("\n") if self.right_after_pre else data
        self.right_after_pre = False

    def handle_comment(self, data):
        pytest.fail(f"comment {data!r}")

    def handle_decl(self, decl):
        pytest.fail(f"declaration {decl!r}")

    def handle_pi(self, data):
        pytest.fail(f"instruction {data!r}")


def read(html: str) -> Page:
    """Parse rendered HTML; AssertionError where tags do not match."""
    page = Page()
    page.feed(html)
    page.close()
    assert not page.open_elements
    return page


def text_of(html: str) -> str:
    """Return the `textContent`."""
    return read(html).text


def tags_of(html: str) -> list[str]:
    """Return the names of all elements in order."""
    return [tag for tag, _ in read(html).elements]


def assert_safe(html: str) -> None:
    """Fail on any element, attribute, class or address that is not on the lists above."""
    for tag, attributes in read(html).elements:
        assert tag in ELEMENTS, f"<{tag}>"
        for name, value in attributes.items():
            assert name in ELEMENTS[tag] or (name, value) == ("dir", "auto"), f"{tag} {name}={value!r}"
        assert set(attributes.get("class", "").split()) <= CLASSES
        assert attributes.get("href", "https://").lower().startswith(("https://", "http://", "mailto:"))
        assert attributes.get("src", "/media/").startswith("/media/")
        assert ".." not in attributes.get("src", "")
        assert attributes.get("role", "group") == "group"
        assert attributes.get("tabindex", "0") == "0"
        if tag == "a":
            assert attributes.get("rel") == "noopener nofollow"
        if tag == "img":
            assert {"src", "alt"} <= attributes.keys()
