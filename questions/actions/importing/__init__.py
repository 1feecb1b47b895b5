"""Importing files: everything is read and compared before anything is written, and then all of it or nothing.

``known`` loads what the database holds of what the files speak of; ``catalogue``, ``wording`` and ``quizzes`` each
plan their part, refusing what cannot be; ``report`` is what comes back.
"""

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import IntegrityError, OperationalError, connection, transaction

from questions.actions.importing import catalogue, quizzes, wording, writing
from questions.actions.importing.known import Known
from questions.actions.importing.report import Count, Report
from questions.formats.bank import BankFile, contradictions, read, summarise
from questions.formats.limits import FILE_BYTES as LARGEST
from questions.formats.refusal import Refusal
from questions.models import User

__all__ = ["LARGEST", "BusyError", "Count", "Refusal", "Report", "import_bank"]

# "bank": imports take turns, so that two of the same file do not both find nothing there.
LOCK = 0x62616E6B
# Longer than pages may take; short enough that a hanging import ends.
LIMITS = (("lock_timeout", "60s"), ("statement_timeout", "120s"), ("idle_in_transaction_session_timeout", "300s"))
# Lock not available, statement cancelled, deadlock.
WAITED = frozenset({"55P03", "57014", "40P01"})

Tell = Callable[[int, int], None]


class BusyError(Exception):
    """Another import, or somebody's edit, does not let go."""


def import_bank(
    *,
    files: Iterable[tuple[str, bytes]],
    by: User | None,
    now: datetime,
    check: bool = False,
    drafts: bool = False,
    tell: Tell | None = None,
) -> Report:
    """Import ``files`` (name and bytes) of the own format as one unit: any refusal, and nothing is written.

    Questions are known by their uid: the same file again changes nothing, another wording makes the next version,
    which is published if the file says so. ``check`` only reports what would happen; ``drafts`` publishes nothing.
    ``tell`` is called with the number of questions published and to publish. Raises :class:`BusyError` when others
    hold what is needed for a minute.
    """
    banks = [read(data, name=name) for name, data in files]
    report = Report(summaries=summarise(banks), refusals=[refusal for bank in banks for refusal in bank.refusals])
    if not report.refusals:
        report.refusals, report.warnings = contradictions(banks, drafts=drafts)
    if report.refusals:
        return report
    try:
        with transaction.atomic():
            if not check:
                _take_turn()
            _import(banks, report, by=by, now=now, check=check, drafts=drafts, tell=tell or _quietly)
    except IntegrityError as error:
        report.refuse_all(banks, error)
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) in WAITED:
            raise BusyError from error
        raise
    return report


def _quietly(_done: int, _total: int) -> None:
    """Say nothing."""


def _take_turn() -> None:
    with connection.cursor() as cursor:
        for name, value in LIMITS:
            cursor.execute(f"SET LOCAL {name} = '{value}'")
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])


def _import(
    banks: list[BankFile], report: Report, *, by: User | None, now: datetime, check: bool, drafts: bool, tell: Tell
) -> None:
    known = Known.load(banks, lock=not check)
    places = catalogue.plan(banks, known, report, drafts=drafts)
    questions = wording.plan(banks, known, report, drafts=drafts)
    sets = quizzes.plan(banks, known, report, drafts=drafts)
    if report.refusals or check:
        return
    catalogue.write(places, known)
    writing.write(questions, known, by=by, now=now, tell=tell)
    quizzes.write(sets, known)
    # What waits for the commit is checked here, so that it can still be refused in words.
    connection.check_constraints()
    report.written = True
