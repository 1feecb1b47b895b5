"""From the item to what the rows hold; the way back, from rows to the item, is the models' own."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from questions.items.item import Item
from questions.models import Option, Version
from questions.models.items import item_of

__all__ = ["content_of", "item_of", "options_of", "traps_of", "wording_of"]


def content_of(item: Item) -> dict[str, Any]:
    """What the columns ``Version.CONTENT`` hold of an item."""
    return {
        "name": item.name,
        "kind": item.kind.value,
        "choose_n": item.choose_n,
        "shuffle": item.shuffle,
        "text_format": item.text_format.value,
        "language": item.language,
        "stem": item.stem,
        "takeaway": item.takeaway,
        "explanation": item.explanation,
        "references": [{"title": ref.title, "url": ref.url} for ref in item.references],
        "external_id": item.external_id,
        "source_file": item.source_file,
        "source_place": item.place,
    }


def options_of(item: Item, version: Version) -> list[Option]:
    """The options of an item as unsaved rows of ``version``; one without a uid gets its own."""
    return [
        Option(
            version=version,
            position=position,
            text=choice.text,
            is_key=choice.is_key,
            looks_right=choice.looks_right,
            because=choice.because,
            pinned=choice.pinned,
            **({"uid": choice.uid} if choice.uid else {}),
        )
        for position, choice in enumerate(item.options, 1)
    ]


def traps_of(item: Item) -> dict[UUID, str]:
    """The claims of an item's traps by option uid."""
    return {choice.uid: choice.trap.claim for choice in item.options if choice.trap and choice.uid}


def wording_of(item: Item) -> Item:
    """An item without what belongs to the question beside it or to its file: two that are equal ask the same."""
    blank = Item(stem="", options=())
    return replace(
        item,
        options=tuple(replace(choice, trap=None) for choice in item.options),
        **{
            name: getattr(blank, name)
            for name in ("uid", "code", "objective", "difficulty", "tags", "sample", "status", "source_file", "place")
        },
    )
