"""A run's findings against the flags kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from questions.actions.analysing.values import Judged


@dataclass(slots=True)
class Tally:
    """What a run changed: flags by what happened to them."""

    waiting: int = 0
    opened: int = 0
    reopened: int = 0
    closed: int = 0
    resolved: int = 0


def judge(judged: Iterable[Judged], *, now: datetime) -> Tally:
    """Compare findings with flags."""
    return Tally()
