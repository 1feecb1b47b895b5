"""The analysis over millions of responses: seconds and memory, of everything and of what changed."""

import argparse
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.db import connection
from django.utils import timezone

from questions.actions.analysing import analyse
from questions.actions.calibrating import calibrate
from tests.bench import history

Found = TypeVar("Found")
FULL = (20_000, 10_000_000)
# What is promised for the full size: seconds for everything and for 500 changed questions, megabytes over base.
PROMISED = (60.0, 3.0, 1024.0)
CHANGED = 500
NEW = """
WITH l AS (INSERT INTO questions_learner (uid) VALUES (gen_random_uuid()) RETURNING id),
a AS (
    INSERT INTO questions_attempt (token, learner_id, certification_id, mode, name, seed, blueprint, started_at,
           finished_at)
    SELECT gen_random_uuid(), l.id, c.id, 'practice', 'Bench', 0, '{}', now() - interval '1 hour', now()
      FROM l, questions_certification c RETURNING id, learner_id),
s AS (
    INSERT INTO questions_slot (attempt_id, number, version_id, domain_id, option_order, reason, marked)
    SELECT a.id, row_number() OVER (ORDER BY v.id), v.id, d.id, v.options, 'random', false
      FROM a, questions_domain d, (SELECT version_id AS id, array_agg(id ORDER BY position) AS options
                                     FROM questions_option GROUP BY version_id ORDER BY version_id LIMIT %s) v
    RETURNING id, attempt_id, version_id, option_order)
INSERT INTO questions_response (slot_id, learner_id, question_id, version_id, chosen, correct, mode, reason,
       order_shown, positions, ruled_out, confidence, exposure, rationale_seen, milliseconds, request_id,
       answered_at, left_out)
SELECT s.id, a.learner_id, v.question_id, v.id, s.option_order[1:1], true, 'practice', 'random', s.option_order, '{1}',
       '{}', '', 1, false, 30000, gen_random_uuid(), now(), ''
  FROM s JOIN a ON a.id = s.attempt_id JOIN questions_version v ON v.id = s.version_id
"""


def main(options: argparse.Namespace) -> int:
    """Seed, calibrate, analyse everything, then 500 questions with new responses."""
    share = 1 if options.full else 10
    questions, responses = FULL[0] // share, FULL[1] // share
    say(f"seeding {responses:,} responses to {questions:,} questions")
    say(f"seeded in {history.write(questions, responses):.0f} s; load average {os.getloadavg()[0]:.2f}")
    base = memory()
    measured("calibration", lambda: calibrate(now=timezone.now()), base)
    whole = measured("everything", lambda: analyse(now=timezone.now()), base)
    touch(CHANGED // share)
    some = measured(f"{CHANGED // share} changed questions", lambda: analyse(now=timezone.now()), base)
    say(f"promised for {FULL[1]:,}: {PROMISED[0]:.0f} s, {PROMISED[1]:.0f} s, {PROMISED[2]:.0f} MB over base")
    return 0 if (whole.changed, some.changed) == (questions, CHANGED // share) else 1


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - this is a command


def touch(questions: int) -> None:
    """One new response each, in an attempt of somebody new."""
    with connection.cursor() as cursor:
        for table in history.TABLES:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(NEW, [questions])
        for table in history.TABLES:
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


def memory() -> float:
    """Megabytes at the most of this process, and of its server process now, shared buffers apart."""
    status = (server() / "status").read_text()
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return own + int(status.split("RssAnon:")[1].split()[0]) / 1024


def server() -> Path:
    """What the system knows of the server process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return Path(f"/proc/{pid}")


def worked() -> float:
    """Seconds that the server process has had of a processor."""
    fields = (server() / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(what: str, deed: Callable[[], Found], base: float) -> Found:
    """Do it, watch memory, and say what it took; the processor's time tells how much of the wait was others'."""
    began, used, served = time.perf_counter(), time.process_time(), worked()
    found = deed()
    say(
        f"{what}: {time.perf_counter() - began:.1f} s ({time.process_time() - used:.1f} s of this process and"
        f" {worked() - served:.1f} s of its server),"
        f" {memory() - base:.0f} MB over base; load average {os.getloadavg()[0]:.2f}"
    )
    return found
