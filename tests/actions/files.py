"""Bank files to import: each builder makes a valid part, told only what a test cares about."""

import uuid
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.apps import apps

from questions.formats.bank import (
    BankFile,
    CertificationEntry,
    DomainEntry,
    ItemEntry,
    ObjectiveEntry,
    QuizEntry,
    write,
)
from questions.items.item import Choice, Item, Reference
from questions.items.words import Status

File = tuple[str, bytes]


def uid(name: str) -> uuid.UUID:
    """The same UUID for the same name."""
    return uuid.uuid5(uuid.NAMESPACE_URL, name)


def certification(code: str = "demo", /, *, weights: tuple[int, ...] = (60, 40), **extra: Any) -> CertificationEntry:
    """A published certification with one objective a domain: sections 1.1, 2.1 …"""
    entry = CertificationEntry(
        code=code,
        name=f"Certification {code}",
        questions_min=50,
        questions_max=60,
        mock_length=60,
        minutes=60,
        published=True,
        domains=tuple(
            DomainEntry(
                number, f"Domain {number}", Decimal(weight), (ObjectiveEntry(f"{number}.1", f"Objective {number}"),)
            )
            for number, weight in enumerate(weights, 1)
        ),
    )
    return replace(entry, **extra)


def choice(code: str, number: int, **extra: Any) -> Choice:
    """Option ``number`` of a question; the first is the key."""
    option = Choice(
        text=f"Option {number} of {code}",
        is_key=number == 1,
        because=f"reason {number}.",
        looks_right="" if number == 1 else f"temptation {number}.",
        uid=uid(f"{code}/{number}"),
    )
    return replace(option, **extra)


def item(code: str = "D-1", /, **extra: Any) -> Item:
    """A question of objective 1.1 to be published."""
    whole = Item(
        uid=uid(code),
        code=code,
        name=f"Name of {code}",
        objective="1.1",
        stem=f"What does the question {code} ask?",
        takeaway=f"Takeaway of {code}.",
        explanation=f"The explanation of {code} has quite a few words, one of them that of an option.",
        references=(Reference("A book"),),
        tags=("one", "two"),
        status=Status.PUBLISHED,
        options=tuple(choice(code, number) for number in range(1, 5)),
    )
    return replace(whole, **extra)


def changed(subject: Item, number: int, **extra: Any) -> Item:
    """The item with one option (from 1) changed."""
    options = list(subject.options)
    options[number - 1] = replace(options[number - 1], **extra)
    return replace(subject, options=tuple(options))


def quiz(*codes: str, code: str = "first", **extra: Any) -> QuizEntry:
    """A quiz of these questions."""
    return replace(QuizEntry(code, f"Quiz {code}", questions=codes), **extra)


def file(*parts: Item | QuizEntry | CertificationEntry, name: str = "b.yaml", code: str = "demo") -> File:
    """A file as it would be uploaded."""
    described = next((part for part in parts if isinstance(part, CertificationEntry)), None)
    bank = BankFile(
        name=name,
        code=described.code if described else code,
        certification=described,
        items=tuple(ItemEntry(part) for part in parts if isinstance(part, Item)),
        quizzes=tuple(part for part in parts if isinstance(part, QuizEntry)),
    )
    return name, write(bank)


def everything() -> dict[str, list[dict[str, Any]]]:
    """All rows of the application, to compare before with after."""
    models = apps.get_app_config("questions").get_models()
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}
