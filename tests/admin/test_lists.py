"""Lists take as many queries for three rows as for one, and show what they should."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from questions.actions.dealing import Scope, start_practice
from questions.actions.publishing import publish, revise
from questions.items.words import Policy
from questions.models import Attempt, Question, Quiz, Ruling, User, Version
from tests.admin.forms import words
from tests.builders import NOW, make_certification, make_draft, make_question, make_quiz, make_user

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]


@pytest.fixture
def as_ada(ada: User) -> Client:
    client = Client()
    client.force_login(ada)
    return client


def practise(person: User, question: Question) -> Attempt:
    scope = Scope(question.objective.certification)
    return start_practice(person=person, scope=scope, count=5, token=uuid.uuid4(), seed=1, now=NOW)


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize(
    ("model", "queries"),
    [("certification", 6), ("domain", 7), ("objective", 7), ("question", 7), ("version", 8), ("quiz", 7)],
)
def test_lists_take_constant_queries(
    as_ivan: Client, django_assert_num_queries: Queries, model: str, queries: int, rows: int
) -> None:
    for _row in range(rows):
        make_quiz(make_question(make_certification(weights=(100,)).objectives.get()))

    with django_assert_num_queries(queries):
        page = as_ivan.get(reverse(f"admin:questions_{model}_changelist"))

    assert len(page.context["cl"].result_list) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_attempts_takes_constant_queries(
    as_ada: Client, django_assert_num_queries: Queries, rows: int
) -> None:
    for row in range(rows):
        question = make_question()
        practise(make_user(f"learner{row}@example.org"), question)

    with django_assert_num_queries(5):
        page = as_ada.get(reverse("admin:questions_attempt_changelist"))

    assert len(page.context["cl"].result_list) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_rulings_takes_constant_queries(
    as_ada: Client, ada: User, django_assert_num_queries: Queries, rows: int
) -> None:
    for _row in range(rows):
        version = make_question().versions.get()
        Ruling.objects.create(version=version, policy=Policy.DROP, reason="Ambiguous.", actor=ada, made_at=NOW)

    with django_assert_num_queries(4):
        page = as_ada.get(reverse("admin:questions_ruling_changelist"))

    assert len(page.context["cl"].result_list) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_the_form_of_a_draft_takes_constant_queries(
    as_ivan: Client, django_assert_num_queries: Queries, rows: int
) -> None:
    question = make_question(options=rows + 1)
    for _round in range(rows - 1):
        publish(version=revise(question=question, by=None), by=None, now=NOW)
    draft = revise(question=question, by=None)
    ContentType.objects.get_for_model(Version)

    with django_assert_num_queries(13):
        page = as_ivan.get(reverse("admin:questions_version_change", args=[draft.pk]))

    assert len(page.context["versions"]) == rows + 1


@pytest.mark.parametrize("rows", [1, 3])
def test_the_form_of_a_quiz_takes_constant_queries(
    as_ivan: Client, django_assert_num_queries: Queries, rows: int
) -> None:
    objective = make_certification().objectives.get(section="1.1")
    quiz = make_quiz(*(make_question(objective) for _row in range(rows)))
    ContentType.objects.get_for_model(Quiz)

    with django_assert_num_queries(7):
        page = as_ivan.get(reverse("admin:questions_quiz_change", args=[quiz.pk]))

    assert page.content.decode().count("related-lookup") >= rows


def listed(client: Client, **query: str) -> set[str]:
    page = client.get(reverse("admin:questions_version_changelist"), query)
    return {str(version) for version in page.context["cl"].result_list}


def test_the_bank_shows_the_newest_version_of_each_question(as_ivan: Client) -> None:
    question = make_question(code="A-1")
    make_draft(code="B-1")
    revise(question=question, by=None)

    assert listed(as_ivan) == {"A-1 v2", "B-1 v1"}
    assert listed(as_ivan, versions="all") == {"A-1 v1", "A-1 v2", "B-1 v1"}
    # A status asks for any version: what is published may have a draft above it.
    assert listed(as_ivan, status="published") == {"A-1 v1"}
    assert listed(as_ivan, status="draft") == {"A-1 v2", "B-1 v1"}


def test_the_bank_is_filtered_and_searched(as_ivan: Client) -> None:
    one, other = make_certification(), make_certification()
    first, second = one.objectives.order_by("section")
    make_question(first, code="A-1", difficulty="easy", sample=True, stem="About tensors?")
    make_question(second, code="A-2", keys=2, name="About gradients")
    make_draft(other.objectives.get(section="1.1"), code="B-1")

    assert listed(as_ivan, certification=str(one.pk)) == {"A-1 v1", "A-2 v1"}
    assert listed(as_ivan, certification=str(one.pk), objective=str(second.pk)) == {"A-2 v1"}
    assert listed(as_ivan, difficulty="easy") == {"A-1 v1"}
    assert listed(as_ivan, sample="True") == {"A-1 v1"}
    assert listed(as_ivan, sample="False") == {"A-2 v1", "B-1 v1"}
    assert listed(as_ivan, kind="multiple") == {"A-2 v1"}
    assert listed(as_ivan, q="TENSOR") == {"A-1 v1"}
    assert listed(as_ivan, q="gradients") == {"A-2 v1"}
    assert listed(as_ivan, q="b-1") == {"B-1 v1"}


def test_history_is_for_administrators_and_read_only(as_ada: Client, as_ivan: Client, ada: User) -> None:
    question = make_question()
    attempt = practise(make_user("learner@example.org", name="Lotte"), question)
    version = question.versions.get()
    ruling = Ruling.objects.create(version=version, policy=Policy.DROP, reason="Ambiguous.", actor=ada, made_at=NOW)

    for obj in (attempt, ruling):
        name = f"admin:questions_{obj._meta.model_name}"
        address = reverse(f"{name}_change", args=[obj.pk])
        page = as_ada.get(address)
        assert str(version) in words(page)
        assert 'name="_save"' not in page.content.decode()
        assert as_ada.post(address, {"name": "x"}).status_code == 403
        assert as_ada.get(reverse(f"{name}_delete", args=[obj.pk])).status_code == 403
        assert as_ada.get(reverse(f"{name}_add")).status_code == 403
        assert as_ivan.get(address).status_code == 403
        assert as_ivan.get(reverse(f"{name}_changelist")).status_code == 403


def test_an_administrator_may_do_all_of_this(as_ada: Client) -> None:
    assert Group.objects.filter(name="administrator").exists()
    for model in ("certification", "domain", "objective", "version", "quiz", "attempt", "ruling"):
        assert as_ada.get(reverse(f"admin:questions_{model}_changelist")).status_code == 200


def test_the_bank_is_usable_with_a_long_stem(as_ivan: Client) -> None:
    version = make_draft(name="", stem="word " * 3000)

    page = as_ivan.get(reverse("admin:questions_version_changelist"))

    assert len(page.content) < 60_000
    assert Version.objects.get() == version
