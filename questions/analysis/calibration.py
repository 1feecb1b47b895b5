"""How able learners are and how hard items, on one scale in logits: a Rasch model fitted with priors.

P(right) = 1 / (1 + exp(b - theta)), theta ~ N(mu, sigma²), b ~ N(0, 2²); penalised joint maximum likelihood by Newton
steps that alternate between learners and items.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Places = NDArray[np.signedinteger[Any]]

# Standard deviation of the difficulties' prior, and of the abilities' where nothing is known yet.
SIGMA_B: Final = 2.0
SIGMA: Final = 1.0
# Sigma is estimated within these, so that a handful of learners can neither make it vanish nor explode.
SIGMA_LEAST, SIGMA_MOST = 0.3, 3.0
# The longest Newton step: far from the solution the curvature misleads.
LONGEST: Final = 1.0
PASSES: Final = 40
# What no longer matters, in logits.
ENOUGH: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Calibration:
    """Abilities ``theta`` with their posterior ``information`` by learner, difficulties ``b`` by item, in logits.

    ``information`` is the sum of P (1 - P) over the learner's answers and what the prior N(``mu``, ``sigma``²) adds.
    """

    theta: Floats
    information: Floats
    b: Floats
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Answers:
    """Who answered what, and how: arrays of one length, with how many learners and items there are."""

    learner: Places
    item: Places
    correct: Floats
    learners: int
    items: int

    def by_learner(self, weights: Floats) -> Floats:
        """Sums over each learner's answers."""
        return np.asarray(np.bincount(self.learner, weights, self.learners), dtype=np.float64)

    def by_item(self, weights: Floats) -> Floats:
        """Sums over each item's answers."""
        return np.asarray(np.bincount(self.item, weights, self.items), dtype=np.float64)

    def p(self, theta: Floats, b: Floats) -> Floats:
        """The probability of a right answer, for each answer."""
        return 1 / (1 + np.exp(b[self.item] - theta[self.learner]))


def calibrate(
    learner_index: Places,
    item_index: Places,
    correct: NDArray[Any],
    *,
    passes: int = PASSES,
    learners: int | None = None,
    items: int | None = None,
) -> Calibration:
    """Fit the model to answers given as three arrays of one length: who, what, and 1 (right) or 0.

    Indices count from 0; ``learners`` and ``items`` are how many there are, where the last may have no answers. Stops
    early once nothing moves. Source: Wright & Panchapakesan, A procedure for sample-free item analysis, Educational and
    Psychological Measurement 29 (1969) 23-48, with priors on both sides.
    """
    answers = Answers(
        learner_index,
        item_index,
        correct.astype(np.float64),
        learners if learners is not None else int(learner_index.max(initial=-1)) + 1,
        items if items is not None else int(item_index.max(initial=-1)) + 1,
    )
    theta, b, mu, sigma = np.zeros(answers.learners), np.zeros(answers.items), 0.0, SIGMA
    answered = np.bincount(answers.learner, minlength=answers.learners) > 0
    for _ in range(passes):
        step = _step_of_learners(answers, theta, b, mu, sigma)
        theta = theta + step
        slip = _step_of_items(answers, theta, b)
        b = b + slip
        before = mu, sigma
        mu, sigma = _population(theta[answered], _information(answers, theta, b, sigma)[answered], mu, sigma)
        if max(_largest(step), _largest(slip), abs(mu - before[0]), abs(sigma - before[1])) < ENOUGH:
            break
    return Calibration(theta, _information(answers, theta, b, sigma), b, mu, sigma)


def _step_of_learners(answers: Answers, theta: Floats, b: Floats, mu: float, sigma: float) -> Floats:
    p = answers.p(theta, b)
    gradient = answers.by_learner(answers.correct - p) - (theta - mu) / sigma**2
    return np.clip(gradient / (answers.by_learner(p * (1 - p)) + 1 / sigma**2), -LONGEST, LONGEST)


def _step_of_items(answers: Answers, theta: Floats, b: Floats) -> Floats:
    p = answers.p(theta, b)
    gradient = answers.by_item(p - answers.correct) - b / SIGMA_B**2
    return np.clip(gradient / (answers.by_item(p * (1 - p)) + 1 / SIGMA_B**2), -LONGEST, LONGEST)


def _information(answers: Answers, theta: Floats, b: Floats, sigma: float) -> Floats:
    p = answers.p(theta, b)
    return answers.by_learner(p * (1 - p)) + 1 / sigma**2


def _population(theta: Floats, information: Floats, mu: float, sigma: float) -> tuple[float, float]:
    """The abilities' mean and spread: the posteriors' means, and their spread plus what each leaves uncertain."""
    if not theta.size:
        return mu, sigma
    mu = float(theta.mean())
    variance = float(((theta - mu) ** 2 + 1 / information).mean())
    return mu, min(max(variance**0.5, SIGMA_LEAST), SIGMA_MOST)


def _largest(steps: Floats) -> float:
    return float(np.abs(steps).max(initial=0.0))


def leave_one_out(theta: Floats, information: Floats, p: Floats, correct: Floats) -> Floats:
    """Each learner's ability as it would be without one answer, all arrays by answer: one Newton step back."""
    return theta - (correct - p) / (information - p * (1 - p))


def abilities(items: Sequence[tuple[Sequence[int], Sequence[bool]]], *, guard: int) -> Iterator[list[float | None]]:
    """The leave-one-out abilities of a matrix by columns: a list an item, an entry a learner.

    A column is a code for each learner, negative where the item was not shown, and whether each code is right. None
    where it was not shown, or where the learner has fewer than ``guard`` other answers.
    """
    if not items:
        return
    codes = np.array([column for column, _ in items], dtype=np.int32)
    correct = np.array([np.array(right, dtype=np.float64)[row] for row, (_, right) in zip(codes, items, strict=True)])
    shown = codes >= 0
    item, learner = np.nonzero(shown)
    fit = calibrate(learner, item, correct[shown], learners=codes.shape[1], items=codes.shape[0])
    enough = shown.sum(axis=0) > guard
    for place, b in enumerate(fit.b):
        p = 1 / (1 + np.exp(b - fit.theta))
        y = leave_one_out(fit.theta, fit.information, p, correct[place])
        yield [value if use else None for value, use in zip(y.tolist(), enough & shown[place], strict=True)]
