"""Answering: one response a slot, exactly once, whatever the network repeats."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from questions.items.grading import grade
from questions.items.words import Status
from questions.models import Attempt, Response, Sighting, Slot
from questions.models.content import explained_of

# Each round can only be lost to another first exposure of the same question by the same learner.
ROUNDS = 3


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


def record_response(*, slot: Slot, answer: Answer, now: datetime, request_id: uuid.UUID) -> Recorded:
    """Record the answer to ``slot`` (loaded with attempt, version and response) and end a finished practice.

    A slot that has its response gives it back unchanged. Raises :class:`AttemptClosedError` after the end and
    :class:`WithdrawnError` for a question withdrawn meanwhile.
    """
    recorded = getattr(slot, "response", None)
    if recorded is not None:
        return Recorded(recorded, fresh=False)
    if slot.version.status == Status.WITHDRAWN:
        raise WithdrawnError
    for _round in range(ROUNDS):
        try:
            with transaction.atomic():
                return _write(slot, answer, now, request_id)
        except IntegrityError as error:
            truth = getattr(getattr(error.__cause__, "diag", None), "constraint_name", "")
            if truth == "response_before_the_end":
                raise AttemptClosedError from error
            winner = Response.objects.filter(slot=slot).first()
            if winner is not None:
                return Recorded(winner, fresh=False)
            if truth != "response_one_first_exposure":
                raise
    msg = f"slot {slot.pk} could not be recorded"
    raise RuntimeError(msg)


def _write(slot: Slot, answer: Answer, now: datetime, request_id: uuid.UUID) -> Recorded:
    attempt = _lock(slot)
    if attempt.finished_at is not None:
        # It may have been ended by the same answer, sent twice.
        winner = Response.objects.filter(slot=slot).first()
        if winner is None:
            raise AttemptClosedError
        return Recorded(winner, fresh=False)
    verdict = grade(chosen=answer.chosen, key=explained_of(slot.version_id)["key"], options=slot.option_order)
    response = Response.objects.create(
        slot=slot,
        learner_id=attempt.learner_id,
        question_id=slot.version.question_id,
        version_id=slot.version_id,
        chosen=[option for option in slot.option_order if option in answer.chosen],
        correct=verdict.correct,
        mode=attempt.mode,
        reason=slot.reason,
        order_shown=slot.option_order,
        positions=[place for place, option in enumerate(slot.option_order, 1) if option in answer.chosen],
        ruled_out=[option for option in slot.option_order if option in answer.ruled_out],
        confidence=answer.confidence,
        exposure=attempt.earlier + 1,
        rationale_seen=attempt.earlier > 0 or attempt.sighted,
        milliseconds=answer.milliseconds,
        request_id=request_id,
        answered_at=now,
    )
    finish_if_done(attempt_id=attempt.pk, now=now)
    return Recorded(response, fresh=True)


def _lock(slot: Slot) -> Attempt:
    """The attempt's row, locked, with how often its learner has answered this question before.

    The lock makes the answers of one attempt follow one another, so that the last one sees that it is the last.
    """
    same = {"learner": OuterRef("learner"), "question": slot.version.question_id}
    earlier = Response.objects.filter(**same).values("learner").annotate(n=Count("pk")).values("n")
    attempts: QuerySet[Attempt] = Attempt.objects.select_for_update(no_key=True, of=("self",)).annotate(
        earlier=Coalesce(Subquery(earlier), 0), sighted=Exists(Sighting.objects.filter(**same))
    )
    return attempts.get(pk=slot.attempt_id)


def finish_if_done(*, attempt_id: int, now: datetime) -> bool:
    """End an attempt in which every slot is answered or withdrawn."""
    unanswered = Slot.objects.filter(attempt=attempt_id, response=None).exclude(version__status=Status.WITHDRAWN)
    return bool(Attempt.objects.filter(~Exists(unanswered), pk=attempt_id, finished_at=None).update(finished_at=now))


def end_attempt(*, attempt: Attempt, now: datetime) -> bool:
    """End an attempt now; ending it twice changes nothing. True when this call ended it."""
    return bool(Attempt.objects.filter(pk=attempt.pk, finished_at=None).update(finished_at=now))


def set_mark(*, slot: Slot, marked: bool) -> None:
    """Mark a slot for later, or take the mark away; saying it twice changes nothing."""
    Slot.objects.filter(pk=slot.pk).update(marked=marked)
