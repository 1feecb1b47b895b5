"""A question as a learner meets it, for a reviewer who has not seen its key."""

import random
from collections.abc import Callable, Collection, Iterable

from questions.models import Option, User, Version
from questions.models.content import asked_of
from questions.reports.card import LETTERS, AskedCard, asked_card, in_words


def blind_order(version: Version, person: User) -> list[int]:
    """Option ids as this person meets them: shuffled once for all, so that a form sent twice means the same."""
    options: list[Option] = list(version.options.all())
    if not version.shuffle:
        return [option.pk for option in options]
    free = [option.pk for option in options if not option.pinned]
    # Nothing hangs on this draw but that the order says nothing about the key.
    random.Random(f"{person.pk}-{version.pk}").shuffle(free)  # noqa: S311
    return free + [option.pk for option in options if option.pinned]


def blind_card(version: Version, order: list[int], chosen: Collection[int] = ()) -> AskedCard:
    """The card that asks: never the key, never a number."""
    return asked_card(asked_of(version.pk), order, chosen=chosen)


def letters_of(options: Iterable[Option], which: Callable[[Option], bool]) -> str:
    """Those of the options as authored, by the letters of the option table: ``A``, ``A and C``."""
    return in_words(letter for letter, option in zip(LETTERS, options, strict=False) if which(option))
