"""Flags that wait for their author: what reviewers ask to be changed, with their notes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent, Option, User, Version

# Entries that speak to the author.
SAID = (Decision.TO_AUTHOR.value, Decision.REVISE.value, Decision.NOTE.value)
# What a person complained of in the first place: a decision may have left it at that.
COMPLAINED = (Decision.RAISED.value, Decision.REOPENED.value)
# While in these, a flag asks for something to be changed, or may do so soon.
ASKING = (FlagState.OPEN.value, FlagState.FLAGGED.value)
NOWHERE: Final[Mapping[UUID, str]] = MappingProxyType({})


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


@dataclass(frozen=True, slots=True)
class OptionNote:
    """An option by number (0: the wording shown has it no more), its text, the note, the form field's id or ``""``."""

    number: int
    text: str
    note: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What one person said about a question at one time, however many flags it was said of.

    ``decision`` is one of :class:`~questions.items.words.Decision`; ``about`` are the texts of the options complained
    of, none for the question as a whole; ``passed_on`` is False while a reviewer has still to decide.
    """

    by: str
    at: datetime
    decision: str
    passed_on: bool
    note: str
    about: tuple[str, ...]
    options: tuple[OptionNote, ...]


def remarks_beside(version: Version, *, anchors: Mapping[UUID, str] = NOWHERE) -> list[Remark]:
    """What people ask to be changed in the question of ``version``, the latest first: one query, two if there is any.

    ``anchors`` are the ids of form fields by option uid.
    """
    waiting = Q(flag__state=FlagState.FLAGGED) | Q(flag__state=FlagState.OPEN, flag__code="manual")
    entries = FlagEvent.objects.filter(waiting, flag__question=version.question_id, by__isnull=False)
    told: dict[tuple[int | None, datetime, str], list[FlagEvent]] = {}
    entries = _unanswered(entries.filter(decision__in=(*SAID, *COMPLAINED)))
    for event in entries.select_related("by", "flag").defer("flag__values", "flag__seen"):
        # A decision about the whole question stands in the history of each of its flags.
        told.setdefault((event.by_id, event.at, event.note), []).append(event)
    options = _options(version) if told else {}
    return [_remark(events, options, anchors) for events in told.values()]


def _remark(events: list[FlagEvent], options: dict[str, tuple[int, str]], anchors: Mapping[UUID, str]) -> Remark:
    latest = events[0]
    about = {str(event.flag.option_uid) for event in events if event.flag.option_uid}
    notes = []
    for uid, note in {uid: note for event in events for uid, note in event.option_notes.items()}.items():
        number, text = options.get(uid, (0, ""))
        notes.append(OptionNote(number, text, note, anchors.get(UUID(uid), "") if number else ""))
    return Remark(
        by=str(latest.by),
        at=latest.at,
        decision=latest.decision,
        passed_on=any(event.flag.state == FlagState.FLAGGED for event in events),
        note=latest.note,
        about=tuple(text for uid, (_number, text) in options.items() if uid in about),
        options=tuple(sorted(notes, key=lambda note: (not note.number, note.number))),
    )


def _options(version: Version) -> dict[str, tuple[int, str]]:
    """Number and text of options by uid, as ``version`` has them; those it has no more by their newest text."""
    rows = Option.objects.filter(version__question=version.question_id)
    rows = rows.order_by("version__number", "position", "pk")
    found: dict[str, tuple[int, str]] = {}
    here: dict[str, tuple[int, str]] = {}
    for uid, text, pk in rows.values_list("uid", "text", "version"):
        found[str(uid)] = (0, text)
        if pk == version.pk:
            here[str(uid)] = (len(here) + 1, text)
    return here | {uid: each for uid, each in found.items() if uid not in here}


def _unanswered(entries: "QuerySet[FlagEvent]") -> "QuerySet[FlagEvent]":
    """Leave out what was said before the flag was last kept, revised or cleared; the latest first."""
    later = FlagEvent.objects.filter(flag=OuterRef("flag"), pk__gt=OuterRef("pk"))
    return entries.exclude(Exists(later.exclude(after__in=ASKING))).order_by("-pk")


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
    for event in _unanswered(entries).select_related("by"):
        ask = Ask(
            by=str(event.by),
            at=event.at,
            revise=event.decision == Decision.REVISE,
            note=event.note,
            options=tuple((texts.get(uid, uid), note) for uid, note in event.option_notes.items()),
        )
        found[event.flag_id] = (*found.get(event.flag_id, ()), ask)
    return found
