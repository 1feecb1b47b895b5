"""Answering: one response a slot, exactly once, whatever the network repeats."""

import uuid
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, connection, transaction
from django.db.models import Exists

from questions.items.grading import grade
from questions.items.words import LeftOut, Mode, Status
from questions.models import Attempt, Response, Slot
from questions.models.content import content_of
from questions.models.dealt import insert_response

# Each round can only be lost to another first exposure of the same question by the same learner.
ROUNDS = 3
# Refusals after which the slot, read again, says what to do.
ANOTHER_ROUND = {"response_one_first_exposure", "response_before_the_withdrawal"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a learner hands in for a slot: option ids, how sure, and milliseconds in view where the browser said."""

    chosen: frozenset[int]
    ruled_out: frozenset[int] = frozenset()
    confidence: str = ""
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """The response that counts, and whether this call wrote it."""

    response: Response
    fresh: bool


class AttemptClosedError(Exception):
    """The attempt has ended; nothing is accepted any more."""


class WithdrawnError(Exception):
    """The question was withdrawn before it was answered; it does not count."""


def record_response(
    *, slot: Slot, answer: Answer, now: datetime, request_id: uuid.UUID, staff: bool = False
) -> Recorded:
    """Record the answer to ``slot`` (best from ``Slot.objects.to_answer()``); the last one of an attempt ends it.

    One statement is the whole transaction: the unique slot turns a repeat into the recorded response, the database
    waits for an end under way and refuses what comes after it. What ``staff`` answer stays out of the statistics.
    Raises :class:`AttemptClosedError` after the end and :class:`WithdrawnError` for a question withdrawn meanwhile.
    """
    if "earlier" not in slot.__dict__:
        slot = Slot.objects.to_answer().get(pk=slot.pk)
    for _round in range(ROUNDS):
        recorded = getattr(slot, "response", None)
        if recorded is not None:
            return Recorded(recorded, fresh=False)
        if slot.version.status == Status.WITHDRAWN:
            raise WithdrawnError
        try:
            with savepoint_within_a_transaction():
                response = _write(slot, answer, now, request_id, staff=staff)
        except IntegrityError as error:
            truth = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
            slot = Slot.objects.to_answer().get(pk=slot.pk)
            if not hasattr(slot, "response") and truth not in ANOTHER_ROUND:
                if truth == "response_before_the_end":
                    raise AttemptClosedError from error
                raise
        else:
            if slot.last and finish_if_done(attempt_id=slot.attempt_id, now=now):
                slot.attempt.finished_at = now
            return Recorded(response, fresh=True)
    msg = f"slot {slot.pk} could not be recorded"
    raise RuntimeError(msg)


def savepoint_within_a_transaction() -> AbstractContextManager[None]:
    """A refused statement must not spoil a transaction around it; where there is none, nothing is needed."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


def _write(slot: Slot, answer: Answer, now: datetime, request_id: uuid.UUID, *, staff: bool) -> Response:
    _asked, explained = content_of(slot.version_id)
    verdict = grade(chosen=answer.chosen, key=explained["key"], options=slot.option_order)
    response = Response(
        slot=slot,
        learner_id=slot.attempt.learner_id,
        question_id=slot.version.question_id,
        version_id=slot.version_id,
        chosen=[option for option in slot.option_order if option in answer.chosen],
        correct=verdict.correct,
        mode=slot.attempt.mode,
        reason=slot.reason,
        order_shown=slot.option_order,
        positions=[place for place, option in enumerate(slot.option_order, 1) if option in answer.chosen],
        ruled_out=[option for option in slot.option_order if option in answer.ruled_out],
        confidence=answer.confidence,
        exposure=slot.earlier + 1,
        rationale_seen=slot.earlier > 0 or slot.sighted,
        left_out=left_out(mode=slot.attempt.mode, earlier=slot.earlier, sighted=slot.sighted, staff=staff),
        milliseconds=answer.milliseconds,
        request_id=request_id,
        answered_at=now,
    )
    insert_response(response)
    return response


def left_out(*, mode: str, earlier: int, sighted: bool, staff: bool) -> str:
    """Why the statistics leave a response out, or ``""``: they take first meetings of learners with a question."""
    if mode not in {Mode.PRACTICE, Mode.MOCK}:
        return LeftOut.MODE.value
    if earlier:
        return LeftOut.REPEAT.value
    if sighted:
        return LeftOut.SEEN.value
    return LeftOut.STAFF.value if staff else ""


def finish_if_done(*, attempt_id: int, now: datetime) -> bool:
    """End an attempt in which every slot is answered or withdrawn; True when this call ended it.

    Called after what looks like the last answer, and again by the pages that follow: of two last answers given at
    once neither may know that it is the last, and a process may die in between.
    """
    unanswered = Slot.objects.filter(attempt=attempt_id, response=None).exclude(version__status=Status.WITHDRAWN)
    return bool(Attempt.objects.filter(~Exists(unanswered), pk=attempt_id, finished_at=None).update(finished_at=now))


def end_attempt(*, attempt: Attempt, now: datetime) -> bool:
    """End an attempt now; ending it twice changes nothing. True when this call ended it."""
    return bool(Attempt.objects.filter(pk=attempt.pk, finished_at=None).update(finished_at=now))


def set_mark(*, slot: Slot, marked: bool) -> None:
    """Mark a slot for later, or take the mark away; saying it twice changes nothing."""
    Slot.objects.filter(pk=slot.pk).update(marked=marked)
