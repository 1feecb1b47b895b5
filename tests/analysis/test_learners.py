"""Abilities at known difficulties: those of the calibration, and the prior where nothing is known."""

import numpy as np
import pytest

from questions.analysis.calibration import Answers, calibrate
from questions.analysis.learners import abilities_at


def test_at_the_difficulties_of_a_calibration_abilities_are_its_own() -> None:
    draw = np.random.default_rng(1)
    learner, item = np.repeat(np.arange(50), 30), np.tile(np.arange(30), 50)
    correct = (draw.random(1500) < 0.6).astype(float)
    fit = calibrate(learner, item, correct, passes=400)

    theta, information = abilities_at(Answers(learner, item, correct, 50, 30), b=fit.b, mu=fit.mu, sigma=fit.sigma)

    assert theta == pytest.approx(fit.theta, abs=1e-3)
    assert information == pytest.approx(fit.information, abs=1e-3)


def test_without_answers_the_ability_is_the_prior_s() -> None:
    none = np.zeros(0, dtype=np.int64)

    theta, information = abilities_at(Answers(none, none, none.astype(float), 2, 0), b=np.zeros(0), mu=0.3, sigma=0.5)

    assert theta.tolist() == [0.3, 0.3]
    assert information.tolist() == [4.0, 4.0]
