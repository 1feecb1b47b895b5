"""The slot that an answer needs, read by one statement that is written out.

It is :meth:`SlotQuerySet.to_answer` in SQL: building that query costs the ORM several times what the database needs to
answer it, at every question and every answer. ``tests/models/test_dealt.py`` holds the two together.
"""

from typing import Any

from django.db import DEFAULT_DB_ALIAS

from questions.models.attempt import Attempt, Response, Slot
from questions.models.bank import Question, Version
from questions.models.catalogue import Certification, Domain, Objective
from questions.models.prepared import fetch_all

SQL = """
SELECT s.id, s.attempt_id, s.number, s.version_id, s.domain_id, s.option_order, s.reason, s.marked,
       a.id, a.learner_id, a.certification_id, a.mode, a.name, a.started_at, a.deadline_at, a.finished_at,
       c.id, c.code, c.name, c.short_name,
       v.id, v.question_id, v.status, v.kind, v.choose_n,
       q.id, q.objective_id,
       o.id, o.certification_id, o.domain_id, o.section, o.title,
       d.id, d.number, d.name, d.weight,
       r.id, r.slot_id, r.chosen, r.correct, r.ruled_out, r.confidence,
       (SELECT count(*) FROM questions_response e WHERE e.learner_id = a.learner_id AND e.question_id = q.id),
       EXISTS (SELECT 1 FROM questions_sighting g WHERE g.learner_id = a.learner_id AND g.question_id = q.id),
       ARRAY(SELECT CASE WHEN tr.correct THEN 'ok' WHEN NOT tr.correct THEN 'bad'
                         WHEN tv.status = 'withdrawn' THEN 'void' ELSE '' END
               FROM questions_slot t JOIN questions_version tv ON tv.id = t.version_id
               LEFT JOIN questions_response tr ON tr.slot_id = t.id
              WHERE t.attempt_id = a.id ORDER BY t.number)
  FROM questions_slot s
  JOIN questions_attempt a ON a.id = s.attempt_id
  JOIN questions_learner l ON l.id = a.learner_id
  JOIN questions_certification c ON c.id = a.certification_id
  JOIN questions_version v ON v.id = s.version_id
  JOIN questions_question q ON q.id = v.question_id
  JOIN questions_objective o ON o.id = q.objective_id
  JOIN questions_domain d ON d.id = o.domain_id
  LEFT JOIN questions_response r ON r.slot_id = s.id
 WHERE l.user_id = %s AND s.attempt_id = %s AND s.number = %s
"""
# Columns of the statement by the row they make, in its order, which is the order of each model's fields.
ROWS: tuple[tuple[type[Any], tuple[str, ...]], ...] = (
    (Slot, ("id", "attempt_id", "number", "version_id", "domain_id", "option_order", "reason", "marked")),
    (
        Attempt,
        ("id", "learner_id", "certification_id", "mode", "name", "started_at", "deadline_at", "finished_at"),
    ),
    (Certification, ("id", "code", "name", "short_name")),
    (Version, ("id", "question_id", "status", "kind", "choose_n")),
    (Question, ("id", "objective_id")),
    (Objective, ("id", "certification_id", "domain_id", "section", "title")),
    (Domain, ("id", "number", "name", "weight")),
    (Response, ("id", "slot_id", "chosen", "correct", "ruled_out", "confidence")),
)
# What the address can hold of numbers beyond the columns' range.
LARGEST = 2**31 - 1


def dealt_to(person_id: int | None, attempt: int, number: int) -> Slot | None:
    """The slot of this person with all that its page and its answer need, or None where there is none of theirs."""
    if person_id is None or attempt > LARGEST or number > LARGEST:
        return None
    rows = fetch_all(SQL, [person_id, attempt, number])
    return _slot(rows[0]) if rows else None


FACTS = tuple(field.attname for field in Response._meta.concrete_fields if not field.primary_key)  # noqa: SLF001
INSERT = f"""
INSERT INTO questions_response ({", ".join(FACTS)}) VALUES ({", ".join(["%s"] * len(FACTS))}) RETURNING id
"""  # noqa: S608 - names of columns


def insert_response(response: Response) -> None:
    """Insert a new response, as ``save`` would; ``IntegrityError`` names the truth that refuses it."""
    ((response.pk,),) = fetch_all(INSERT, [getattr(response, name) for name in FACTS])
    response._state.adding = False  # noqa: SLF001 - what save says, too


def _slot(row: tuple[Any, ...]) -> Slot:
    made: list[Any] = []
    start = 0
    for model, columns in ROWS:
        values = row[start : start + len(columns)]
        start += len(columns)
        made.append(None if values[0] is None else model.from_db(DEFAULT_DB_ALIAS, columns, values))
    slot, attempt, certification, version, question, objective, domain, response = made
    attempt.certification, slot.attempt = certification, attempt
    objective.domain, objective.certification = domain, certification
    question.objective, version.question, slot.version = objective, question, version
    if response is None:
        # What select_related leaves where there is no row: nothing to look up again.
        slot._state.fields_cache["response"] = None  # noqa: SLF001
    else:
        response.slot = slot
        slot.response = response
    slot.earlier, slot.sighted, slot.ticks = row[start:]
    answered: Slot = slot
    return answered
