"""The pages that need no account."""

import re
import uuid
import xml.etree.ElementTree as ET
from decimal import Decimal

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from questions.actions.dealing import Scope, start_practice
from questions.models import Certification, Domain, Objective, Option, Trap, User
from tests.builders import NOW, make_certification, make_question, make_quiz

pytestmark = pytest.mark.django_db


def text(response: object) -> str:
    return re.sub(r"\s+", " ", response.content.decode())  # type: ignore[attr-defined]


def first(certification: Certification) -> Objective:
    return certification.objectives.get(section="1.1")


def make_trap(objective: Objective, claim: str) -> Trap:
    question = make_question(objective)
    uid = Option.objects.get(version__question=question, position=2).uid
    return Trap.objects.create(question=question, option_uid=uid, claim=claim, public_since=NOW)


# --- Home -------------------------------------------------------------------------------------------------------


def test_home_lists_certifications_and_asks_a_sample(client: Client) -> None:
    certification = make_certification("cert")
    make_question(first(certification), sample=True, code="Q1")
    make_question(first(certification))

    page = text(client.get("/"))

    assert 'href="/c/cert/">Certification cert</a>' in page
    assert "2 questions" in page
    assert "Last updated" in page
    assert "What does Q1 ask?" in page
    assert 'action="/c/cert/1.1-objective-1/sample/"' in page
    assert "<title>Examprep: certification practice that explains every answer</title>" in page
    assert not re.search("reason|temptation|takeaway", page)


def test_home_says_when_there_is_nothing_yet(client: Client) -> None:
    make_certification(published=False)

    page = text(client.get("/"))

    assert "No certifications are published yet." in page
    assert "Try a question" not in page


def test_home_goes_on_where_a_learner_left_off(as_lea: Client, lea: User) -> None:
    objective = first(make_certification())
    questions = [make_question(objective, sample=n == 1) for n in (1, 2)]
    scope = Scope(objective.certification, quiz=make_quiz(*questions, name="Two & more"))
    attempt = start_practice(person=lea, scope=scope, count=5, token=uuid.uuid4(), seed=7, now=NOW)

    page = text(as_lea.get("/"))

    assert "Two &amp; more</b> Question 1 of 2" in page
    assert f'href="{reverse("quiz-play", args=[attempt.pk, 1])}"' in page
    assert "Try a question" not in page


@pytest.mark.parametrize("rows", [1, 3])
def test_home_takes_five_queries_whatever_there_is(client: Client, rows: int, django_assert_num_queries) -> None:
    for _row in range(rows):
        make_question(sample=True)

    # Certifications, their counts; the sample, its options, its content.
    with django_assert_num_queries(5):
        client.get("/")


@pytest.mark.parametrize("rows", [1, 3])
def test_home_of_a_learner_takes_five_queries(as_lea: Client, lea: User, rows: int, django_assert_num_queries) -> None:
    for _row in range(rows):
        scope = Scope(make_question().objective.certification)
        start_practice(person=lea, scope=scope, count=5, token=uuid.uuid4(), seed=7, now=NOW)

    # Session, person; certifications, their counts; unfinished practices.
    with django_assert_num_queries(5):
        assert as_lea.get("/").content.count(b"Question 1 of 1") == rows


# --- Certification ----------------------------------------------------------------------------------------------


def test_a_certification_shows_its_facts_domains_objectives_and_quizzes(client: Client) -> None:
    certification = make_certification("cert", weights=[62, 38])
    certification.description = "About *this* exam."
    certification.notice = "Not <affiliated>."
    certification.save(update_fields=["description", "notice"])
    make_quiz(make_question(first(certification)), name="Ready-made")

    page = text(client.get("/c/cert/"))

    assert "<dd>50–60</dd>" in page
    assert "<dd>60 minutes</dd>" in page
    assert "<dd>Not published</dd>" in page
    assert "About <em>this</em> exam." in page
    assert '<meta name="description" content="About this exam.">' in page
    assert "Not &lt;affiliated&gt;." in page
    assert page.index(">62%<") < page.index(">38%<")
    assert '<rect width="62"' in page
    assert 'href="/c/cert/1.1-objective-1/"' in page
    assert "Ready-made" in page
    assert '<link rel="canonical" href="http://testserver/c/cert/">' in page


@pytest.mark.parametrize(("mark", "shown"), [("72.5", "72.5%"), ("60", "60%"), ("66.67", "66.67%"), ("100", "100%")])
def test_a_published_pass_mark_is_shown_as_exactly_as_it_is_known(client: Client, mark: str, shown: str) -> None:
    certification = make_certification("cert")
    certification.pass_mark = Decimal(mark)
    certification.save(update_fields=["pass_mark"])

    assert f"<dd>{shown}</dd>" in text(client.get("/c/cert/"))


def test_starting_without_an_account_leads_through_signing_in_to_the_same_choice(client: Client) -> None:
    quiz = make_quiz(make_question(first(make_certification("cert"))))
    page = text(client.get("/c/cert/"))
    assert 'method="get" action="/practice/"' in page
    assert f'name="quiz" value="{quiz.pk}"' in page

    reply = client.get(f"/practice/?certification=cert&quiz={quiz.pk}")

    assert reply.status_code == 302
    assert reply["Location"] == f"/account/login/?next=/practice/%3Fcertification%3Dcert%26quiz%3D{quiz.pk}"


def test_a_learner_starts_from_the_page_and_a_second_click_starts_nothing_more(as_lea: Client, lea: User) -> None:
    quiz = make_quiz(make_question(first(make_certification("cert"))))
    page = text(as_lea.get("/c/cert/"))
    tokens = re.findall(r'name="token" value="([^"]+)"', page)
    data = {"certification": "cert", "quiz": quiz.pk, "token": tokens[-1]}

    replies = [as_lea.post("/practice/", data) for _click in range(2)]

    assert len(set(tokens)) == 2
    assert [reply.status_code for reply in replies] == [303, 303]
    assert replies[0]["Location"] == replies[1]["Location"]


def test_an_unpublished_certification_exists_for_those_who_may_change_it_only(
    client: Client, lea: User, rita: User, ivan: User
) -> None:
    certification = make_certification("cert", published=False)
    Domain.objects.create(certification=certification, number=3, name="More", weight="0.01")
    addresses = ["/c/cert/", "/c/cert/1.1/", "/c/cert/1.1-objective-1/", "/c/cert/1.1/sample/"]

    for person in (None, lea, rita):
        if person:
            client.force_login(person)
        assert [client.get(address).status_code for address in addresses] == [404] * 4

    client.force_login(ivan)
    page = text(client.get("/c/cert/"))
    assert "This certification is not published." in page
    assert "add up to 100.01%" in page
    assert '<meta name="robots" content="noindex">' in page
    assert "/practice/?" not in page.split("<main")[1]
    assert "This certification is not published." in text(client.get(first(certification).get_absolute_url()))


@pytest.mark.parametrize("rows", [1, 3])
def test_a_certification_takes_five_queries_whatever_its_size(
    client: Client, rows: int, django_assert_num_queries
) -> None:
    certification = make_certification("cert", weights=[40, 30, 30])
    for number in range(1, rows + 1):
        question = make_question(certification.objectives.get(section=f"{number}.1"))
        make_quiz(question, code=f"quiz-{number}")

    # The certification; domains, objectives, counts, quizzes.
    with django_assert_num_queries(5):
        client.get("/c/cert/")


# --- Objective --------------------------------------------------------------------------------------------------


def test_an_objective_shows_its_title_its_description_and_how_to_practise_it(client: Client) -> None:
    objective = first(make_certification("cert"))
    objective.description = 'Know `a < b` & "more".'
    objective.save(update_fields=["description"])
    make_question(objective)

    page = text(client.get(objective.get_absolute_url()))

    assert '<h1 dir="auto">1.1 Objective 1</h1>' in page
    assert "<title> 1.1 Objective 1 – Certification cert – Examprep</title>" in page
    assert "<code>a &lt; b</code>" in page
    assert '<meta name="description" content="Know a &lt; b &amp; &quot;more&quot;.">' in page
    assert '<link rel="canonical" href="http://testserver/c/cert/1.1-objective-1/">' in page
    assert f'href="/practice/?certification=cert&amp;objective={objective.pk}">Practise this objective (1)</a>' in page


def test_an_objective_shows_traps_of_its_domain(client: Client) -> None:
    objective = first(make_certification("cert"))
    trap = make_trap(objective, "It is <so>.")
    code = trap.question.code

    page = text(client.get(objective.get_absolute_url()))

    assert "Answers that look right and are not" in page
    assert '<q class="claim" dir="auto">It is &lt;so&gt;.</q>' in page
    assert f"<b>Looks right because</b> temptation 2 of {code}." in page
    assert f"<b>Wrong because</b> reason 2 of {code}." in page
    # Nothing else of that question.
    assert not re.search(rf"What does {code}|(reason|temptation|Option) [134] of {code}|takeaway of {code}", page)


def test_without_traps_the_section_is_left_out(client: Client) -> None:
    objective = first(make_certification("cert"))
    make_question(objective)

    assert "Answers that look right" not in text(client.get(objective.get_absolute_url()))


@pytest.mark.parametrize("section", ["1.1", "1.1-", "1.1-another-title", "1.1-é"])
def test_an_objective_has_one_address(client: Client, section: str) -> None:
    make_certification("cert")

    reply = client.get(f"/c/cert/{section}/?a=1&b=%26")

    assert (reply.status_code, reply["Location"]) == (301, "/c/cert/1.1-objective-1/?a=1&b=%26")


@pytest.mark.parametrize("rows", [1, 3])
def test_an_objective_takes_eight_queries_whatever_there_is(
    client: Client, rows: int, django_assert_num_queries
) -> None:
    objective = first(make_certification("cert"))
    make_question(objective, sample=True)
    for _row in range(rows):
        make_trap(objective, "Claim")

    # The objective; the sample, its options, its content; traps, their texts; the count.
    with django_assert_num_queries(7):
        assert client.get(objective.get_absolute_url()).content.count(b"Claim") == rows


# --- All of them ------------------------------------------------------------------------------------------------

OPEN = ["/", "/c/cert/", "/c/cert/1.1-objective-1/", "/help/", "/privacy/", "/terms/", "/robots.txt", "/sitemap.xml"]


@pytest.mark.parametrize("address", OPEN)
@pytest.mark.parametrize("method", ["get", "head"])
def test_open_pages_need_no_account(client: Client, address: str, method: str) -> None:
    make_question(first(make_certification("cert")), sample=True)

    assert getattr(client, method)(address).status_code == 200


@pytest.mark.parametrize("address", OPEN)
def test_pages_to_read_take_no_posts(client: Client, address: str) -> None:
    make_certification("cert")

    assert client.post(address).status_code == 405


@pytest.mark.parametrize("address", [*OPEN, "/c/cert/1.1/"])
def test_pages_with_forms_are_kept_by_no_shared_cache(client: Client, lea: User, address: str) -> None:
    make_question(first(make_certification("cert")), sample=True)
    assert client.get(address)["Cache-Control"] == "private, no-cache"

    client.force_login(lea)

    assert client.get(address)["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "address", ["password/reset/", "password/reset/key/1-x/", "confirm-email/x/", "login/", "signup/"]
)
def test_pages_about_an_account_are_stored_nowhere(client: Client, address: str) -> None:
    assert "no-store" in client.get(f"/account/{address}")["Cache-Control"]


@pytest.mark.parametrize(
    "address",
    [
        "/c/none/", "/c/none/1.1/", "/c/cert/9.9/", "/c/cert/1/", "/c/cert/01.1/", "/c/cert/x/", "/c/cert/1.1.1.1/",
        "/c/cert/1.1%00/", "/c/cert/1.1%0A/", "/c/cert/%00/", "/c/c%00t/", "/c/é/", "/c/cert/١.١/", "/c/cert/1.1x/",
        f"/c/{'9' * 3000}/", f"/c/cert/{'9' * 3000}/", "/c/cert/9999999999.1/", "/c/cert/../", "/c/cert/1.1/x/",
        "/sitemap.xml?p=2", "/sitemap.xml?p=%00", f"/sitemap.xml?p={'9' * 5000}", "/c/cert/%ff/",
    ],
)  # fmt: skip
def test_addresses_of_nothing_are_not_found(client: Client, address: str) -> None:
    make_certification("cert")

    assert client.get(address).status_code == 404


@pytest.mark.parametrize("query", ["?answer=%00", "?answer=" + "9" * 5000, "?%00=%ff", "?p=-1", "?a=1&a=2#x"])
@pytest.mark.parametrize("address", OPEN[:6])
def test_odd_queries_change_nothing(client: Client, address: str, query: str) -> None:
    make_question(first(make_certification("cert")), sample=True)

    assert client.get(address + query).status_code == 200


@pytest.mark.parametrize("address", OPEN[:3])
def test_an_odd_cookie_changes_nothing(client: Client, address: str) -> None:
    make_question(first(make_certification("cert")), sample=True)
    client.cookies["samples"] = "\x00é:" * 9

    assert client.get(address).status_code == 200


# --- Search engines ---------------------------------------------------------------------------------------------


def test_the_sitemap_names_every_public_page_and_no_other(client: Client) -> None:
    make_certification("cert")
    make_certification("hidden", published=False)

    root = ET.fromstring(client.get("/sitemap.xml").content)  # noqa: S314 - our own

    assert [element.text for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")] == [
        f"http://testserver{path}"
        for path in (
            "/", "/help/", "/privacy/", "/terms/", "/c/cert/", "/c/cert/1.1-objective-1/", "/c/cert/2.1-objective-2/",
        )
    ]  # fmt: skip


def test_every_address_of_the_sitemap_is_a_page_that_may_be_kept(client: Client) -> None:
    make_question(first(make_certification("cert")), sample=True)
    root = ET.fromstring(client.get("/sitemap.xml").content)  # noqa: S314 - our own

    for element in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc"):
        page = client.get(str(element.text).removeprefix("http://testserver"))
        assert page.status_code == 200
        assert "noindex" not in text(page)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_sitemap_takes_four_queries_whatever_its_length(
    client: Client, rows: int, django_assert_num_queries
) -> None:
    for _row in range(rows):
        make_certification()

    # Count and rows, of certifications and of objectives.
    with django_assert_num_queries(4):
        client.get("/sitemap.xml")


def test_robots_are_kept_from_personal_pages_and_told_of_the_sitemap(client: Client) -> None:
    reply = client.get("/robots.txt")

    lines = reply.content.decode().splitlines()
    assert reply["Content-Type"] == "text/plain; charset=utf-8"
    assert {f"Disallow: /{name}/" for name in ("practice", "admin", "account", "preferences")} <= set(lines)
    assert "Sitemap: http://testserver/sitemap.xml" in lines


# --- When the database is away ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "status", "retry"), [(OperationalError, 503, "5"), (InterfaceError, 503, "5"), (ValueError, 500, None)]
)
def test_a_database_that_is_away_is_no_fault_of_the_program(
    fault: type[Exception], status: int, retry: str | None
) -> None:
    def away(*_args: object) -> None:
        raise fault

    with connection.execute_wrapper(away):
        reply = Client(raise_request_exception=False).get("/")

    assert (reply.status_code, reply.headers.get("Retry-After")) == (status, retry)
    assert reply["Cache-Control"] == "no-store"
    assert f"Error {status}" in text(reply)
