"""The written-out statement says what the ORM's query says."""

import uuid
from typing import Any

import pytest

from questions.actions.answering import Answer, record_response
from questions.actions.dealing import Scope, start_practice
from questions.actions.publishing import withdraw
from questions.models import Attempt, Learner, Sighting, Slot, User
from questions.models.dealt import ROWS, dealt_to
from tests.builders import NOW, make_certification, make_question

pytestmark = pytest.mark.django_db
PATHS = (
    "", "attempt", "attempt.certification", "version", "version.question", "version.question.objective",
    "version.question.objective.domain", "response",
)  # fmt: skip


def reach(slot: Slot, path: str) -> Any:
    found: Any = slot
    for step in filter(None, path.split(".")):
        found = getattr(found, step, None)
    return found


def everything(slot: Slot) -> list[Any]:
    """All that the statement reads, and the three annotations."""
    said: list[Any] = [slot.earlier, slot.sighted, slot.ticks, slot.last]
    for path, (_model, columns) in zip(PATHS, ROWS, strict=True):
        row = reach(slot, path)
        said.append(None if row is None else [getattr(row, column) for column in columns])
    return said


@pytest.fixture
def attempt(lea: User) -> Attempt:
    objective = make_certification().objectives.get(section="1.1")
    for number in range(3):
        make_question(objective, code=f"Q{number}")
    scope = Scope(objective.certification)
    return start_practice(person=lea, scope=scope, count=3, token=uuid.uuid4(), seed=1, now=NOW)


def test_both_say_the_same_of_open_answered_withdrawn_and_seen_slots(lea: User, attempt: Attempt) -> None:
    first, second, third = Slot.objects.to_answer().filter(attempt=attempt).order_by("number")
    answer = Answer(frozenset(first.option_order[:1]), frozenset(first.option_order[1:2]), "sure", 1200)
    record_response(slot=first, answer=answer, now=NOW, request_id=uuid.uuid4())
    withdraw(version=second.version, now=NOW)
    Sighting.objects.create(learner=Learner.objects.of(lea), question=third.version.question, seen_at=NOW)

    for number in (1, 2, 3):
        dealt = dealt_to(lea.pk, attempt.pk, number)
        assert dealt is not None
        assert everything(dealt) == everything(Slot.objects.of(lea).to_answer().get(attempt=attempt, number=number))
    assert [slot.last for slot in Slot.objects.to_answer().filter(attempt=attempt).order_by("number")] == [
        False, False, True,
    ]  # fmt: skip


def test_nobody_else_gets_it_and_no_number_breaks_it(lea: User, mallory: User, attempt: Attempt) -> None:
    assert dealt_to(lea.pk, attempt.pk, 1) is not None
    assert dealt_to(mallory.pk, attempt.pk, 1) is None
    assert dealt_to(None, attempt.pk, 1) is None
    assert dealt_to(lea.pk, attempt.pk, 4) is None
    assert dealt_to(lea.pk, 2**63, 2**63) is None


def test_it_takes_one_query_and_none_for_what_hangs_on_it(
    lea: User, attempt: Attempt, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        slot = dealt_to(lea.pk, attempt.pk, 1)
        assert slot is not None
        everything(slot)
        assert not hasattr(slot, "response")
