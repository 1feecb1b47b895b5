"""Deciding on flags: one entry a decision and flag, whoever else decides at the same time."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from questions.actions.flagging.bank import Wordings, responses, wordings_of
from questions.actions.flagging.history import Decided, Words, bound, histories, mover_of, repeated
from questions.actions.flagging.outcomes import AFTER, DECIDED_ON, holds
from questions.actions.flagging.raising import MANUAL, raise_flag
from questions.actions.publishing import take_turn, withdraw
from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent, Option, Question, User, Version
from questions.models.review import PENDING


class ReasonMissingError(Exception):
    """Whoever keeps a question as it is says why."""


class EndedError(Exception):
    """The flag has ended, or its wording has; only notes can be added."""


class NothingToDecideError(Exception):
    """The question has no flag, and the decision is about one."""


@transaction.atomic
def decide(
    *,
    flag: Flag,
    decision: Decision | str,
    note: str = "",
    option_notes: Mapping[str, str] | None = None,
    by: User,
    now: datetime,
    request_id: uuid.UUID,
    seen_state: FlagState | str | None = None,
) -> Decided:
    """Decide on one flag, as it was seen (by default as it is); the same request again changes nothing.

    ``option_notes`` are what to revise, by option uid. Withdrawing withdraws the question, and ends all its flags.
    Raises :class:`ReasonMissingError` for keeping without a note, :class:`EndedError` where there is nothing to decide.
    """
    words = _words(decision, note, option_notes, by=by, now=now, request_id=request_id)
    take_turn(flag.question_id)
    flags = [Flag.objects.get(pk=flag.pk)]
    seen = {} if seen_state is None else {flag.pk: seen_state}
    return (repeated(flags, words) or _decide(flags, seen, words))[0]


@transaction.atomic
def decide_all(
    *,
    question: Question,
    decision: Decision | str,
    note: str = "",
    option_notes: Mapping[str, str] | None = None,
    by: User,
    now: datetime,
    request_id: uuid.UUID,
    seen: Mapping[int, FlagState | str] | None = None,
) -> list[Decided]:
    """Decide on a question's flags at once: those ``seen`` (states by flag id), else those that wait for a reviewer.

    What was raised after the decider looked is not decided on. Where there is none, whoever wants something done raises
    one by it; for keeping and notes :class:`NothingToDecideError`. Otherwise as :func:`decide`.
    """
    words = _words(decision, note, option_notes, by=by, now=now, request_id=request_id)
    take_turn(question.pk)
    told = repeated(Flag.objects.filter(question=question, events__request_id=words.request_id).order_by("pk"), words)
    if told:
        return told
    return _decide(_meant(question, words, seen), seen or {}, words)


def _words(
    decision: Decision | str,
    note: str,
    option_notes: Mapping[str, str] | None,
    *,
    by: User,
    now: datetime,
    request_id: uuid.UUID,
) -> Words:
    decision, note, asked = Decision(decision), note.strip(), dict(sorted((option_notes or {}).items()))
    return Words(decision, by, now, bound(request_id, by, decision, note, asked), note, asked)


def _meant(question: Question, words: Words, seen: Mapping[int, FlagState | str] | None) -> list[Flag]:
    """The flags that a decision about the whole question is about."""
    flags = list(Flag.objects.filter(question=question).order_by("pk"))
    if seen is not None:
        meant = [flag for flag in flags if flag.pk in seen]
    else:
        pending = [flag for flag in flags if flag.state in PENDING]
        meant = [flag for flag in pending if flag.state == FlagState.OPEN] or pending
    if meant:
        return meant
    if words.decision is Decision.NOTE and flags:
        return [max(flags, key=lambda flag: (flag.changed_at, flag.pk))]
    version = question.versions.published().first()
    if words.decision in {Decision.NOTE, Decision.KEEP} or version is None:
        raise NothingToDecideError
    request = uuid.uuid5(words.request_id, MANUAL)
    return [raise_flag(version=version, note=words.note, by=words.by, now=words.now, request_id=request)]


def _decide(flags: list[Flag], seen: Mapping[int, FlagState | str], words: Words) -> list[Decided]:
    """Decide on flags of one question, in its turn."""
    if words.decision is Decision.KEEP and not words.note:
        raise ReasonMissingError
    known = wordings_of(flags[0].question_id)
    told, n = histories(flags), responses(known.line)
    words = replace(words, option_notes=_asked(flags, words))
    decided = [
        _step(flag, FlagState(seen.get(flag.pk, flag.state)), told[flag.pk], known, words, n=n) for flag in flags
    ]
    Flag.objects.keep(flags, [each.event for each in decided])
    gone = [flag for flag in flags if flag.state == FlagState.CLOSED and known.current(flag.version_id)]
    if words.decision is Decision.WITHDRAW and gone:
        withdraw(version=Version.objects.get(pk=known.today), by=words.by, now=words.now)
    return decided


def _step(
    flag: Flag,
    seen: FlagState,
    history: list[FlagEvent],
    known: Wordings,
    words: Words,
    *,
    n: int,
) -> Decided:
    state, latest = FlagState(flag.state), mover_of(history)
    watched = state is FlagState.WATCHING and known.live is not None
    stands = watched or known.current(flag.version_id)
    if seen is state and words.decision is not Decision.NOTE and not (stands and state in DECIDED_ON):
        raise EndedError
    held = stands and holds(
        decision=words.decision, past=seen is not state, latest=Decision(latest.decision) if latest else None
    )
    if held and words.decision is not Decision.NOTE:
        _take_in(flag, known, n)
    event = flag.move(
        words.decision,
        AFTER.get(words.decision, state) if held else state,
        seen=seen,
        now=words.now,
        by=words.by,
        note=words.note,
        option_notes=words.option_notes,
        request_id=words.request_id,
    )
    return Decided(flag, event, fresh=True, overtaken_by=None if seen is state else latest)


def _take_in(flag: Flag, known: Wordings, n: int) -> None:
    """Let the flag be about the wording of today, at as many responses as there are."""
    if known.current(flag.version_id):
        flag.n = max(flag.n, n)
    else:
        flag.version_id, flag.n = known.today, n
    flag.streak = 0


def _asked(flags: list[Flag], words: Words) -> dict[str, str]:
    """The notes that say something about an option of the question."""
    notes = {str(uid): note.strip() for uid, note in words.option_notes.items() if note.strip()}
    if not notes:
        return {}
    options = Option.objects.filter(version__question=flags[0].question_id).order_by().values_list("uid", flat=True)
    known = set(map(str, options))
    return {uid: note for uid, note in notes.items() if uid in known}
