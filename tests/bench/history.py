"""Millions of responses in a scratch database, by SQL: two hundred a learner, four practice attempts each."""

import time

from django.db import connection

from tests.bench import seed

ANSWERS = 200
SIZE = 50
TABLES = ("questions_response", "questions_slot", "questions_attempt", "questions_hurried")

# What hangs on the tables is taken away first and its indexes are put back afterwards: this database is thrown away.
CONSTRAINTS = """
SELECT format('ALTER TABLE %%s DROP CONSTRAINT %%I', conrelid::regclass, conname) FROM pg_constraint
 WHERE conrelid::regclass::text = ANY (%s) AND contype = 'f'
"""
INDEXES = """
SELECT pg_get_indexdef(i.indexrelid), i.indexrelid::regclass::text FROM pg_index i
 WHERE i.indrelid = ANY (%s::regclass[])
   AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
"""
PEOPLE = """
SELECT setseed(.5);
INSERT INTO questions_learner (uid) SELECT gen_random_uuid() FROM generate_series(1, %(learners)s);
CREATE TEMP TABLE person AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS place,
       (random() + random() + random() + random() - 2) * 1.7 AS theta FROM questions_learner;
CREATE TEMP TABLE asked AS SELECT v.id, v.question_id, row_number() OVER (ORDER BY v.id) - 1 AS place,
       (random() + random() + random() + random() - 2) * 1.4 - .5 AS b,
       array_agg(o.id ORDER BY o.position) AS options
  FROM questions_version v JOIN questions_option o ON o.version_id = v.id
 GROUP BY v.id;
INSERT INTO questions_attempt (token, learner_id, certification_id, mode, name, seed, blueprint, started_at,
                               finished_at)
SELECT gen_random_uuid(), p.id, c.id, 'practice', 'Bench', n, '{}',
       timestamptz '2026-11-30 12:00Z' - interval '1 hour' * (100 + n), timestamptz '2026-11-30 12:00Z'
  FROM person p, questions_certification c, generate_series(0, %(each)s - 1) n ORDER BY p.place, n;
CREATE TEMP TABLE taken AS
SELECT id, learner_id, started_at,
       row_number() OVER (PARTITION BY learner_id ORDER BY id) - 1 AS n FROM questions_attempt;
ANALYZE person; ANALYZE asked; ANALYZE taken;
"""
# 379 and 97 share no factor with the number of questions, so nobody meets one twice.
SLOTS = """
INSERT INTO questions_slot (attempt_id, number, version_id, domain_id, option_order, reason, marked)
SELECT t.id, k %% %(size)s + 1, a.id, d.id, a.options,
       CASE WHEN k %% 5 = 0 THEN 'adaptive' WHEN k %% 5 = 1 THEN 'picked' ELSE 'random' END, false
  FROM questions_domain d, person p CROSS JOIN generate_series(0, %(answers)s - 1) k
  JOIN taken t ON t.learner_id = p.id AND t.n = k / %(size)s
  JOIN asked a ON a.place = (p.place * 379 + k * 97) %% %(questions)s;
"""
RESPONSES = """
INSERT INTO questions_response (slot_id, learner_id, question_id, version_id, chosen, correct, mode, reason,
       order_shown, positions, ruled_out, confidence, exposure, rationale_seen, milliseconds, request_id,
       answered_at, left_out)
SELECT id, learner_id, question_id, version_id, ARRAY[option_order[pick]], pick = 1, 'practice', reason, option_order,
       ARRAY[pick], '{}', '', 1, false, CASE WHEN rapid THEN 900 ELSE
       exp(10.2 + .5 * (random() + random() + random() + random() - 2) * 1.7)::int END, gen_random_uuid(), at, ''
  FROM (SELECT s.id, t.learner_id, a.question_id, s.version_id, s.option_order, s.reason,
               t.started_at + interval '40 seconds' * s.number AS at, random() < .005 AS rapid,
               CASE WHEN random() < 1 / (1 + exp(a.b - p.theta)) THEN 1
                    ELSE 2 + floor(3 * random() ^ 1.4)::int END AS pick
          FROM questions_slot s JOIN taken t ON t.id = s.attempt_id JOIN person p ON p.id = t.learner_id
          JOIN asked a ON a.id = s.version_id OFFSET 0) made;
"""


def write(questions: int, responses: int) -> float:
    """Fill an empty database; how many seconds it took."""
    began = time.perf_counter()
    seed.fresh_database()
    seed.bank(questions)
    sizes = {
        "learners": responses // ANSWERS, "questions": questions, "answers": ANSWERS, "size": SIZE,
        "each": ANSWERS // SIZE,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'")
        indexes = _bare(cursor)
        for statement in (PEOPLE, SLOTS, RESPONSES):
            cursor.execute(statement, sizes)
        for definition in indexes:
            cursor.execute(definition)
        for table in TABLES:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            cursor.execute(f"VACUUM ANALYZE {table}")
        cursor.execute("RESET work_mem; RESET maintenance_work_mem")
    return time.perf_counter() - began


def _bare(cursor: object) -> list[str]:
    """Take triggers, foreign keys and indexes away; the statements that make the indexes again."""
    execute, fetchall = cursor.execute, cursor.fetchall  # type: ignore[attr-defined]
    for table in TABLES:
        execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
    execute(CONSTRAINTS, [list(TABLES)])
    for (statement,) in fetchall():
        execute(statement)
    execute(INDEXES, [list(TABLES)])
    found = fetchall()
    for _definition, name in found:
        execute(f"DROP INDEX {name}")
    return [definition for definition, _name in found]
