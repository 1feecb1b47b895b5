"""A run's findings against the flags kept, in the turns of all questions of the batch."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from questions.actions.flagging.bank import Wordings, wordings
from questions.actions.flagging.complaints import BY_HAND, COUNTED, Complaint, Evidence, complaint, evidence
from questions.actions.flagging.course import found_again, grown, not_found, opened, settled
from questions.actions.publishing import take_turn
from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent, ItemStatistic

if TYPE_CHECKING:
    # The analysis calls this; it only lends the name of what it hands on.
    from questions.actions.analysing.values import Judged

CHANGING = tuple("version_id" if name == "version" else name for name in Flag.CHANGING)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a run did to flags: how many wait for a second look, came before reviewers, and went."""

    waiting: int = 0
    opened: int = 0
    reopened: int = 0
    closed: int = 0
    resolved: int = 0


@dataclass(slots=True)
class _Batch:
    """Flags to be saved, and what happened to them."""

    now: datetime
    flags: list[Flag] = field(default_factory=list)
    events: list[FlagEvent] = field(default_factory=list)

    def note(self, event: FlagEvent | None) -> None:
        """Keep what happened, if anything did."""
        if event is not None:
            self.events.append(event)


@transaction.atomic
def judge(judged: Iterable["Judged"], *, now: datetime) -> Tally:
    """Raise, reopen, close and resolve flags by what a run has found; the same run again changes nothing.

    One line at most is judged a question: the one that learners meet now, whatever was live when the run began.
    Eight queries, however many lines and flags.
    """
    lines = {each.lineage_id: each for each in judged}
    questions = {each.question_id for each in lines.values()}
    take_turn(*questions)
    known = wordings(questions)
    live = [each for each in lines.values() if known[each.question_id].line == each.lineage_id]
    kept = _kept(live)
    batch = _Batch(now)
    for each in live:
        _judge(each, known[each.question_id], kept.get(each.question_id, []), batch)
    Flag.objects.keep(batch.flags, batch.events)
    counted = [each.lineage_id for each in live if _fresh(each)]
    ItemStatistic.objects.filter(pk__in=counted).update(judged_n=F("n"))
    return _tally(batch.events)


def _kept(live: Iterable["Judged"]) -> dict[int, list[Flag]]:
    """The flags of the questions, by question: the earliest first."""
    kept: dict[int, list[Flag]] = {}
    for flag in Flag.objects.filter(question__in=[each.question_id for each in live]).order_by("pk"):
        kept.setdefault(flag.question_id, []).append(flag)
    return kept


def _judge(judged: "Judged", known: Wordings, flags: list[Flag], batch: _Batch) -> None:
    """Judge one line, and what is watched since it began."""
    said = evidence(judged)
    before = {flag.pk: _state(flag) for flag in flags}
    watched = _settle(known, flags, said, batch)
    ours = {
        complaint(flag.option_uid, flag.code): flag
        for flag in flags
        if flag.code not in BY_HAND and known.current(flag.version_id) and flag.pk not in watched.values()
    }
    for about, finding in said.found.items():
        if about in watched:
            continue
        if about in ours:
            batch.note(found_again(ours[about], finding, known.today, said, now=batch.now))
        elif _fresh(judged) or finding.code in COUNTED:
            flag, event = opened(finding, known.today, said, now=batch.now)
            batch.flags.append(flag)
            batch.note(event)
    for about in ours.keys() - said.found.keys():
        batch.note(not_found(ours[about], said, now=batch.now))
    batch.flags += [flag for flag in flags if _state(flag) != before[flag.pk]]


def _settle(known: Wordings, flags: list[Flag], said: Evidence, batch: _Batch) -> dict[Complaint, int]:
    """Settle what is watched; the complaints that need no other flag, since they were watched until now."""
    watched: dict[Complaint, int] = {}
    for flag in flags:
        if flag.state == FlagState.WATCHING:
            if flag.code not in BY_HAND:
                watched[complaint(flag.option_uid, flag.code)] = flag.pk
            batch.note(settled(flag, known.today, said, now=batch.now))
    return watched


def _fresh(judged: "Judged") -> bool:
    """Whether the line may be looked at for something new: it has grown since the rules last did."""
    return not judged.n_before or grown(judged.statistic.n, judged.n_before)


def _state(flag: Flag) -> list[object]:
    return [getattr(flag, name) for name in CHANGING]


def _tally(events: Iterable[FlagEvent]) -> Tally:
    found = Counter(
        "waiting"
        if event.after == FlagState.WAITING
        else {Decision.RAISED: "opened", Decision.REOPENED: "reopened"}.get(Decision(event.decision), event.decision)
        for event in events
    )
    return Tally(**{str(name): count for name, count in found.items()})
