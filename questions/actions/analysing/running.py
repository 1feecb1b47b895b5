"""A run of the analysis: what has changed, in batches that each stand for themselves."""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, Protocol

from django.db import transaction
from django.db.models import Max

from questions.actions.analysing.changes import OVERLAP, Basis, Wanted, changed, still_changed
from questions.actions.analysing.copying import BIGINT, arrays
from questions.actions.analysing.criteria import ByAbility, ByRest, Criterion
from questions.actions.analysing.efforts import Limits, write_hurried
from questions.actions.analysing.judging import judged
from questions.actions.analysing.lineages import lineages
from questions.actions.analysing.met import met
from questions.actions.analysing.rows import batches, change, rows
from questions.actions.analysing.saving import save
from questions.actions.analysing.sums import Batch
from questions.actions.analysing.values import ABILITY, REST, Judged, Report
from questions.actions.flagging import Tally, judge
from questions.models import Certification, ItemStatistic, Response, Run

# Lineages in a transaction: enough to be worth a statement, few enough to be lost by a kill.
TOGETHER: Final = 250
# The advisory lock under which a batch is computed: "examprep, analysis".
LOCK: Final = 0x6578_616E
Tell = Callable[[int, int], None]


class Judge(Protocol):
    """Opens and closes flags; how many of each."""

    def __call__(self, judged: Iterable[Judged], *, now: datetime) -> Tally:
        """How many flags it opened, and how many it closed."""


def analyse(
    *,
    now: datetime,
    certification: Certification | None = None,
    everything: bool = False,
    criterion: str = ABILITY,
    tell: Tell | None = None,
    judge: Judge | None = judge,
) -> Report:
    """Bring the statistics of all lineages of versions up to date, or of a certification's.

    Only those that changed since their statistic was computed, unless ``everything`` is wanted. Safe to run twice, side
    by side, or to be killed: each batch is a transaction of its own that looks again at what is left to do. ``tell`` is
    called with how many lineages are done and how many there are.
    """
    began = time.perf_counter()
    report = _Analysis(now, certification, criterion, judge, everything=everything).run(tell)
    report.seconds = time.perf_counter() - began
    return report


class _Analysis:
    """One run: what it was asked for, and how far it came."""

    def __init__(
        self,
        now: datetime,
        certification: Certification | None,
        criterion: str,
        judge: Judge | None,
        *,
        everything: bool,
    ) -> None:
        self.now, self.judge = now, judge
        # Of runs that came as far, the first: runs of one certification do not move the mark.
        self.last = Run.objects.exclude(finished_at=None).order_by("-upto", "started_at").first()
        self.above = max(0, self.last.upto - OVERLAP) if self.last else 0
        self.wanted = Wanted(criterion, certification.pk if certification else None, everything, self.above, now)
        self.limits = Limits()
        self.report = Report()
        self.criterion: Criterion
        newest = Response.objects.aggregate(newest=Max("pk"))["newest"] or 0
        upto = newest if certification is None else (self.last.upto if self.last else 0)
        self.run_row = Run.objects.create(started_at=now, upto=upto, criterion=criterion)

    def run(self, tell: Tell | None) -> Report:
        self.leave_hurried_out()
        self.criterion = ByRest() if self.wanted.criterion == REST else ByAbility()
        self.hurried = arrays("SELECT response_id FROM questions_hurried ORDER BY 1", {"id": BIGINT})["id"]
        with transaction.atomic():
            _set_up()
            left, self.report.looked_at = changed(self.wanted, self.criterion)
        Run.objects.filter(pk=self.run_row.pk).update(total=len(left))
        done = 0
        for pks in batches(left, TOGETHER):
            done += len(pks)
            with transaction.atomic():
                _set_up()
                self.limits.need(pks)
                self.compute(pks, left)
                Run.objects.filter(pk=self.run_row.pk).update(done=done)
            if tell:
                tell(done, len(left))
        Run.objects.filter(pk=self.run_row.pk).update(finished_at=self.now)
        return self.report

    def leave_hurried_out(self) -> None:
        """Find attempts with too many rapid guesses before anything is summed up."""
        wanted = self.wanted
        last = None if wanted.everything else self.last
        with transaction.atomic():
            _set_up()
            _take_turn()
            self.report.hurried = write_hurried(
                self.limits, last=last, above=self.above, certification=wanted.certification, now=self.now
            )

    def compute(self, pks: Sequence[int], bases: dict[int, Basis]) -> None:
        """Bring those of a batch up to date that still are not."""
        _take_turn()
        stale = still_changed(self.wanted, {pk: bases[pk] for pk in pks})
        batch = Batch(lineages(stale), self.limits, self.hurried, self.criterion)
        read = dict(zip(batch.place, met(batch, self.now, max(0, self.run_row.upto - OVERLAP)), strict=True))
        before = dict(ItemStatistic.objects.filter(pk__in=stale).values_list("pk", "judged_n"))
        found = judged(batch, read, bases, before, self.now)
        save(found, read, bases, criterion=self.wanted.criterion, now=self.now)
        self.report.changed += len(found)
        if self.judge:
            tally = self.judge(found, now=self.now)
            self.report.flags_opened += tally.opened
            self.report.flags_closed += tally.closed


def _take_turn() -> None:
    """Wait until no other run is computing a batch."""
    rows("SELECT pg_advisory_xact_lock(%(lock)s)", lock=LOCK)


def _set_up() -> None:
    """Let this transaction's statements have what they need."""
    # Compiling costs more than it saves where the same few statements run over small batches.
    change("SET LOCAL jit = off")
    change("SET LOCAL work_mem = '64MB'")
