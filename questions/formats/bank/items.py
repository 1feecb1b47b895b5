"""One question of the own format."""

from collections.abc import Iterator
from typing import Final
from uuid import UUID

from questions.formats.bank.fields import Fields
from questions.formats.bank.values import ItemEntry
from questions.formats.refusal import Refuse
from questions.formats.yamlnodes import Mapping
from questions.items.item import Choice, Item, Reference, Trap
from questions.items.text import mark
from questions.items.words import Difficulty, Kind, Status, TextFormat

QUESTION: Final = (
    "uid",
    "code",
    "name",
    "objective",
    "kind",
    "choose_n",
    "text_format",
    "language",
    "shuffle",
    "difficulty",
    "sample",
    "tags",
    "external_id",
    "status",
    "source",
    "stem",
    "takeaway",
    "explanation",
    "references",
    "options",
)
OPTION: Final = (
    "uid",
    "text",
    "key",
    "right_because",
    "looks_right_because",
    "wrong_because",
    "pinned",
    "trap",
    "trap_claim",
)
REFERENCE: Final = ("title", "url")
SOURCE: Final = ("file", "place")
# Keys whose line is that of a field with another name.
RENAMED: Final = {"source": "source_file"}


def read_item(fields: Fields, refuse: Refuse) -> ItemEntry:
    """One question; lengths are the business of ``items/checks``."""
    options = list(fields.parts("options", OPTION))
    lines = {RENAMED.get(key, key): line for key, line in fields.lines.items()}
    lines |= {f"option {number}": option.line for number, option in enumerate(options, 1)}
    file, place = _source(fields, refuse)
    item = Item(
        uid=fields.uid("uid"),
        code=fields.text("code", required=True).strip(),
        name=fields.text("name"),
        objective=fields.text("objective", required=True).strip(),
        kind=fields.word("kind", Kind.SINGLE),
        choose_n=fields.number("choose_n"),
        text_format=fields.word("text_format", TextFormat.MARKDOWN),
        language=fields.text("language").strip() or "en",
        shuffle=fields.flag("shuffle", default=True),
        difficulty=fields.word("difficulty", Difficulty.MEDIUM),
        sample=fields.flag("sample"),
        tags=tuple(tag.value for tag in fields.texts("tags")),
        external_id=fields.text("external_id"),
        status=fields.word("status", Status.DRAFT),
        stem=fields.text("stem", required=True),
        takeaway=fields.text("takeaway"),
        explanation=fields.text("explanation"),
        references=tuple(_references(fields)),
        options=tuple(_options(options)),
        source_file=file,
        place=place,
    )
    return ItemEntry(item, fields.line, lines)


def _source(fields: Fields, refuse: Refuse) -> tuple[str, str]:
    """Where the question came from before it was in this file, both ``""`` where it began here."""
    node = fields.pairs.get("source")
    if node is None:
        return "", ""
    if not isinstance(node, Mapping):
        fields.refuse("source", mark("“%(key)s” must have the keys file and place."))
        return "", ""
    source = Fields(node, SOURCE, refuse)
    return source.text("file", most=255), source.text("place", most=255)


def _references(fields: Fields) -> Iterator[Reference]:
    for part in fields.parts("references", REFERENCE):
        yield Reference(part.text("title", required=True), part.text("url").strip())


def _options(parts: list[Fields]) -> Iterator[Choice]:
    seen: set[UUID] = set()
    for part in parts:
        option = _option(part)
        if option.uid in seen and option.uid is not None and option.uid.int:
            part.refuse("uid", mark("Another option of this question has the same “%(key)s”."))
        if option.uid is not None:
            seen.add(option.uid)
        yield option


def _option(part: Fields) -> Choice:
    is_key = part.flag("key")
    mine, other = ("right_because", "wrong_because") if is_key else ("wrong_because", "right_because")
    if part.text(other):
        part.refuse(other, mark("“%(key)s” does not go with this option: write “%(mine)s”."), mine=mine)
    trap = part.flag("trap")
    if part.text("trap_claim") and not trap:
        part.refuse("trap_claim", mark("“%(key)s” needs “trap: true”."))
    return Choice(
        uid=part.uid("uid"),
        text=part.text("text"),
        is_key=is_key,
        because=part.text(mine),
        looks_right=part.text("looks_right_because"),
        pinned=part.flag("pinned"),
        trap=Trap(part.text("trap_claim")) if trap else None,
    )
