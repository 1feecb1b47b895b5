"""The free sample on an objective's page, with and without an account, with and without JavaScript."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from questions.actions.publishing import publish, revise, withdraw
from questions.actions.samples import COOKIE, Sample, ask_sample, seen_after, seen_in
from questions.models import Attempt, Learner, Objective, Response, Sighting, User, Version
from tests.builders import NOW, make_certification, make_question

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def version(db: None) -> Version:
    """The sample of objective 1.1, with its key as the first of four options."""
    objective = make_certification("cert").objectives.get(section="1.1")
    return make_question(objective, sample=True, code="Q1").versions.select_related("question__objective").get()


@pytest.fixture
def objective(version: Version) -> Objective:
    """Where the sample stands."""
    return version.question.objective


def ask(version: Version) -> Sample:
    return ask_sample(version=version, nonce=uuid.uuid4())


def letter(sample: Sample, position: int) -> str:
    """The letter under which the form shows the option authored at ``position``."""
    return "ABCDEFGH"[sample.order.index(sample.version.options.get(position=position).pk)]


def send(client: Client, sample: Sample, *choice: str, headers: Any = None, **extra: object) -> Any:
    objective = sample.version.question.objective
    url = reverse("sample-answer", args=[objective.certification.code, objective.slug])
    return client.post(url, {"token": sample.token, "choice": choice, **extra}, headers=headers)


def text(response: Any) -> str:
    return str(response.content.decode())


# --- Asking -----------------------------------------------------------------------------------------------------


def test_the_page_asks_the_sample_and_tells_nothing_of_its_answer(client: Client, objective: Objective) -> None:
    with CaptureQueriesContext(connection) as queries:
        page = text(client.get(objective.get_absolute_url()))

    assert "What does Q1 ask?" in page
    assert all(f"Option {n} of Q1" in page for n in (1, 2, 3, 4))
    assert not re.search("reason|temptation|takeaway|Explanation", page)
    read = " ".join(query["sql"] for query in queries)
    assert not re.search(r'"(explained|because|looks_right|takeaway|explanation)"', read)


def test_the_form_of_the_page_is_the_one_that_is_checked(client: Client, version: Version) -> None:
    page = text(client.get(version.question.objective.get_absolute_url()))
    [token] = re.findall(r'name="token" value="([^"]+)"', page)
    texts = re.findall(r"Option \d of Q1", page)
    right = "ABCD"[texts.index("Option 1 of Q1")]

    url = reverse("sample-answer", args=["cert", "1.1"])
    reply = client.post(url, {"token": token, "choice": right}, headers=HTMX)

    assert ">Right.<" in text(reply).replace("\n", "")
    assert re.findall(r"Option \d of Q1", text(reply)) == texts


def test_an_objective_without_a_sample_has_a_page_and_nothing_to_answer(client: Client) -> None:
    objective = make_certification("other").objectives.get(section="1.1")

    assert "Try a question" not in text(client.get(objective.get_absolute_url()))
    assert client.post(reverse("sample-answer", args=["other", "1.1"]), {"choice": "A"}).status_code == 404


@pytest.mark.parametrize("method", ["get", "head"])
def test_the_address_of_the_form_leads_to_the_page(client: Client, objective: Objective, method: str) -> None:
    reply = getattr(client, method)(reverse("sample-answer", args=["cert", "1.1"]))

    assert (reply.status_code, reply["Location"]) == (302, objective.get_absolute_url())


# --- Answering without an account -------------------------------------------------------------------------------


def test_without_javascript_the_verdict_is_a_page_of_its_own(client: Client, version: Version) -> None:
    sample = ask(version)

    sent = send(client, sample, letter(sample, 2))
    page = client.get(sent["Location"])

    assert sent.status_code == 303
    # A fragment would keep the browser from giving the focus to the verdict.
    assert re.fullmatch(r"/c/cert/1\.1-objective-1/\?answer=[^#]+", sent["Location"])
    verdict = f"Not quite. You chose {letter(sample, 2)}, the answer is {letter(sample, 1)}."
    assert verdict in text(page)
    assert all(f"reason {n} of Q1." in text(page) for n in (1, 2, 3, 4))
    assert "autofocus" in text(page)
    assert re.search(r"<title>\s*Not quite –\s*1\.1 Objective 1 – Certification cert – Examprep</title>", text(page))


def test_a_page_with_a_verdict_is_kept_by_no_cache_and_no_search_engine(client: Client, version: Version) -> None:
    page = client.get(send(client, ask(version), "A")["Location"])

    assert page["Cache-Control"] == "private, no-store"
    assert page["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in text(page)
    assert f'<link rel="canonical" href="http://testserver{version.question.objective.get_absolute_url()}">' in text(
        page
    )


def test_by_htmx_the_verdict_takes_the_place_of_the_form(client: Client, version: Version) -> None:
    sample = ask(version)

    reply = send(client, sample, letter(sample, 1), headers=HTMX)

    assert reply.status_code == 200
    assert text(reply).lstrip().startswith('<section id="sample"')
    assert "<html" not in text(reply)
    assert ">Right.<" in text(reply).replace("\n", "")
    assert "HX-Request" in reply["Vary"]


@pytest.mark.parametrize(("page", "title"), [("/c/cert/1.1-objective-1/", True), ("/", False)])
def test_by_htmx_the_objectives_page_takes_a_new_title_and_home_keeps_its_own(
    client: Client, version: Version, page: str, title: bool
) -> None:
    sample = ask(version)
    headers = HTMX | {"HX-Current-URL": f"http://testserver{page}"}

    reply = text(send(client, sample, letter(sample, 2), headers=headers))

    # From the root of the fragment only does htmx take a title.
    assert bool(re.match(r"\s*<title>\s*Not quite –\s*1\.1 Objective 1", reply)) == title
    assert ("<title>" in reply) == title


def test_without_an_account_nothing_is_stored(client: Client, version: Version) -> None:
    with CaptureQueriesContext(connection) as queries:
        send(client, ask(version), "A", headers=HTMX)

    assert not [query["sql"] for query in queries if not query["sql"].startswith("SELECT")]
    assert not Attempt.objects.exists()
    assert not Learner.objects.exists()


def test_a_cookie_remembers_what_was_seen(client: Client, version: Version) -> None:
    client.cookies[COOKIE] = seen_after("", 7)

    cookie = send(client, ask(version), "A").cookies[COOKIE]

    assert seen_in(cookie.value) == [7, version.question_id]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert cookie["max-age"] == 180 * 24 * 3600


def test_looking_sets_no_cookie_that_says_it_was_seen(client: Client, objective: Objective) -> None:
    assert COOKIE not in client.get(objective.get_absolute_url()).cookies


def test_the_answer_of_a_multiple_choice_is_the_exact_set(client: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    version = make_question(objective, sample=True, keys=2, choose_n=2).versions.get()
    sample = ask(version)
    right, half = [letter(sample, 1), letter(sample, 2)], [letter(sample, 1), letter(sample, 3)]

    assert ">Right.<" in text(send(client, sample, *right, headers=HTMX)).replace("\n", "")
    assert "You judged 2 of 4 options rightly" in text(send(client, sample, *half, headers=HTMX))


# --- Refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("headers", [None, HTMX])
def test_nothing_chosen_is_said_and_nothing_is_lost(client: Client, version: Version, headers: Any) -> None:
    sample = ask(version)

    reply = send(client, sample, out=["B", "D"], headers=headers)

    page = text(reply)
    assert reply.status_code == 422
    assert "There is a problem" in page
    assert "Choose an answer." in page
    assert f'name="token" value="{sample.token}"' in page
    order = [f"Option {version.options.get(pk=pk).position} of Q1" for pk in sample.order]
    assert re.findall(r"Option \d of Q1", page) == order
    assert re.findall(r'name="out" value="(.)" checked', page) == ["B", "D"]
    assert not re.search("reason|temptation|takeaway", page)
    assert COOKIE not in reply.cookies


def test_the_title_of_a_refusal_says_so(client: Client, version: Version) -> None:
    assert re.search(r"<title>\s*Error:\s+1\.1 Objective 1", text(send(client, ask(version))))


@pytest.mark.parametrize("choice", ["Z", "a", "A\x00", "\x00", "é" * 3000, "-1"])
def test_an_option_that_does_not_exist_is_refused(client: Client, version: Version, choice: str) -> None:
    assert send(client, ask(version), choice).status_code == 422


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "\x00", "é" * 3000])
def test_a_form_that_is_not_ours_is_answered_with_a_new_one(client: Client, version: Version, token: str) -> None:
    reply = client.post(reverse("sample-answer", args=["cert", "1.1"]), {"token": token, "choice": "A"})

    assert reply.status_code == 422
    assert "This form was out of date" in text(reply)
    assert "What does Q1 ask?" in text(reply)
    assert not re.search("reason|temptation|takeaway", text(reply))
    assert COOKIE not in reply.cookies


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_form_of_a_former_wording_is_answered_with_the_new_wording(
    client: Client, lea: User, version: Version, signed_in: bool
) -> None:
    sample = ask(version)
    draft = revise(question=version.question, by=None)
    draft.stem = "What does it ask now?"
    draft.save(update_fields=["stem"])
    publish(version=draft, by=None, now=NOW)
    if signed_in:
        client.force_login(lea)

    reply = send(client, sample, "A")

    assert reply.status_code == 422
    assert "This form was out of date" in text(reply)
    assert "What does it ask now?" in text(reply)
    assert not Response.objects.exists()


def test_a_withdrawn_sample_is_gone(client: Client, version: Version) -> None:
    sample = ask(version)
    withdraw(version=version, now=NOW)

    assert send(client, sample, "A").status_code == 404


@pytest.mark.parametrize("answer", ["", "x", "a:b:c", "\x00", "é" * 3000])
def test_a_link_that_is_not_ours_shows_the_question(client: Client, objective: Objective, answer: str) -> None:
    page = text(client.get(objective.get_absolute_url(), {"answer": answer}))

    assert "Check answer" in page
    assert not re.search("reason|temptation|takeaway", page)


def test_the_token_of_a_question_is_no_link_to_its_verdict(client: Client, version: Version) -> None:
    page = text(client.get(version.question.objective.get_absolute_url(), {"answer": ask(version).token}))

    assert not re.search("reason|temptation|takeaway", page)


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, objective: Objective, method: str) -> None:
    assert getattr(client, method)(reverse("sample-answer", args=["cert", "1.1"])).status_code == 405


def test_a_form_from_elsewhere_is_refused(version: Version) -> None:
    client = Client(enforce_csrf_checks=True)

    assert send(client, ask(version), "A").status_code == 403


# --- Answering with an account ----------------------------------------------------------------------------------


def test_with_an_account_the_answer_is_recorded(as_lea: Client, lea: User, version: Version) -> None:
    sample = ask(version)

    sent = send(as_lea, sample, letter(sample, 2), out=letter(sample, 3), sure="guess", ms="1200")

    response = Response.objects.get()
    assert sent.status_code == 303
    assert response.learner.user == lea
    assert (response.correct, response.mode, response.confidence, response.milliseconds) == (
        False, "sample", "guess", 1200,
    )  # fmt: skip
    assert response.order_shown == list(sample.order)
    assert response.request_id
    assert COOKIE not in sent.cookies


@pytest.mark.parametrize("headers", [None, HTMX])
def test_a_repeat_gets_the_recorded_verdict(as_lea: Client, version: Version, headers: Any) -> None:
    sample = ask(version)
    wrong, right = letter(sample, 2), letter(sample, 1)
    send(as_lea, sample, wrong, headers=headers)

    reply = send(as_lea, sample, right, headers=headers)

    page = text(reply) if headers else text(as_lea.get(reply["Location"]))
    assert f"Not quite. You chose {wrong}" in page
    assert Response.objects.count() == 1


def test_one_persons_form_says_nothing_about_anothers_answer(
    client: Client, lea: User, mallory: User, version: Version
) -> None:
    sample = ask(version)
    client.force_login(lea)
    send(client, sample, letter(sample, 2))
    client.force_login(mallory)

    reply = send(client, sample, letter(sample, 1), headers=HTMX)

    assert ">Right.<" in text(reply).replace("\n", "")
    assert Response.objects.count() == 2


def test_an_answer_given_before_signing_in_is_recorded_after_it(as_lea: Client, version: Version) -> None:
    page = text(Client().get(version.question.objective.get_absolute_url()))
    [token] = re.findall(r'name="token" value="([^"]+)"', page)

    as_lea.post(reverse("sample-answer", args=["cert", "1.1"]), {"token": token, "choice": "A"})

    assert Response.objects.count() == 1
    assert not Sighting.objects.exists()


def test_how_sure_one_is_is_asked_where_it_is_kept(client: Client, lea: User, objective: Objective) -> None:
    assert "How sure are you?" not in text(client.get(objective.get_absolute_url()))

    client.force_login(lea)
    page = text(client.get(objective.get_absolute_url()))

    assert re.findall(r'name="sure" value="(\w+)"', page) == ["guess", "unsure", "sure"]


# --- Cost -------------------------------------------------------------------------------------------------------


def test_an_answer_without_an_account_takes_five_queries(
    client: Client, version: Version, django_assert_num_queries
) -> None:
    sample = ask(version)
    choice = letter(sample, 2)

    # Objective, version, options, both contents; the rest of the page is not read.
    with django_assert_num_queries(5):
        send(client, sample, choice)
