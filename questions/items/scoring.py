"""Scoring: an attempt's score from its responses and the rulings made on their versions.

A score is never kept as a counter: it is this function of facts, so every score ever shown can be computed again.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from questions.items.words import Policy


@dataclass(frozen=True, slots=True)
class Answered:
    """One response: the version it answered, the options chosen, and the verdict given at the time."""

    version: int
    chosen: frozenset[int]
    correct: bool
    domain: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling in force on a version: its policy and, when rescoring, the options that make up the key."""

    policy: Policy
    key: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Score:
    """``right`` of ``counted`` responses; dropped ones are in neither."""

    right: int
    counted: int

    @property
    def share(self) -> Fraction | None:
        """Right answers as a fraction, or None where nothing counts."""
        return Fraction(self.right, self.counted) if self.counted else None

    @property
    def percent(self) -> int | None:
        """The share as whole percent, halves rounded up, or None where nothing counts."""
        return None if self.share is None else int(self.share * 100 + Fraction(1, 2))


def credit(answer: Answered, decision: Decision | None) -> bool | None:
    """True, False, or None when the response does not count."""
    if decision is None:
        return answer.correct
    if decision.policy == Policy.DROP:
        return None
    if decision.policy == Policy.CREDIT:
        return True
    return answer.chosen == decision.key


def score(answers: Iterable[Answered], decisions: Mapping[int, Decision]) -> Score:
    """Score ``answers`` under the ``decisions`` in force by version id."""
    given = (credit(answer, decisions.get(answer.version)) for answer in answers)
    counted = [value for value in given if value is not None]
    return Score(right=sum(counted), counted=len(counted))
