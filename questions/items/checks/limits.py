"""Limits of what can be kept at all: characters, lengths, languages, references."""

import re
from collections.abc import Iterator
from typing import Final

from questions.items.checks.rule import Finding, error
from questions.items.item import Item
from questions.items.text import mark

# What Postgres cannot store: NUL in text, half a surrogate pair in UTF-8.
UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")

NAME_LENGTH: Final = 200
STEM_LENGTH: Final = 20_000
OPTION_LENGTH: Final = 5_000
TAKEAWAY_LENGTH: Final = 2_000
CLAIM_LENGTH: Final = 500
CODE_LENGTH: Final = 40
TAG_LENGTH: Final = 60
REFERENCE_LENGTH: Final = 2_000

# ISO 639-1; languages without a two-letter code are told by their shape only.
ISO_639_1: Final = (
    "aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo "
    "es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka "
    "kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng "
    "nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su "
    "sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
LANGUAGES: Final = frozenset(ISO_639_1.split())
LANGUAGE: Final = re.compile(r"([a-z]{2,3})(-[a-z0-9]{1,8})*", re.IGNORECASE)
LANGUAGE_LENGTH: Final = 20
ADDRESS: Final = re.compile(r"https?://[^\s/]+\S*", re.IGNORECASE)


def texts(item: Item) -> Iterator[tuple[str, str, int]]:
    """Every text of an item as ``(where, text, longest allowed)``."""
    yield "stem", item.stem, STEM_LENGTH
    yield "name", item.name, NAME_LENGTH
    yield "takeaway", item.takeaway, TAKEAWAY_LENGTH
    yield "explanation", item.explanation, STEM_LENGTH
    yield "code", item.code, CODE_LENGTH
    yield "external_id", item.external_id, NAME_LENGTH
    for tag in item.tags:
        yield "tags", tag, TAG_LENGTH
    for reference in item.references:
        yield "references", reference.title, REFERENCE_LENGTH
        yield "references", reference.url, REFERENCE_LENGTH
    for number, option in enumerate(item.options, 1):
        where = f"option {number}"
        yield where, option.text, OPTION_LENGTH
        yield where, option.because, OPTION_LENGTH
        yield where, option.looks_right, OPTION_LENGTH
        yield where, option.trap.claim if option.trap else "", CLAIM_LENGTH


@error("E13")
def unstorable_text(item: Item) -> Iterator[Finding]:
    """NUL or half a surrogate pair, left over from a broken conversion."""
    for where, text, _longest in texts(item):
        found = UNSTORABLE.search(text)
        if found:
            yield Finding(
                mark("The character %(character)s cannot be stored."),
                mark("Remove it."),
                where,
                {"character": f"U+{ord(found[0]):04X}"},
            )


@error("E14")
def too_long(item: Item) -> Iterator[Finding]:
    """A text longer than its column, or than anybody would read."""
    for where, text, longest in texts(item):
        if len(text) > longest:
            yield Finding(
                mark("The text has %(length)s characters; %(longest)s is the most."),
                mark("Shorten it."),
                where,
                {"length": len(text), "longest": longest},
            )


@error("E12")
def empty_stem(item: Item) -> Iterator[Finding]:
    """Nothing is asked."""
    if not item.stem.strip():
        yield Finding(mark("The stem is empty."), mark("Write the question."), "stem")


@error("E15")
def unknown_language(item: Item) -> Iterator[Finding]:
    """Not a language tag (BCP 47), or one with an unknown two-letter code such as ``jp``."""
    found = LANGUAGE.fullmatch(item.language)
    known = found is not None and (len(found[1]) > len("en") or found[1].lower() in LANGUAGES)
    if not known or len(item.language) > LANGUAGE_LENGTH:
        yield Finding(
            mark("“%(language)s” is not a language."),
            mark("Use a code such as en or pt-BR."),
            "language",
            {"language": item.language[:LANGUAGE_LENGTH]},
        )


@error("E16")
def bad_reference(item: Item) -> Iterator[Finding]:
    """A reference nobody could follow."""
    for number, reference in enumerate(item.references, 1):
        if not reference.title.strip():
            yield Finding(
                mark("Reference %(number)s has no title."),
                mark("Name the work that it points to."),
                "references",
                {"number": number},
            )
        if reference.url and not ADDRESS.fullmatch(reference.url):
            yield Finding(
                mark("The address of reference %(number)s cannot be followed."),
                mark("Start it with http:// or https://, and leave out spaces."),
                "references",
                {"number": number},
            )
