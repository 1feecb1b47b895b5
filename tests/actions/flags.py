"""Builders and checks for flags."""

import datetime as dt
from typing import Any

from questions.actions.publishing import publish, revise
from questions.items.words import Decision
from questions.models import Flag, ItemStatistic, Question, User, Version
from tests.builders import NOW

LATER = NOW + dt.timedelta(days=1)
# Entries by which only the data speak.
BY_DATA = {Decision.RESOLVED, Decision.CLOSED}


def published_again(question: Question, *, by: User | None = None, cosmetic: bool = False) -> Version:
    """The next version, with another stem."""
    draft = revise(question=question, by=by)
    Version.objects.filter(pk=draft.pk).update(stem=f"What does it ask, in wording {draft.number}?")
    return publish(version=draft, by=by, now=LATER, cosmetic=cosmetic)


def make_statistic(version: Version, *, n: int, **extra: Any) -> ItemStatistic:
    line = version.lineage_id or version.pk
    facts = {"n": n, "stage": "reportable", "data": {}, "criterion": "ability", "method": "1", "upto": n}
    statistic, _new = ItemStatistic.objects.update_or_create(pk=line, defaults={**facts, "computed_at": NOW, **extra})
    return statistic


def states() -> list[str]:
    return list(Flag.objects.order_by("pk").values_list("state", flat=True))


def explained(flag: Flag) -> None:
    """Every state of a flag has an entry that led to it, and each entry saw what was or says what it was taken past."""
    state = ""
    for event in flag.events.order_by("pk"):
        if event.by is None:
            assert event.before == state, (event.decision, event.before, state)
        if event.before != state:
            # Taken past somebody: the state stays, or becomes what was decided.
            assert event.decision in {"keep", "to_author", "revise", "withdraw", "note"}
        state = event.after
    assert flag.state == state != ""
