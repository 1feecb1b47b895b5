"""Decisions as entries of a flag's history: what was said, what came of it, and what a repeated request did."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from questions.actions.flagging.outcomes import AFTER
from questions.items.words import Decision
from questions.models import Flag, FlagEvent, User


@dataclass(frozen=True, slots=True)
class Decided:
    """A flag after a decision, the entry made, and whether this call made it.

    ``overtaken_by`` is what had changed the flag since the decider saw it.
    """

    flag: Flag
    event: FlagEvent
    fresh: bool
    overtaken_by: FlagEvent | None = None

    @property
    def holds(self) -> bool:
        """Whether what was decided came to be, even where somebody had decided meanwhile."""
        return self.event.after == AFTER.get(Decision(self.event.decision), self.event.after)


def bound(request_id: uuid.UUID, by: User, *said: object) -> uuid.UUID:
    """A request by what was said in it: a page out of the browser's cache says something else by the same id."""
    return uuid.uuid5(request_id, repr((by.pk, *map(str, said))))


@dataclass(frozen=True, slots=True)
class Words:
    """What was decided and said."""

    decision: Decision
    by: User
    now: datetime
    request_id: uuid.UUID
    note: str = ""
    option_notes: Mapping[str, str] = field(default_factory=dict)


def histories(flags: Iterable[Flag]) -> dict[int, list[FlagEvent]]:
    """The entries of flags in their order, by flag: one query."""
    found: dict[int, list[FlagEvent]] = {flag.pk: [] for flag in flags}
    for event in FlagEvent.objects.filter(flag__in=found).select_related("by").order_by("pk"):
        found[event.flag_id].append(event)
    return found


def mover_of(history: Iterable[FlagEvent]) -> FlagEvent | None:
    """The entry that led to the state at the end of the history."""
    state, mover = "", None
    for event in history:
        if event.after != state:
            state, mover = event.after, event
    return mover


def repeated(flags: Iterable[Flag], words: Words) -> list[Decided]:
    """What a request did that comes again."""
    by_pk, told = {flag.pk: flag for flag in flags}, []
    for pk, history in histories(by_pk.values()).items():
        for place, event in enumerate(history):
            if event.request_id == words.request_id:
                before = mover_of(history[:place])
                past = before is not None and before.after != event.before
                told.append(Decided(by_pk[pk], event, fresh=False, overtaken_by=before if past else None))
    return told
