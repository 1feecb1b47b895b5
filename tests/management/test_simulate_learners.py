"""`manage.py simulate_learners`: what it prints, and what it refuses in a line."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from questions.actions.answering import Answer, record_response
from questions.models import Response, User
from tests.builders import NOW, make_certification, make_question
from tests.models.world import make_attempt

pytestmark = pytest.mark.django_db


def simulate(*arguments: str) -> str:
    out = io.StringIO()
    call_command(
        "simulate_learners", "--learners", "3", "--seed", "5", "--answers-per-learner", "4", *arguments, stdout=out
    )
    return out.getvalue()


def test_it_says_what_it_wrote_and_which_faults_it_planted() -> None:
    question = make_question()

    lines = simulate("--defects", "1").splitlines()

    assert lines[0].startswith("3 learners, ")
    assert f" {Response.objects.count()} responses in " in lines[0]
    assert lines[1] == "1 question has a planted fault:"
    assert lines[2].split()[:3] == [question.code, "miskey", "option"]
    assert lines[2].endswith("another option is what learners know to be right")


def test_it_says_the_same_as_json() -> None:
    question = make_question()

    said = json.loads(simulate("--defects", "1", "--json"))

    (fault,) = said["defects"]
    option = question.versions.get().options.get(uid=fault["option"])
    assert {name: said[name] for name in ("learners", "responses")} == {
        "learners": 3,
        "responses": Response.objects.count(),
    }
    assert fault == {
        "code": question.code, "kind": "miskey", "option": str(option.uid), "place": option.position,
        "text": option.text,
    }  # fmt: skip


def test_none_plants_nothing() -> None:
    make_question()

    assert json.loads(simulate("--defects", "none", "--json"))["defects"] == []


@pytest.mark.parametrize("way", [[], ["--through-actions"], ["--model", "1pl"], ["--days", "3"]])
def test_each_way_leaves_responses(way: list[str]) -> None:
    make_question()

    simulate(*way)

    assert Response.objects.filter(learner__user__email="sim-0001@example.invalid").exists()


def test_where_nothing_is_published_it_says_so() -> None:
    make_certification()

    with pytest.raises(CommandError, match="no published question"):
        simulate()


def test_where_real_learners_have_answered_it_asks_for_a_yes(lea: User) -> None:
    attempt = make_attempt(lea, make_question())
    slot = attempt.slots.get()
    record_response(slot=slot, answer=Answer(frozenset(slot.option_order[:1])), now=NOW, request_id=attempt.token)

    with pytest.raises(CommandError, match=r"Real learners have answered in this database\. --yes adds"):
        simulate()
    simulate("--yes")

    assert Response.objects.count() > 1


@pytest.mark.parametrize(
    "arguments",
    [["--learners", "0"], ["--days", "many"], ["--defects", "-1"], ["--defects", "all"], ["--model", "2pl"]],
)
def test_what_is_no_number_or_model_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError, match="argument --"):
        simulate(*arguments)
