"""The counted responses of a certification as rows of a CSV file: long format, learners by pseudonym.

Rows are read by windows of response ids up to the newest one at the start. A cursor kept open would need a transaction
for as long as the slowest download takes, and the server ends such transactions; responses are never changed, so
windows give the same rows. Memory holds one window and the bank's options, however many responses there are.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import Exists, Max, OuterRef, QuerySet

from questions.models import Certification, Hurried, Option, Response, Version
from questions.models.bank import OPEN
from questions.reports.insights.pseudonyms import pseudonym

WINDOW: Final = 20_000
# What a spreadsheet takes for a formula, or for the end of a cell before one.
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
COLUMNS: Final = (
    "learner",
    "question",
    "version",
    "lineage",
    "chosen",
    "chosen_uids",
    "places",
    "right",
    "first_exposure",
    "mode",
    "reason",
    "milliseconds",
    "confidence",
    "day",
)
FIELDS: Final = (
    "learner__uid",
    "version_id",
    "chosen",
    "positions",
    "correct",
    "exposure",
    "mode",
    "reason",
    "milliseconds",
    "confidence",
    "answered_at",
)


class _Wording(NamedTuple):
    code: str
    number: int
    lineage: int


@dataclass(frozen=True, slots=True)
class _Bank:
    """Wordings by version id; authored position and uid by option id."""

    wordings: dict[int, _Wording]
    options: dict[int, tuple[int, str]]


def csv_lines(certification: Certification, *, now: datetime, days: int | None = None) -> Iterator[str]:
    """The lines of the file, its header first; ``days`` leaves out what is older.

    ``chosen`` are places in the authored order, ``places`` those in the order shown; both count from 1, several are
    divided by spaces. ``lineage`` is the number of the version whose statistics the response counts for.
    """
    write = csv.writer(_Echo()).writerow
    yield write(COLUMNS)
    bank = _bank_of(certification)
    found = _counted(certification, now=now, days=days)
    newest = Response.objects.aggregate(newest=Max("pk"))["newest"] or 0
    for low in range(0, newest, WINDOW):
        window = found.filter(pk__gt=low, pk__lte=min(low + WINDOW, newest)).order_by("pk")
        # One string a window: a line each would be a packet each.
        yield "".join(write(_row(each, bank)) for each in window.values_list(*FIELDS))


class _Echo:
    """A file that gives back what is written."""

    def write(self, text: str) -> str:
        return text


def _counted(certification: Certification, *, now: datetime, days: int | None) -> QuerySet[Response]:
    """The responses that the statistics read, apart from their rapid guesses, which the milliseconds tell."""
    hurried = Hurried.objects.filter(response=OuterRef("pk"))
    counted = Response.objects.filter(
        ~Exists(hurried), question__objective__certification=certification, left_out="", answered_at__lte=now
    )
    return counted if days is None else counted.filter(answered_at__gte=now - timedelta(days=days))


def _bank_of(certification: Certification) -> _Bank:
    met = Version.objects.exclude(status__in=OPEN).filter(question__objective__certification=certification)
    wordings = {
        pk: _Wording(code, number, line or number)
        for pk, code, number, line in met.values_list("pk", "question__code", "number", "lineage__number")
    }
    options = Option.objects.filter(version__in=met).values_list("pk", "position", "uid")
    return _Bank(wordings, {pk: (position, str(uid)) for pk, position, uid in options.iterator()})


def _row(response: tuple[Any, ...], bank: _Bank) -> list[str]:
    learner, version, chosen, places, correct, exposure, mode, reason, milliseconds, confidence, at = response
    wording = bank.wordings[version]
    options = sorted(bank.options[each] for each in chosen)
    cells = (
        pseudonym(learner),
        wording.code,
        wording.number,
        wording.lineage,
        " ".join(str(position) for position, _uid in options),
        " ".join(uid for _position, uid in options),
        " ".join(map(str, places)),
        int(correct),
        int(exposure == 1),
        mode,
        reason,
        "" if milliseconds is None else milliseconds,
        confidence,
        at.astimezone(UTC).date().isoformat(),
    )
    return [harmless(str(cell)) for cell in cells]


def harmless(cell: str) -> str:
    """The cell, quoted by an apostrophe where a spreadsheet would run it."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
