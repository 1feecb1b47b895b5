"""Simulated learners: facts as people's answers leave them, the same whenever the bank and the seed are the same."""

import datetime as dt
from collections import Counter, defaultdict
from typing import Any

import pytest
from django.db import transaction

from questions.actions.answering import Answer, left_out, record_response
from questions.actions.simulating import (
    MODELS,
    NothingToAnswerError,
    RealResponsesError,
    Simulated,
    Wish,
    real_responses,
    simulate,
    simulated_learners,
)
from questions.items.words import Difficulty, Mode, Reason
from questions.models import Attempt, Learner, Question, Response, User
from tests.builders import NOW, make_certification, make_question, make_quiz
from tests.models.world import make_attempt

pytestmark = pytest.mark.django_db

WISH = Wish(learners=12, seed=7, answers=40)
FACTS = (
    "learner__uid", "learner__user__email", "slot__attempt__token", "slot__attempt__name", "slot__attempt__quiz",
    "slot__attempt__seed", "slot__attempt__started_at", "slot__attempt__finished_at", "slot__attempt__blueprint",
    "slot__number", "slot__domain", "slot__option_order", "slot__reason", "question", "version", "chosen", "correct",
    "mode", "reason", "order_shown", "positions", "ruled_out", "confidence", "exposure", "rationale_seen",
    "milliseconds", "request_id", "answered_at", "left_out",
)  # fmt: skip


@pytest.fixture
def bank() -> list[Question]:
    """Thirty questions in two domains, some hard, some of multiple choice, some in a quiz."""
    certification = make_certification("exam", weights=(60, 40))
    first, second = certification.objectives.order_by("section")
    difficulties = [each.value for each in Difficulty]
    questions = [
        make_question(
            first if n % 5 < 3 else second,
            difficulty=difficulties[n % 3],
            keys=2 if n % 10 == 9 else 1,
            options=5 if n % 10 == 9 else 4,
            **({"choose_n": 2, "stem": "Which do they ask? Choose two."} if n % 10 == 9 else {}),
        )
        for n in range(30)
    ]
    make_quiz(*questions[:5])
    return questions


def run(wish: Wish = WISH, **how: Any) -> Simulated:
    return simulate(wish=wish, now=NOW, **how)


def facts() -> list[tuple[Any, ...]]:
    return list(Response.objects.order_by("learner__user__email", "answered_at", "slot").values_list(*FACTS))


def without_a_trace(wish: Wish = WISH, **how: Any) -> list[tuple[Any, ...]]:
    """The facts of a simulation that is rolled back."""
    with transaction.atomic():
        run(wish, **how)
        found = facts()
        transaction.set_rollback(True)
    return found


def test_the_same_seed_gives_the_same_responses_in_bulk_and_through_the_actions(bank: list[Question]) -> None:
    in_bulk = without_a_trace()

    assert len(in_bulk) > 300
    assert without_a_trace() == in_bulk
    assert without_a_trace(through_actions=True) == in_bulk


def test_another_seed_or_model_gives_others(bank: list[Question]) -> None:
    assert without_a_trace(Wish(learners=12, seed=8, answers=40)) != without_a_trace()
    assert without_a_trace(Wish(learners=12, seed=7, answers=40, model=MODELS["1pl"])) != without_a_trace()


def test_the_learners_are_learners_whom_nobody_can_be(bank: list[Question]) -> None:
    run()

    users = User.objects.filter(learner__isnull=False).order_by("email")
    assert [user.email for user in users] == [f"sim-{n:04}@example.invalid" for n in range(1, 13)]
    assert not any(user.has_usable_password() or user.is_staff for user in users)
    assert {group.name for user in users for group in user.groups.all()} == {"learner"}
    assert simulated_learners() == 12


def test_exposures_count_up_and_only_first_ones_count(bank: list[Question]) -> None:
    run(Wish(learners=6, seed=3, answers=80))

    met: dict[tuple[int, int], int] = defaultdict(int)
    for response in Response.objects.order_by("answered_at", "pk"):
        earlier = met[response.learner_id, response.question_id]
        met[response.learner_id, response.question_id] += 1
        assert response.exposure == earlier + 1
        assert response.rationale_seen == (earlier > 0)
        assert response.left_out == left_out(mode=response.mode, earlier=earlier, sighted=False, staff=False)
    assert max(met.values()) > 1


def test_attempts_follow_one_another_in_waking_hours_of_the_days_before_today(bank: list[Question]) -> None:
    run()

    for learner in Learner.objects.all():
        free = NOW - dt.timedelta(days=31)
        for attempt in learner.attempts.order_by("started_at"):
            times = list(Response.objects.filter(slot__attempt=attempt).values_list("answered_at", flat=True))
            assert free < attempt.started_at < min(times)
            assert max(times) < NOW.replace(hour=0)
            assert attempt.started_at.hour >= 7
            assert attempt.finished_at is None or attempt.finished_at >= max(times)
            free = max(times)


def test_mocks_are_one_fixed_form_by_blueprint_handed_in_as_a_whole(bank: list[Question]) -> None:
    run(Wish(learners=20, seed=7, answers=30))

    mocks = Attempt.objects.filter(mode=Mode.MOCK)
    forms = {tuple(mock.slots.order_by("number").values_list("version", flat=True)) for mock in mocks}
    assert len(mocks) > 3
    assert len(forms) == 1
    for mock in mocks:
        slots = mock.slots.select_related("response", "domain")
        assert Counter(slot.domain.number for slot in slots) == {1: 12, 2: 8}
        assert {slot.reason for slot in slots} == {Reason.BLUEPRINT}
        assert {slot.response.answered_at for slot in slots} == {mock.finished_at}
        assert {slot.response.left_out for slot in slots} == {""}


def test_practice_is_drawn_at_random_or_a_quiz_as_it_stands(bank: list[Question]) -> None:
    run()

    practice = Attempt.objects.filter(mode=Mode.PRACTICE)
    for attempt in practice.filter(quiz__isnull=False):
        assert list(attempt.slots.values_list("version__question", flat=True)) == [each.pk for each in bank[:5]]
    reasons = {(quiz is None, reason) for quiz, reason in practice.values_list("quiz", "slots__reason")}
    assert reasons == {(True, Reason.RANDOM), (False, Reason.PICKED)}


def test_choose_two_is_answered_by_two(bank: list[Question]) -> None:
    run()

    chosen = Response.objects.filter(version__choose_n=2).values_list("chosen", "mode")
    assert {len(each) for each, mode in chosen if mode == Mode.PRACTICE} == {2}


def test_the_able_do_better_and_the_hard_is_harder(bank: list[Question]) -> None:
    run(Wish(learners=60, seed=1, answers=30, defects=0))

    def share(**which: Any) -> float:
        verdicts = Response.objects.filter(left_out="", **which).values_list("correct", flat=True)
        return sum(verdicts) / len(verdicts)

    assert share(question__difficulty="easy") > share(question__difficulty="hard") + 0.1
    assert share(confidence="sure") > share(confidence="guess") + 0.2
    assert share(milliseconds__lt=2_000) < share(milliseconds__gte=2_000)


def test_faults_are_named_and_planted_in_single_choice_only(bank: list[Question]) -> None:
    done = run(Wish(learners=1, seed=7, defects=8))

    assert [done.learners, len(done.defects)] == [1, 8]
    assert Counter(fault.kind for fault in done.defects) == {
        "miskey": 2, "dead": 2, "ambiguous": 2, "strong-attracting": 2,
    }  # fmt: skip
    for fault in done.defects:
        version = Question.objects.get(code=fault.code).versions.get()
        option = version.options.get(uid=fault.option)
        assert version.kind == "single"
        assert (option.is_key, option.position, option.text) == (False, fault.place, fault.text)


def test_learners_take_the_option_of_a_miskey_for_the_key() -> None:
    question = make_question(difficulty="easy")

    (fault,) = run(Wish(learners=60, seed=7, answers=1, defects=1)).defects

    option = question.versions.get().options.get(uid=fault.option)
    taken = Response.objects.filter(chosen=[option.pk], left_out="")
    assert taken.count() > 2 * Response.objects.filter(correct=True, left_out="").count()


def test_more_learners_go_on_where_the_last_ones_ended(bank: list[Question]) -> None:
    together = without_a_trace()

    run(Wish(learners=5, seed=7, answers=40))
    run(Wish(learners=7, seed=7, answers=40))

    assert facts() == together


def test_real_learners_are_not_mixed_with_simulated_ones_unasked(bank: list[Question], lea: User) -> None:
    attempt = make_attempt(lea, bank[0])
    slot = attempt.slots.get()
    record_response(slot=slot, answer=Answer(frozenset(slot.option_order[:1])), now=NOW, request_id=attempt.token)

    with pytest.raises(RealResponsesError):
        run()

    assert Response.objects.count() == 1
    assert not real_responses(besides=[lea.email])
    run(among_real=True)
    assert Response.objects.count() > 300


def test_staff_who_try_the_questions_are_no_real_learners(bank: list[Question], ivan: User) -> None:
    attempt = make_attempt(ivan, bank[0])
    slot = attempt.slots.get()
    record_response(slot=slot, answer=Answer(frozenset(slot.option_order[:1])), now=NOW, request_id=attempt.token)

    assert not real_responses()


def test_without_published_questions_nothing_is_written() -> None:
    make_certification()

    with pytest.raises(NothingToAnswerError):
        run()

    assert simulated_learners() == 0


def test_a_certification_can_be_named(bank: list[Question]) -> None:
    other = make_question()

    run(Wish(learners=2, seed=1, certification=other.objective.certification.code, answers=3))

    assert set(Response.objects.values_list("question", flat=True)) == {other.pk}
