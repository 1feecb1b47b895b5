"""From rows to the item they say, which checks, lint and writers speak."""

from uuid import UUID

from questions.items.item import Choice, Item, Reference, Trap
from questions.items.words import Difficulty, Kind, Status, TextFormat
from questions.models.bank import Option, Version


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
