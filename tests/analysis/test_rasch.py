from itertools import product
from random import Random

import numpy as np
import pytest

from questions.analysis.calibration import calibrate
from questions.analysis.rasch import difficulties, symmetric
from tests.analysis.reference import expected, table


def lsat() -> list[list[int]]:
    return [
        [int(value) for name, value in row.items() if name != "learner"] for row in table("dev_lsat6", "scored.csv")
    ]


def test_the_difficulties_of_lsat_6_are_those_of_the_literature() -> None:
    found = difficulties(lsat())
    wanted = [item["rasch_difficulty_psychotools"] for item in expected("dev_lsat6")["items"]]
    assert found == pytest.approx(wanted, abs=1e-3)
    assert sum(found) == pytest.approx(0, abs=1e-9)


def test_two_items_differ_by_the_log_odds_of_those_who_have_one_right() -> None:
    scores = [[1, 0]] * 30 + [[0, 1]] * 10 + [[1, 1], [0, 0]]
    easy, hard = difficulties(scores)
    assert hard - easy == pytest.approx(np.log(3))


def test_symmetric_functions_are_sums_over_subsets() -> None:
    values = [2.0, 3.0, 5.0]
    sums = [0.0] * 4
    for taken in product((0, 1), repeat=3):
        sums[sum(taken)] += float(np.prod([value for value, take in zip(values, taken, strict=True) if take]))
    assert symmetric(values) == sums


@pytest.mark.parametrize("scores", [[], [[1, 1], [0, 0]], [[1, 0], [1, 0]]])
def test_difficulties_that_are_infinite_are_refused(scores: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="always or never"):
        difficulties(scores)


def test_the_calibration_agrees_with_conditional_difficulties_on_complete_data() -> None:
    draw = Random(4)  # noqa: S311 - not for secrets
    b = [draw.gauss(0, 1) for _ in range(30)]
    scores = []
    for _ in range(800):
        theta = draw.gauss(0, 1)
        scores.append([int(draw.random() < 1 / (1 + np.exp(each - theta))) for each in b])
    matrix = np.array(scores)
    learner, item = np.nonzero(matrix >= 0)
    fit = calibrate(learner, item, matrix.ravel())

    conditional = np.array(difficulties(scores))
    joint = fit.b - fit.b.mean()
    assert np.corrcoef(joint, conditional)[0, 1] > 0.9999
    assert np.abs(joint - conditional).max() < 0.1
