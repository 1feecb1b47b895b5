"""The calibration finds what was put in, and one step back equals leaving an answer out."""

from typing import Any

import numpy as np
import pytest

from questions.analysis.calibration import abilities, calibrate, leave_one_out
from questions.analysis.matrix import sums
from questions.analysis.statistics import describe

LEARNERS, ITEMS = 1_500, 60


def simulated(seed: int, *, shown: float = 1.0) -> tuple[Any, ...]:
    """True abilities and difficulties, and answers as three arrays."""
    draw = np.random.default_rng(seed)
    theta, b = draw.normal(0.5, 0.8, LEARNERS), draw.normal(0, 1, ITEMS)
    right = draw.random((LEARNERS, ITEMS)) < 1 / (1 + np.exp(b[None, :] - theta[:, None]))
    learner, item = np.nonzero(draw.random((LEARNERS, ITEMS)) < shown)
    return theta, b, learner, item, right[learner, item]


@pytest.mark.parametrize("shown", [1.0, 0.4])
def test_abilities_and_difficulties_are_found_again(shown: float) -> None:
    theta, b, learner, item, right = simulated(1, shown=shown)
    fit = calibrate(learner, item, right)

    assert np.corrcoef(fit.b, b)[0, 1] > 0.98
    assert np.corrcoef(fit.theta, theta)[0, 1] > (0.9 if shown == 1 else 0.8)
    assert fit.mu - fit.b.mean() == pytest.approx(0.5 - b.mean(), abs=0.1)
    assert fit.sigma == pytest.approx(0.8, abs=0.1)


def test_one_step_back_equals_leaving_the_answer_out() -> None:
    _, _, learner, item, right = simulated(2, shown=0.6)
    fit = calibrate(learner, item, right)
    p = 1 / (1 + np.exp(fit.b[item] - fit.theta[learner]))
    y = leave_one_out(fit.theta[learner], fit.information[learner], p, right.astype(float))

    errors = []
    for answer in range(0, len(y), 97):
        others = (learner == learner[answer]) & (np.arange(len(y)) != answer)
        errors.append(abs(map_of(fit, item[others], right[others]) - y[answer]))
    assert np.mean(errors) < 0.002
    assert max(errors) < 0.02


def map_of(fit: Any, item: Any, right: Any) -> float:
    """The exact ability by these answers, the difficulties given."""
    theta = fit.mu
    for _ in range(50):
        p = 1 / (1 + np.exp(fit.b[item] - theta))
        theta += ((right - p).sum() - (theta - fit.mu) / fit.sigma**2) / ((p * (1 - p)).sum() + 1 / fit.sigma**2)
    return float(theta)


def test_nobody_and_nothing_is_no_error() -> None:
    none = np.array([], dtype=np.intp)
    fit = calibrate(none, none, np.array([]))
    assert (fit.theta.size, fit.b.size) == (0, 0)
    assert list(abilities([], guard=20)) == []


def test_learners_and_items_without_answers_stay_at_the_prior() -> None:
    fit = calibrate(np.array([0, 0]), np.array([0, 1]), np.array([1, 0]), learners=3, items=4)
    assert fit.b[2:].tolist() == [0, 0]
    assert np.isfinite(fit.theta).all()
    assert fit.theta[1] == pytest.approx(fit.mu, abs=1e-4)


def test_all_right_and_all_wrong_stay_finite() -> None:
    learner, item = np.divmod(np.arange(400), 20)
    for right in (np.ones(400), np.zeros(400)):
        fit = calibrate(learner, item, right)
        assert np.isfinite(np.concatenate([fit.theta, fit.information, fit.b, [fit.mu, fit.sigma]])).all()


def test_a_key_that_separates_does_so_by_ability_too() -> None:
    _, _, learner, item, right = simulated(3)
    matrix: list[dict[str, Any]] = [{} for _ in range(LEARNERS)]
    for who, what, hit in zip(learner.tolist(), item.tolist(), right.tolist(), strict=True):
        matrix[who][str(what)] = frozenset("A" if hit else "B")
    key = {str(number): frozenset("A") for number in range(ITEMS)}
    by_rest = [describe(each).r for each in sums(matrix, key).items]
    by_ability = [describe(each).r for each in sums(matrix, key, "ability").items]

    assert by_ability == pytest.approx(by_rest, abs=0.02)
