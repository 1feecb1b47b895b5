"""Response matrices loaded as mock exams, in bulk."""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from django.db import connection

from questions.items.words import Kind, Mode, Reason
from questions.models import Attempt, Learner, Option, Question, Response, Slot, Version
from tests.builders import NOW, make_certification, make_question

# What a learner chose of each question: letters, "" for an omission.
Matrix = Sequence[Sequence[str]]


def make_bank(keys: Sequence[str], options: int, *, multiple: bool = False) -> list[Question]:
    """Questions whose first options are the key; ``letters`` says which letter stands for which."""
    objective = make_certification().objectives.get(section="1.1")
    kind = {"kind": Kind.MULTIPLE} if multiple else {}
    return [make_question(objective, options=options, keys=len(key), **kind) for key in keys]


def letters(version: Version, key: str) -> dict[str, Option]:
    """Options by letter: those of the key first, the others in the order of the alphabet."""
    options = list(version.options.order_by("position"))
    others = [letter for letter in "ABCDEFGHIJKLMN" if letter not in key][: len(options) - len(key)]
    return dict(zip([*key, *others], options, strict=True))


def load(
    questions: Sequence[Question],
    keys: Sequence[str],
    matrix: Matrix,
    *,
    mode: Mode = Mode.MOCK,
    reason: Reason = Reason.BLUEPRINT,
    learners: Sequence[Learner] | None = None,
    milliseconds: Sequence[Sequence[int | None]] | None = None,
    at: dt.datetime = NOW,
    finish: bool = True,
) -> list[Attempt]:
    """One attempt a learner with every question in it, answered and finished."""
    versions = [question.versions.get(status="published") for question in questions]
    tables = [letters(version, key) for version, key in zip(versions, keys, strict=True)]
    orders = [[option.pk for option in table.values()] for table in tables]
    learners = learners or Learner.objects.bulk_create(Learner() for _row in matrix)
    certification, domain = questions[0].objective.certification, questions[0].objective.domain
    attempts = Attempt.objects.bulk_create(
        Attempt(
            learner=learner, certification=certification, mode=mode, name="Matrix", seed=1, blueprint={}, started_at=at
        )
        for learner in learners
    )
    slots = Slot.objects.bulk_create(
        Slot(attempt=attempt, number=n, version=v, domain=domain, option_order=orders[n - 1], reason=reason)
        for attempt in attempts
        for n, v in enumerate(versions, 1)
    )
    with connection.cursor() as cursor:
        # The triggers' plans were made for empty tables.
        cursor.execute("ANALYZE questions_slot, questions_attempt, questions_version, questions_option")
    rows: list[dict[str, Any]] = []
    for slot, place in zip(slots, range(len(slots)), strict=True):
        row, column = divmod(place, len(questions))
        chosen = [tables[column][letter].pk for letter in matrix[row][column]]
        rows.append(
            {
                "slot": slot,
                "learner_id": slot.attempt.learner_id,
                "question": questions[column],
                "version": slot.version,
                "chosen": chosen,
                "correct": set(matrix[row][column]) == set(keys[column]),
                "order_shown": slot.option_order,
                "positions": [slot.option_order.index(pk) + 1 for pk in chosen],
                "milliseconds": milliseconds[row][column] if milliseconds else None,
            }
        )
    Response.objects.bulk_create(
        Response(
            **row, mode=mode, reason=reason, exposure=1, rationale_seen=False, request_id=uuid.uuid4(), answered_at=at
        )
        for row in rows
    )
    if finish:
        Attempt.objects.filter(pk__in=[attempt.pk for attempt in attempts]).update(finished_at=at)
    return attempts
