"""Calibration: one scale a certification, a row for every learner, in parts that fit in memory."""

import datetime as dt
import math
import random

import pytest

from questions.actions.calibrating import calibrate, is_due
from questions.items.words import Mode
from questions.models import Ability, Attempt, Calibration, Hurried, Learner, Response
from tests.actions.matrices import load, make_bank
from tests.builders import NOW, make_certification

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)


def practised(learners: int = 60, items: int = 20) -> list[float]:
    """Learners of known abilities answer questions that become harder and harder; the abilities."""
    draw = random.Random(7)  # noqa: S311 - the same every time
    thetas = [draw.gauss(0, 1) for _ in range(learners)]
    keys = ["A"] * items
    bs = [place / items * 4 - 2 for place in range(items)]
    matrix = [["A" if draw.random() < 1 / (1 + math.exp(b - theta)) else "B" for b in bs] for theta in thetas]
    load(make_bank(keys, 4), keys, matrix, mode=Mode.PRACTICE)
    return thetas


def order(values: list[float]) -> list[int]:
    return sorted(range(len(values)), key=values.__getitem__)


def test_abilities_and_difficulties_follow_those_that_made_the_responses() -> None:
    thetas = practised()

    found = calibrate(now=NOW)

    assert (found.certifications, found.responses, found.learners, found.lineages) == (1, 1200, 60, 20)
    abilities = list(Ability.objects.order_by("learner"))
    assert {(each.n, each.computed_at) for each in abilities} == {(20, NOW)}
    assert all(each.information > 0 for each in abilities)
    mean = sum(thetas) / 60
    own = sum(each.theta for each in abilities) / 60
    together = sum((t - mean) * (each.theta - own) for t, each in zip(thetas, abilities, strict=True))
    spread = sum((t - mean) ** 2 for t in thetas) * sum((each.theta - own) ** 2 for each in abilities)
    assert together / spread**0.5 > 0.8
    bs = list(Calibration.objects.order_by("pk").values_list("b", flat=True))
    assert sum(bs[:5]) / 5 < -1 < 1 < sum(bs[15:]) / 5


def test_parts_give_every_learner_nearly_the_ability_of_the_whole() -> None:
    practised()
    calibrate(now=NOW)
    whole = list(Ability.objects.order_by("learner").values_list("theta", flat=True))
    parts: list[tuple[int, int]] = []

    found = calibrate(now=NOW + DAY, most=400, tell=lambda *at: parts.append(at))

    assert parts == [(1, 3), (2, 3), (3, 3)]
    assert (found.learners, Ability.objects.count()) == (60, 60)
    theta = list(Ability.objects.order_by("learner").values_list("theta", flat=True))
    shift = sum(theta) / 60 - sum(whole) / 60
    assert max(abs(a - b - shift) for a, b in zip(theta, whole, strict=True)) < 0.6
    assert set(Calibration.objects.values_list("n", flat=True)) == {60}


def test_responses_that_do_not_count_are_left_out() -> None:
    practised(learners=3, items=4)
    first, second, _third = Learner.objects.order_by("pk")
    attempt = Attempt.objects.get(learner=first)
    Hurried.objects.bulk_create(
        Hurried(response=response, attempt=attempt) for response in Response.objects.filter(learner=first)
    )

    found = calibrate(now=NOW)

    assert (found.responses, found.learners) == (8, 2)
    assert not Ability.objects.filter(learner=first).exists()
    assert Ability.objects.get(learner=second).n == 4


def test_nothing_to_calibrate_is_no_error() -> None:
    certification = make_certification()

    assert calibrate(now=NOW).responses == 0
    assert not is_due(certification, now=NOW)


def test_it_is_due_at_first_after_a_week_and_with_a_tenth_more() -> None:
    keys = ["A"]
    questions = make_bank(keys, 4)
    certification = questions[0].objective.certification
    load(questions, keys, [["A"]] * 10, mode=Mode.PRACTICE)
    assert is_due(certification, now=NOW)

    calibrate(now=NOW, certification=certification)
    assert not is_due(certification, now=NOW + 6 * DAY)
    assert is_due(certification, now=NOW + 7 * DAY)

    load(questions, keys, [["B"]], mode=Mode.PRACTICE)
    assert is_due(certification, now=NOW + DAY)
