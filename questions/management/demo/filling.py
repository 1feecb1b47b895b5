"""Fills the demo's database with a month of simulated learners, and lets the analysis look at them as they come."""

import io

from django.core.management import call_command
from django.db import connection

from questions.actions.simulating import real_responses, simulated_learners
from questions.management.demo import database
from questions.management.demo.accounts import PEOPLE
from questions.models import Run

LOCK = 0x6D6F6E74  # "mont": two demos on one database make one month
# They come in two waves: what the analysis finds in few responses, it shows when it finds it again in more.
WAVES = (180, 250)
# Enough for most questions of the sample bank to be judged.
ANSWERS = 150
SEED = 1
ANALYSIS = ("calibrate", "analyse_items")


def is_wanted() -> bool:
    """Whether something of the month is missing. Where real people have answered it is left out."""
    if not database.has_sample():
        return False
    made = simulated_learners()
    if made:
        return made < WAVES[-1] or Run.objects.exclude(finished_at=None).count() < len(WAVES)
    return not real_responses(besides=[person.email for person in PEOPLE])


def fill() -> None:
    """Do what is missing; each step is in the database whole or not at all, and the next start goes on from there."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
        (mine,) = cursor.fetchone()
    if not mine or not is_wanted():
        return
    for learners in WAVES:
        missing = learners - simulated_learners()
        if missing > 0:
            # The demo's own people may have answered by now: they are no reason to ask.
            _silently("simulate_learners", learners=missing, seed=SEED, answers_per_learner=ANSWERS, yes=True)
        for command in ANALYSIS:
            _silently(command)


def _silently(command: str, **options: int) -> None:
    call_command(command, stdout=io.StringIO(), verbosity=0, **options)
