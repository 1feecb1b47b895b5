"""Flags that wait for their author: what reviewers ask to be changed, with their notes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent, Option, User, Version

# Entries that speak to the author.
SAID = (Decision.TO_AUTHOR.value, Decision.REVISE.value, Decision.NOTE.value)


@dataclass(frozen=True, slots=True)
class Ask:
    """What a reviewer said when they passed a flag on; ``options`` pairs an option's text with the note about it."""

    by: str
    at: datetime
    revise: bool
    note: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AuthorsFlag:
    """A flag for an author: the question's code and newest version (to edit), what is the matter, and what was said.

    ``option`` is the text of the option that it is about, empty for the question. The latest word comes first.
    """

    flag: Flag
    code: str
    version: int
    option: str
    asks: tuple[Ask, ...]


def flags_for_author(person: User) -> list[AuthorsFlag]:
    """Flags with the author on questions of which ``person`` wrote a wording, the gravest first: four queries."""
    wrote = Version.objects.filter(author=person).values("question")
    flags = list(Flag.objects.filter(state=FlagState.FLAGGED, question__in=wrote).select_related("question"))
    questions = {flag.question_id for flag in flags}
    newest = dict(
        Version.objects.filter(question__in=questions).order_by("number").values_list("question", "pk"),
    )
    texts = _texts(questions)
    asks = _asks(flags, texts)
    return [
        AuthorsFlag(
            flag=flag,
            code=flag.question.code,
            version=newest[flag.question_id],
            option=texts.get(str(flag.option_uid), ""),
            asks=asks.get(flag.pk, ()),
        )
        for flag in flags
    ]


def _texts(questions: Iterable[int]) -> dict[str, str]:
    """What options say, by uid, in their newest wording."""
    rows = Option.objects.filter(version__question__in=questions).order_by("version__number")
    return {str(uid): text for uid, text in rows.values_list("uid", "text")}


def _asks(flags: Iterable[Flag], texts: dict[str, str]) -> dict[int, tuple[Ask, ...]]:
    found: dict[int, tuple[Ask, ...]] = {}
    entries = FlagEvent.objects.filter(flag__in=[flag.pk for flag in flags], decision__in=SAID)
    for event in entries.select_related("by").order_by("-pk"):
        ask = Ask(
            by=str(event.by),
            at=event.at,
            revise=event.decision == Decision.REVISE,
            note=event.note,
            options=tuple((texts.get(uid, uid), note) for uid, note in event.option_notes.items()),
        )
        found[event.flag_id] = (*found.get(event.flag_id, ()), ask)
    return found
