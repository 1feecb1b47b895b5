"""What the demo does once: a month of learners, unless somebody real has been there."""

import pytest
from django.core.management import call_command

from questions.actions.answering import Answer, record_response
from questions.actions.simulating import simulated_learners
from questions.management.demo import filling
from questions.models import Objective, Response, Run, User
from tests.builders import NOW, make_certification, make_question, make_user
from tests.models.world import make_attempt

# Each step commits by itself, as it does beside a demo.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small month: the real one is for `test_demo`."""
    monkeypatch.setattr(filling, "WAVES", (2, 3))
    monkeypatch.setattr(filling, "ANSWERS", 5)


@pytest.fixture
def sample() -> Objective:
    """A sample bank of one question."""
    objective = make_certification("nca-genm").objectives.get(section="1.1")
    make_question(objective)
    return objective


def answers(person: User, objective: Objective) -> None:
    attempt = make_attempt(person, make_question(objective))
    slot = attempt.slots.get()
    record_response(slot=slot, answer=Answer(frozenset(slot.option_order[:1])), now=NOW, request_id=attempt.token)


def test_a_month_is_made_once(sample: Objective) -> None:
    assert filling.is_wanted()

    call_command("demo_month")
    responses = Response.objects.count()
    call_command("demo_month")

    assert not filling.is_wanted()
    assert simulated_learners() == 3
    assert Response.objects.count() == responses > 0
    # A look after each wave: what the first finds in few responses, the second confirms.
    assert Run.objects.exclude(finished_at=None).count() == 2


def test_a_month_cut_off_after_its_first_wave_goes_on(sample: Objective) -> None:
    call_command("simulate_learners", learners=2, seed=1, answers_per_learner=5, verbosity=0)

    call_command("demo_month")

    assert simulated_learners() == 3
    assert not filling.is_wanted()


def test_without_the_sample_bank_there_is_no_month() -> None:
    make_question()

    call_command("demo_month")

    assert simulated_learners() == 0


def test_where_a_real_learner_has_answered_there_is_no_month(sample: Objective) -> None:
    answers(make_user("somebody@example.com", "learner"), sample)

    call_command("demo_month")

    assert simulated_learners() == 0


def test_the_demos_own_learner_is_no_reason_against_it(sample: Objective) -> None:
    answers(make_user("learner@example.org", "learner"), sample)

    call_command("demo_month")

    assert simulated_learners() == 3
