"""Which responses the statistics take, decided when they are written."""

import uuid

import pytest

from questions.actions.answering import Answer, left_out, record_response
from questions.items.words import Mode
from questions.models import Learner, Response, Sighting, Slot, User
from tests.builders import NOW, make_question
from tests.models.world import make_attempt

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, ""),
        ({"mode": Mode.MOCK}, ""),
        ({"mode": Mode.REVIEW}, "mode"),
        ({"mode": Mode.SAMPLE}, "mode"),
        ({"earlier": 1}, "repeat"),
        ({"sighted": True}, "seen"),
        ({"staff": True}, "staff"),
        ({"earlier": 2, "sighted": True, "staff": True}, "repeat"),
    ],
)
def test_only_first_meetings_of_learners_count(facts: dict[str, object], reason: str) -> None:
    fresh = {"mode": Mode.PRACTICE, "earlier": 0, "sighted": False, "staff": False}

    assert left_out(**{**fresh, **facts}) == reason  # type: ignore[arg-type]


def answer(slot: Slot, **extra: bool) -> Response:
    slot = Slot.objects.to_answer().get(pk=slot.pk)
    given = Answer(frozenset(slot.option_order[:1]))
    return record_response(slot=slot, answer=given, now=NOW, request_id=uuid.uuid4(), **extra).response


def test_the_second_time_and_staff_are_left_out(lea: User, ivan: User) -> None:
    question = make_question()
    responses = [answer(make_attempt(lea, question).slots.get()) for _time in range(2)]
    responses.append(answer(make_attempt(ivan, question).slots.get(), staff=True))

    for response in responses:
        response.refresh_from_db()
    assert [response.left_out for response in responses] == ["", "repeat", "staff"]


def test_a_rationale_seen_before_leaves_it_out(lea: User) -> None:
    question = make_question()
    Sighting.objects.create(learner=Learner.objects.of(lea), question=question, seen_at=NOW)

    assert answer(make_attempt(lea, question).slots.get()).left_out == "seen"
