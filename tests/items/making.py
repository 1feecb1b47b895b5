"""Items to check: each builder makes a faultless one, told only what a test cares about."""

from dataclasses import replace
from typing import Any

from questions.items.checks import Problem, Severity, problems
from questions.items.item import Choice, Item
from questions.items.words import Kind

COLOURS = ("red", "green", "blue", "black", "white", "brown", "grey", "pink")


def choice(text: str, *, key: bool = False, **extra: Any) -> Choice:
    """An option with its rationale."""
    temptation = "" if key else f"{text or 'nothing'} is often seen there."
    return replace(Choice(text, is_key=key, because=f"{text or 'nothing'} it is.", looks_right=temptation), **extra)


def item(*texts: str, keys: int = 1, **extra: Any) -> Item:
    """An item whose first ``keys`` options are the key; four colours unless told otherwise."""
    shown = texts or COLOURS[:4]
    whole = Item(
        stem="Which colour does the sky have at noon?"
        if keys == 1
        else "Which colours are there? Choose all that apply.",
        options=tuple(choice(text, key=number < keys) for number, text in enumerate(shown)),
        kind=Kind.SINGLE if keys == 1 else Kind.MULTIPLE,
        takeaway="Look up.",
        explanation=f"Short waves are scattered more than long ones by the air, hence {' '.join(shown[:keys])}.",
    )
    return replace(whole, **extra)


def found(subject: Item, code: str) -> list[Problem]:
    """What one rule says about an item."""
    return [problem for problem in problems(subject) if problem.code == code]


def fires(subject: Item, code: str) -> bool:
    """Whether a rule has something to say."""
    return bool(found(subject, code))


def weight(subject: Item, code: str) -> Severity | None:
    """The severity of what one rule says, or None where it says nothing."""
    return next((problem.severity for problem in found(subject, code)), None)


def errors(subject: Item) -> list[str]:
    """Codes of what would block publishing."""
    return [problem.code for problem in problems(subject) if problem.severity == Severity.ERROR]
