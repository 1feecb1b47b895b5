"""Flags follow the bank: what publishing and withdrawing a wording does to complaints about its question.

Apart from ``flagging``, whose decisions withdraw questions and so stand above publishing.
"""

from collections.abc import Iterable
from datetime import datetime

from questions.items.words import Decision, FlagState
from questions.models import Flag, User, Version
from questions.models.review import PENDING

# What new wording answers: complaints that wait for somebody to change something.
ANSWERED = (FlagState.OPEN.value, FlagState.FLAGGED.value)


def revised(*, versions: Iterable[Version], by: User | None, now: datetime) -> None:
    """Watch what was complained of: new wording was published, and its responses will tell.

    Cosmetic revisions carry on their line, and with it all that is said about it. What was seen only once, in a line
    that has ended, can never be seen again.
    """
    questions = [version.question_id for version in versions if version.number > 1 and version.lineage_id is None]
    if not questions:
        return
    flags = list(Flag.objects.filter(question__in=questions, state__in=(*ANSWERED, FlagState.WAITING.value)))
    events = []
    for flag in flags:
        flag.streak = 0
        if flag.state in ANSWERED:
            events.append(flag.move(Decision.REVISED, FlagState.WATCHING, by=by, now=now))
        else:
            events.append(flag.move(Decision.CLOSED, FlagState.CLOSED, now=now))
    Flag.objects.keep(flags, events)


def withdrawn(*, version: Version, by: User | None, now: datetime) -> None:
    """End all complaints about the question: nobody meets it any more."""
    flags = list(Flag.objects.filter(question=version.question_id, state__in=(*PENDING, FlagState.WAITING.value)))
    events = [flag.move(Decision.WITHDRAW, FlagState.CLOSED, by=by, now=now) for flag in flags]
    Flag.objects.keep(flags, events)
