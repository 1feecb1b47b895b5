"""Pages for instructors, without a browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from questions.models import Learner, Objective, Quiz, User
from questions.reports.insights.pseudonyms import pseudonym
from tests.builders import make_certification, make_question, make_quiz, make_user
from tests.reports.insights import learners, practise
from tests.reports.making import live, make_statistic

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]
PAGES = ("/insights/", "/insights/cert/", "/insights/cert/cohort/", "/insights/cert/responses.csv")


@pytest.fixture
def objective(db: None) -> Objective:
    return make_certification("cert").objectives.get(section="1.1")


@pytest.fixture
def as_ivan(client: Client, ivan: User) -> Client:
    """A browser in which the instructor is signed in."""
    client.force_login(ivan)
    return client


def filled(objective: Objective, count: int) -> Quiz:
    """So many questions with statistics, and learners who answered them."""
    questions = [make_question(objective) for _each in range(count)]
    for question in questions:
        make_statistic(live(question))
    quiz = make_quiz(*questions)
    for person in learners(count):
        practise(person, quiz, [True] * count, at=timezone.now())
    return quiz


@pytest.mark.parametrize("path", PAGES)
def test_visitors_are_asked_to_sign_in(client: Client, objective: Objective, path: str) -> None:
    response = client.get(path)

    assert (response.status_code, response["Location"]) == (302, f"/account/login/?next={path}")


@pytest.mark.parametrize("path", PAGES)
def test_for_a_learner_nothing_is_there(client: Client, lea: User, objective: Objective, path: str) -> None:
    client.force_login(lea)

    assert client.get(path).status_code == 404
    assert "/insights/" not in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["ivan", "rita", "ada"])
def test_instructors_reviewers_and_administrators_are_let_in(
    client: Client, request: pytest.FixtureRequest, objective: Objective, name: str
) -> None:
    client.force_login(request.getfixturevalue(name))

    assert [client.get(path).status_code for path in PAGES] == [302, 200, 200, 200]
    assert 'href="/insights/"' in client.get("/").content.decode()


def test_who_may_see_statistics_but_no_keys_gets_no_file(client: Client, objective: Objective) -> None:
    person = make_user("stat@example.org")
    person.user_permissions.add(Permission.objects.get(codename="view_itemstatistic"))
    filled(objective, 1)
    client.force_login(person)

    page = client.get("/insights/cert/")

    assert page.status_code == 200
    assert "responses.csv" not in page.content.decode()
    assert "/review/" not in page.content.decode()
    assert client.get("/insights/cert/responses.csv").status_code == 404


@pytest.mark.parametrize("path", [*PAGES[1:], "/insights/nowhere/"])
def test_only_reading_is_answered_and_unknown_ones_are_not_found(as_ivan: Client, path: str) -> None:
    assert as_ivan.get(path).status_code == 404
    assert as_ivan.post(path).status_code == 405


def test_several_certifications_are_listed(as_ivan: Client, objective: Objective) -> None:
    make_certification("other", published=False)

    text = as_ivan.get("/insights/").content.decode()

    assert 'href="/insights/cert/"' in text
    assert 'href="/insights/other/"' in text
    assert "Not published" in text


def test_empty_states_say_what_is_awaited(as_ivan: Client, objective: Objective) -> None:
    report = as_ivan.get("/insights/cert/").content.decode()
    cohort = as_ivan.get("/insights/cert/cohort/").content.decode()

    for said in ("Nothing to draw yet", "No question is published yet", "No fixed form yet", "Collecting"):
        assert said in report
    assert "Nobody practised in this period" in cohort
    assert as_ivan.get("/insights/").status_code == 302


def test_without_certifications_the_list_says_so(as_ivan: Client) -> None:
    assert "There is no certification yet." in as_ivan.get("/insights/").content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_report_takes_eleven_queries(
    as_ivan: Client, objective: Objective, django_assert_num_queries: Queries, count: int
) -> None:
    filled(objective, count)

    with django_assert_num_queries(11):
        response = as_ivan.get("/insights/cert/")

    assert response.content.decode().count("<title>Q-") == count


@pytest.mark.parametrize("count", [1, 3])
def test_the_cohort_takes_seven_queries(
    as_ivan: Client, objective: Objective, django_assert_num_queries: Queries, count: int
) -> None:
    filled(objective, count)

    with django_assert_num_queries(7):
        response = as_ivan.get("/insights/cert/cohort/")

    assert response.content.decode().count('class="learner"') == count


def test_names_are_for_administrators(client: Client, ivan: User, ada: User, objective: Objective, lea: User) -> None:
    practise(lea, make_quiz(make_question(objective)), [True], at=timezone.now())
    client.force_login(ivan)
    as_instructor = client.get("/insights/cert/cohort/?sort=name").content.decode()
    client.force_login(ada)
    as_administrator = client.get("/insights/cert/cohort/?sort=name").content.decode()

    shown = pseudonym(Learner.objects.of(lea).uid)
    assert shown in as_instructor
    assert ">Lea<" not in as_instructor
    # The order by name is not offered, and what was asked for is not obeyed.
    assert ">Name</a>" not in as_instructor
    assert ">Name</a>" in as_administrator
    assert ">Lea<" in as_administrator
    assert shown not in as_administrator


@pytest.mark.parametrize(
    "query", ["?days=x&sort=y&page=z", "?days=999&page=-1", "?page=99999999999&sort=", "?sort=%00"]
)
def test_whatever_makes_no_sense_is_as_if_it_had_not_been_said(
    as_ivan: Client, objective: Objective, query: str
) -> None:
    filled(objective, 1)

    for path in ("/insights/cert/", "/insights/cert/cohort/"):
        assert as_ivan.get(path + query).status_code == 200


def test_a_code_with_a_slash_leads_to_its_page(as_ivan: Client, objective: Objective) -> None:
    make_statistic(live(make_question(objective, code="Q/1")))

    text = as_ivan.get("/insights/cert/").content.decode()

    assert "<title>Q/1:" in text
    assert 'href="/review/Q/1/"' in text
    assert as_ivan.get("/review/Q/1/").status_code == 200


def test_the_file_is_streamed_under_a_name(as_ivan: Client, objective: Objective) -> None:
    filled(objective, 2)

    response = as_ivan.get("/insights/cert/responses.csv?days=30")

    assert response.streaming
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="cert-responses.csv"'
    assert "no-store" in response["Cache-Control"]
    assert len(response.getvalue().splitlines()) == 5


def test_an_unknown_period_is_no_file_of_another_one(as_ivan: Client, objective: Objective) -> None:
    assert as_ivan.get("/insights/cert/responses.csv?days=8").status_code == 400
