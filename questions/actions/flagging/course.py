"""The course of a flag through the runs of the analysis: one function a situation.

Each changes the flag and gives the entry of its history, or None where the state stays.
"""

import uuid
from datetime import datetime
from typing import Final

from questions.actions.flagging.bank import graver
from questions.actions.flagging.complaints import BY_HAND, COUNTED, GRAVE, Evidence
from questions.analysis.flags import Finding
from questions.analysis.plain import as_plain
from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent

# A run counts when there are so many percent more responses than at the one before.
GROWTH: Final = 10
# Below this number a grave finding has to be seen in a second run: who looks often sees something at last.
PATIENT: Final = 200
# Responses to new wording, after which a complaint about the former is settled.
SETTLED: Final = 100
# A dismissal holds until there are this many times the responses.
DISMISSED_FOR: Final = 2
# Runs in a row.
TO_OPEN: Final = 2
TO_CLOSE: Final = 2


def grown(n: int, before: int) -> bool:
    """Whether a run at ``n`` responses counts after one at ``before``."""
    return n > before and 100 * n >= (100 + GROWTH) * before


def opened(finding: Finding, version: int, evidence: Evidence, *, now: datetime) -> tuple[Flag, FlagEvent]:
    """A new flag, which waits for a second run where the finding is grave and rests on little."""
    flag = Flag(
        question_id=evidence.judged.question_id,
        option_uid=uuid.UUID(finding.option) if finding.option else None,
        n=evidence.n,
        raised_at=now,
    )
    return flag, _open(flag, finding, version, evidence, Decision.RAISED, now=now)


def found_again(flag: Flag, finding: Finding, version: int, evidence: Evidence, *, now: datetime) -> FlagEvent | None:
    """The rules find what a flag of this line says."""
    if flag.state == FlagState.DISMISSED:
        return _recall(flag, finding, version, evidence, now=now)
    counts = grown(evidence.n, flag.n)
    if flag.state in {FlagState.CLOSED, FlagState.RESOLVED}:
        if not counts:
            return None
        flag.n = evidence.n
        return _open(flag, finding, version, evidence, Decision.REOPENED, now=now)
    waiting = flag.state == FlagState.WAITING
    _see(flag, finding, evidence)
    if counts:
        flag.n, flag.streak = evidence.n, flag.streak + 1 if waiting else 0
    if not waiting or (_patient(finding, evidence) and flag.streak < TO_OPEN):
        return None
    flag.streak = 0
    return _show(flag, version, finding, evidence, Decision.RAISED, now=now)


def not_found(flag: Flag, evidence: Evidence, *, now: datetime) -> FlagEvent | None:
    """The rules do not find it: it stays while the estimates still say so, and goes in the second run that does not.

    What a reviewer has passed on to the author stays for them to end.
    """
    option = str(flag.option_uid) if flag.option_uid else None
    if flag.state not in {FlagState.WAITING, FlagState.OPEN, FlagState.FLAGGED}:
        return None
    flag.values = evidence.numbers(flag.code, option) or flag.values
    counted = flag.code in COUNTED
    if flag.state == FlagState.FLAGGED or not (counted or grown(evidence.n, flag.n)):
        return None
    flag.n = evidence.n
    gone = counted or not evidence.still_holds(flag.code, option)
    flag.streak = flag.streak + 1 if gone and flag.state == FlagState.OPEN else 0
    if flag.state == FlagState.OPEN and not counted and flag.streak < TO_CLOSE:
        return None
    flag.streak = 0
    return flag.move(Decision.CLOSED, FlagState.CLOSED, now=now)


def settled(flag: Flag, version: int, evidence: Evidence, *, now: datetime) -> FlagEvent | None:
    """A complaint about an earlier wording, once there are enough responses to the new one: confirmed or cleared."""
    if not _can_settle(flag, evidence):
        return None
    finding = evidence.again(flag)
    flag.n, flag.streak = evidence.n, 0
    if finding is None:
        return flag.move(Decision.RESOLVED, FlagState.RESOLVED, now=now)
    if flag.code in BY_HAND:
        flag.values, flag.rank = {"code": str(finding.code), **finding.values}, max(flag.rank, evidence.rank(finding))
    else:
        _see(flag, finding, evidence)
    return _show(flag, version, finding, evidence, Decision.REOPENED, now=now)


def _can_settle(flag: Flag, evidence: Evidence) -> bool:
    """Whether the responses could confirm it: rules about the strong need responses with a criterion."""
    by_share = flag.code in BY_HAND or evidence.rests_on_shares(flag.code)
    basis = evidence.basis(str(flag.option_uid) if flag.option_uid else None)
    return evidence.n >= SETTLED and (by_share or basis.m >= SETTLED)


def _recall(flag: Flag, finding: Finding, version: int, evidence: Evidence, *, now: datetime) -> FlagEvent | None:
    """A dismissal holds while nothing is new."""
    if not graver(finding.severity, flag.gravity) and evidence.n < DISMISSED_FOR * flag.n:
        return None
    flag.n, flag.streak = evidence.n, 0
    _see(flag, finding, evidence)
    return _show(flag, version, finding, evidence, Decision.REOPENED, now=now)


def _open(
    flag: Flag, finding: Finding, version: int, evidence: Evidence, decision: Decision, *, now: datetime
) -> FlagEvent:
    _see(flag, finding, evidence)
    if not _patient(finding, evidence):
        return _show(flag, version, finding, evidence, decision, now=now)
    flag.streak, flag.version_id = 1, version
    return flag.move(decision, FlagState.WAITING, now=now)


def _show(
    flag: Flag, version: int, finding: Finding, evidence: Evidence, decision: Decision, *, now: datetime
) -> FlagEvent:
    """Put it before reviewers, about the wording of today, with what the rule saw."""
    flag.version_id, flag.seen = version, as_plain(evidence.basis(finding.option))
    return flag.move(decision, FlagState.OPEN, now=now)


def _see(flag: Flag, finding: Finding, evidence: Evidence) -> None:
    """Say what the rules say today: the rule may be a graver or milder one than before."""
    flag.code, flag.gravity = str(finding.code), finding.severity.value
    flag.values, flag.rank = dict(finding.values), evidence.rank(finding)


def _patient(finding: Finding, evidence: Evidence) -> bool:
    return finding.severity in GRAVE and evidence.basis(finding.option).n < PATIENT
