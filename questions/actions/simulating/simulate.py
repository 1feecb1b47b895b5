"""The whole of it in one transaction: a month of learners, or nothing."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import connection, transaction

from questions.actions.simulating.accounts import make_learners, next_number, real_responses
from questions.actions.simulating.bank import Bank, banks, faults
from questions.actions.simulating.planning import learners_month
from questions.actions.simulating.values import Simulated, Wish
from questions.actions.simulating.writing import Month, write_in_bulk, write_through_actions
from questions.models import Learner

# Learners in memory at a time.
BATCH = 100
LOCK = 0x73696D75  # "simu": two at once would give out the same numbers


class NothingToAnswerError(Exception):
    """No published question fits."""


class RealResponsesError(Exception):
    """Learners who exist have answered here; simulated ones would be mixed with them."""


@transaction.atomic
def simulate(
    *,
    wish: Wish,
    now: datetime,
    through_actions: bool = False,
    among_real: bool = False,
    tell: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Write the learners that are wished for, with all that they do in the days before today (UTC).

    The same bank, wish and day give the same responses, whichever way they are written; learners beyond those that
    exist go on with the next numbers. ``tell`` hears of learners done and in all. Raises :class:`RealResponsesError`
    unless ``among_real``, and :class:`NothingToAnswerError`.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    if not among_real and real_responses():
        raise RealResponsesError
    found = banks(wish)
    if not found:
        raise NothingToAnswerError
    first, attempts, responses = next_number(), 0, 0
    for start in range(0, wish.learners, BATCH):
        numbers = range(first + start, first + min(start + BATCH, wish.learners))
        months = _months(found, wish, numbers, now)
        write_through_actions(months) if through_actions else write_in_bulk(months)
        attempts += sum(len(month.attempts) for month in months)
        responses += sum(len(attempt.answers) for month in months for attempt in month.attempts)
        if tell is not None:
            tell(start + len(numbers), wish.learners)
    return Simulated(wish.learners, attempts, responses, tuple(faults(found)))


def _months(found: list[Bank], wish: Wish, numbers: range, now: datetime) -> list[Month]:
    """Plan a batch of learners and write who they are; certifications take turns."""
    until = now.replace(hour=0, minute=0, second=0, microsecond=0)
    months = []
    for number in numbers:
        bank = found[number % len(found)]
        uid, attempts = learners_month(bank, wish, number, until)
        months.append(Month(Learner(uid=uid), bank, attempts))
    joined = until - timedelta(days=wish.days)
    make_learners([(number, month.learner) for number, month in zip(numbers, months, strict=True)], now=joined)
    return months
