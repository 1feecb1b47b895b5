"""From rows to the item they say, which checks and writers speak, and back to what the rows hold."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from questions.items.item import Choice, Item, Reference, Trap
from questions.items.words import Difficulty, Kind, Status, TextFormat
from questions.models import Option, Version


def choice_of(option: Option, traps: dict[UUID, str]) -> Choice:
    """One option as a value; ``traps`` maps the uids of public distractors to their claims."""
    return Choice(
        text=option.text,
        is_key=option.is_key,
        because=option.because,
        looks_right=option.looks_right,
        pinned=option.pinned,
        uid=option.uid,
        trap=Trap(traps[option.uid]) if option.uid in traps else None,
    )


def item_of(version: Version) -> Item:
    """The item that a version says; reads its options, question, objective and traps."""
    question = version.question
    traps = {trap.option_uid: trap.claim for trap in question.traps.all()}
    return Item(
        stem=version.stem,
        options=tuple(choice_of(option, traps) for option in version.options.all()),
        kind=Kind(version.kind),
        choose_n=version.choose_n,
        shuffle=version.shuffle,
        text_format=TextFormat(version.text_format),
        language=version.language,
        name=version.name,
        takeaway=version.takeaway,
        explanation=version.explanation,
        references=tuple(Reference(ref["title"], ref.get("url", "")) for ref in version.references),
        uid=question.uid,
        code=question.code,
        objective=question.objective.section,
        difficulty=Difficulty(question.difficulty),
        tags=tuple(question.tags),
        sample=question.sample,
        external_id=version.external_id,
        status=Status(version.status),
        source_file=version.source_file,
        place=version.source_place,
    )


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
