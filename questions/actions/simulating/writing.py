"""Puts plans into tables: in bulk, or by the actions that people's answers go through. Both leave the same facts."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection

from questions.actions.answering import Answer, end_attempt, left_out, record_response
from questions.actions.dealing import deal, shown_order
from questions.actions.simulating.bank import Bank
from questions.actions.simulating.values import PlannedAnswer, PlannedAttempt
from questions.models import Attempt, Learner, Response, Slot

BATCH = 1_000
IDS = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
FINISH = """
UPDATE questions_attempt a SET finished_at = f.at
  FROM unnest(%s::bigint[], %s::timestamptz[]) AS f (id, at) WHERE a.id = f.id
"""


@dataclass(frozen=True, slots=True)
class Month:
    """A learner's plan with the row that the learner is."""

    learner: Learner
    bank: Bank
    attempts: list[PlannedAttempt]


def write_through_actions(months: Sequence[Month]) -> None:
    """Deal and answer one by one, as learners would."""
    for month in months:
        for planned in month.attempts:
            attempt = deal(
                learner=month.learner, certification=month.bank.certification, quiz=planned.quiz, name=planned.name,
                questions=planned.questions, mode=planned.mode, reason=planned.reason, token=planned.token,
                seed=planned.seed, now=planned.started_at,
            )  # fmt: skip
            slots = {slot.number: slot for slot in attempt.slots.all()}
            for given in planned.answers:
                record_response(
                    slot=slots[given.number],
                    answer=Answer(given.chosen, confidence=given.confidence, milliseconds=given.milliseconds),
                    now=planned.started_at + given.after,
                    request_id=given.request_id,
                )
            if planned.finished_at is not None:
                end_attempt(attempt=attempt, now=planned.finished_at)


def write_in_bulk(months: Sequence[Month]) -> None:
    """Write a batch of learners table by table; the database's truths look at every row."""
    made = Attempt.objects.bulk_create(
        (_attempt(month, planned) for month in months for planned in month.attempts), batch_size=BATCH
    )
    attempts = iter(made)
    slots = [
        [_slots(next(attempts), planned, month.bank) for planned in month.attempts] for month in months
    ]  # fmt: skip
    copy(Slot, [slot for row in slots for some in row for slot in some])
    responses = [response for month, row in zip(months, slots, strict=True) for response in _responses(month, row)]
    copy(Response, responses)
    # The end comes last: nothing is dealt or accepted after it.
    ends = [planned.finished_at for month in months for planned in month.attempts]
    ended = [(attempt.pk, end) for attempt, end in zip(made, ends, strict=True) if end is not None]
    with connection.cursor() as cursor:
        cursor.execute(FINISH, [[pk for pk, _end in ended], [end for _pk, end in ended]])


def copy(model: type[Slot | Response], rows: Sequence[Slot | Response]) -> None:
    """Write rows by COPY, several times as quick as INSERT, and tell them their ids; triggers see each of them."""
    names = [field.attname for field in model._meta.concrete_fields]  # noqa: SLF001 - the way to a model's columns
    table = model._meta.db_table  # noqa: SLF001
    with connection.cursor() as cursor:
        cursor.execute(IDS, [f"public.{table}", len(rows)])
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = pk
        with cursor.copy(f"COPY {table} ({', '.join(names)}) FROM STDIN") as into:
            for row in rows:
                # A row takes its slot's id when it is written: that is known by now.
                into.write_row([getattr(row, name) for name in names])


def _attempt(month: Month, planned: PlannedAttempt) -> Attempt:
    return Attempt(
        token=uuid.uuid5(planned.token, month.learner.uid.hex),
        learner=month.learner,
        certification=month.bank.certification,
        quiz=planned.quiz,
        mode=planned.mode.value,
        name=planned.name,
        seed=planned.seed,
        blueprint=month.bank.blueprint,
        started_at=planned.started_at,
    )


def _slots(attempt: Attempt, planned: PlannedAttempt, bank: Bank) -> list[Slot]:
    draw = random.Random(planned.seed)  # noqa: S311 - an order to show, not a secret
    cards = [bank.cards[question] for question in planned.questions]
    return [
        Slot(
            attempt=attempt,
            number=number,
            version=card.version,
            domain_id=card.domain_id,
            option_order=shown_order(card.options, shuffle=card.version.shuffle, draw=draw),
            reason=planned.reason.value,
        )
        for number, card in enumerate(cards, 1)
    ]


def _responses(month: Month, slots: list[list[Slot]]) -> list[Response]:
    """The learner's responses in order, each knowing how often the question was met before."""
    times: dict[int, int] = {}
    written = []
    for planned, row in zip(month.attempts, slots, strict=True):
        for given in planned.answers:
            question = planned.questions[given.number - 1]
            earlier = times.get(question, 0)
            times[question] = earlier + 1
            written.append(_response(month, planned, row[given.number - 1], given, earlier))
    return written


def _response(month: Month, planned: PlannedAttempt, slot: Slot, given: PlannedAnswer, earlier: int) -> Response:
    question = slot.version.question_id
    return Response(
        slot=slot,
        learner=month.learner,
        question_id=question,
        version_id=slot.version_id,
        chosen=[option for option in slot.option_order if option in given.chosen],
        correct=given.chosen == month.bank.cards[question].key,
        mode=planned.mode.value,
        reason=slot.reason,
        order_shown=slot.option_order,
        positions=[place for place, option in enumerate(slot.option_order, 1) if option in given.chosen],
        confidence=given.confidence,
        exposure=earlier + 1,
        rationale_seen=earlier > 0,
        left_out=left_out(mode=planned.mode.value, earlier=earlier, sighted=False, staff=False),
        milliseconds=given.milliseconds,
        request_id=given.request_id,
        answered_at=planned.started_at + given.after,
    )
