"""Abilities of learners where the difficulties are known: those of many more than a calibration looks at."""

from typing import Final

import numpy as np

from questions.analysis.calibration import ENOUGH, LONGEST, Answers, Floats

STEPS: Final = 40


def abilities_at(answers: Answers, *, b: Floats, mu: float, sigma: float) -> tuple[Floats, Floats]:
    """The most likely ability of each learner given the difficulties, and its information, prior included.

    Newton's steps on the posterior with the prior N(``mu``, ``sigma``²); without answers it is the prior's mean.
    """
    theta = np.full(answers.learners, mu)
    for _ in range(STEPS):
        p = answers.p(theta, b)
        slope = answers.by_learner(answers.correct - p) - (theta - mu) / sigma**2
        step = np.clip(slope / (answers.by_learner(p * (1 - p)) + 1 / sigma**2), -LONGEST, LONGEST)
        theta = theta + step
        if np.abs(step).max(initial=0.0) < ENOUGH:
            break
    p = answers.p(theta, b)
    return theta, answers.by_learner(p * (1 - p)) + 1 / sigma**2
