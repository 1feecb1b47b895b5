"""Moodle's indices, for marks of any size, so that instructors find the numbers that they know.

Formulas as in ``question/classes/statistics/questions/calculator.php`` and ``mod/quiz/report/statistics`` of Moodle,
whose "discrimination index" is a correlation, not a difference of groups. All in percent unless told otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isfinite, sqrt

from questions.analysis.forms import FormStatistic, describe_form

Marks = Sequence[float]


@dataclass(frozen=True, slots=True)
class SlotStatistic:
    """One question of a quiz: ``sd`` in marks (n - 1), all else in percent; None where something does not vary."""

    slot: str
    facility: float | None
    sd: float | None
    discrimination: float | None
    efficiency: float | None
    effective_weight: float | None
    intended_weight: float | None


@dataclass(frozen=True, slots=True)
class QuizStatistic:
    """The quiz: its slots, its totals, internal consistency and error ratio in percent, standard error in marks."""

    slots: tuple[SlotStatistic, ...]
    form: FormStatistic
    consistency: float | None
    error_ratio: float | None
    standard_error: float | None


def quiz(marks: Mapping[str, Marks], maximum: Mapping[str, float]) -> QuizStatistic:
    """The indices of a quiz from each slot's marks, one a learner in the same order, and its highest mark.

    A slot whose highest mark is 0 (a description) has no indices but its weights. First attempts only, as Moodle's own
    documentation advises.
    """
    totals = [fsum(row) for row in zip(*marks.values(), strict=True)]
    graded = [slot for slot in marks if maximum[slot] > 0]
    covariances = {slot: covariance(each, totals) for slot, each in marks.items()}
    weights = [sqrt(each) for each in covariances.values() if each is not None and each >= 0]
    slots = tuple(
        SlotStatistic(
            slot=slot,
            **_own(each, totals, maximum[slot]),
            effective_weight=_weight(covariances[slot], fsum(weights)),
            intended_weight=_percent(maximum[slot], fsum(maximum.values())),
        )
        for slot, each in marks.items()
    )
    form = describe_form([covariance(marks[slot], marks[slot]) or 0.0 for slot in graded], totals)
    consistency = None if form.alpha is None else 100 * form.alpha
    ratio = None if form.alpha is None else 100 * sqrt(max(0.0, 1 - form.alpha))
    return QuizStatistic(slots, form, consistency, ratio, form.sem)


def _own(marks: Marks, totals: Marks, maximum: float) -> dict[str, float | None]:
    """What concerns a slot by itself and against the rest of the quiz."""
    if not maximum or not marks:
        return dict.fromkeys(("facility", "sd", "discrimination", "efficiency"))
    others = [total - mark for total, mark in zip(totals, marks, strict=True)]
    together, spread = covariance(marks, others), covariance(marks, marks)
    largest = covariance(sorted(marks), sorted(others))
    spreads = (spread or 0.0) * (covariance(others, others) or 0.0)
    return {
        "facility": 100 * fsum(marks) / len(marks) / maximum,
        "sd": None if spread is None else sqrt(spread),
        "discrimination": _percent(together, sqrt(spreads)),
        "efficiency": _percent(together, largest),
    }


def covariance(one: Marks, other: Marks) -> float | None:
    """Sample covariance (n - 1), from deviations of the means; None below two learners."""
    n = len(one)
    if n < 2:  # noqa: PLR2004 - no spread without two
        return None
    mean, mean_other = fsum(one) / n, fsum(other) / n
    return fsum((a - mean) * (b - mean_other) for a, b in zip(one, other, strict=True)) / (n - 1)


def _weight(covariance_with_total: float | None, whole: float) -> float | None:
    """The share of the totals' spread that a slot makes; None where it works against the rest."""
    if covariance_with_total is None or covariance_with_total < 0:
        return None
    return _percent(sqrt(covariance_with_total), whole)


def _percent(part: float | None, whole: float | None) -> float | None:
    if part is None or not whole:
        return None
    share = 100 * part / whole
    return share if isfinite(share) else None
