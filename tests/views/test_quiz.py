"""The learner's route through a quiz, without a browser."""

import re
import uuid
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from questions.actions.answering import Answer, WithdrawnError, record_response
from questions.actions.dealing import Scope, start_practice
from questions.actions.publishing import publish, revise, withdraw
from questions.models import Attempt, Response, Slot, User
from tests.builders import NOW, make_certification, make_question, make_quiz

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def attempt(lea: User) -> Attempt:
    """Lea's quiz of three questions."""
    objective = make_certification("cert").objectives.get(section="1.1")
    quiz = make_quiz(*(make_question(objective, code=f"Q{n}") for n in (1, 2, 3)))
    return start(lea, Scope(quiz.certification, quiz=quiz))


def start(person: User, scope: Scope, count: int = 10) -> Attempt:
    return start_practice(person=person, scope=scope, count=count, token=uuid.uuid4(), seed=7, now=NOW)


def slot_of(attempt: Attempt, number: int = 1) -> Slot:
    return attempt.slots.select_related("version").get(number=number)


def letters(slot: Slot, *, key: bool) -> list[str]:
    keys = set(slot.version.options.filter(is_key=True).values_list("pk", flat=True))
    return ["ABCDEFGH"[i] for i, pk in enumerate(slot.option_order) if (pk in keys) == key]


def without_tokens(page: bytes) -> bytes:
    return re.sub(rb'(name="csrfmiddlewaretoken" value=)"\w+"', rb"\1", page)


def answer(client: Client, slot: Slot, *chosen: str, headers: dict[str, str] | None = None, **extra: str) -> Any:
    url = reverse("quiz-answer", args=[slot.attempt_id, slot.number])
    return client.post(url, {"choice": chosen, **extra}, headers=headers)


def test_a_question_shows_its_options_in_the_order_dealt_and_no_rationale(as_lea: Client, attempt: Attempt) -> None:
    slot = slot_of(attempt)

    page = as_lea.get(reverse("quiz-play", args=[attempt.pk, 1])).content.decode()

    texts = {option.pk: option.text for option in slot.version.options.all()}
    places = [page.index(texts[pk]) for pk in slot.option_order]
    assert places == sorted(places)
    assert "reason" not in page
    assert "temptation" not in page


def test_an_answer_without_javascript_leads_back_to_the_question_with_its_verdict(
    as_lea: Client, attempt: Attempt
) -> None:
    slot = slot_of(attempt)

    sent = answer(as_lea, slot, letters(slot, key=True)[0], sure="sure", ms="1234")
    page = as_lea.get(sent["Location"]).content.decode()

    assert sent.status_code == 303
    assert ">Right.<" in page.replace("\n", "")
    assert all(f"reason {n} of Q1." in page for n in (1, 2, 3, 4))
    response = Response.objects.get()
    assert (response.correct, response.confidence, response.milliseconds, response.exposure) == (True, "sure", 1234, 1)
    assert response.positions == [slot.option_order.index(response.chosen[0]) + 1]


def test_an_answer_by_htmx_is_the_fragment_with_title_and_focus(as_lea: Client, attempt: Attempt) -> None:
    slot = slot_of(attempt)

    page = answer(as_lea, slot, letters(slot, key=False)[0], headers=HTMX).content.decode()

    assert page.split("</title>")[1].lstrip().startswith('<div id="question"')
    assert "<html" not in page
    assert "Not quite" in page.split("</title>")[0]
    assert "autofocus" in page


def test_nothing_chosen_is_refused_and_what_was_entered_stays(as_lea: Client, attempt: Attempt) -> None:
    sent = answer(as_lea, slot_of(attempt), out="B", sure="guess")

    page = sent.content.decode()
    assert sent.status_code == 422
    assert "There is a problem" in page
    assert 'name="out" value="B" checked' in page
    assert 'name="sure" value="guess" checked' in page
    assert Response.objects.count() == 0


@pytest.mark.parametrize("choice", ["Z", "A\x00", "", "AA", "Ä" * 1000])
def test_an_option_that_does_not_exist_is_refused(as_lea: Client, attempt: Attempt, choice: str) -> None:
    assert answer(as_lea, slot_of(attempt), choice).status_code == 422
    assert Response.objects.count() == 0


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        *(("1234", 1234), ("9" * 21, 3_600_000), ("9" * 5000, 3_600_000)),
        *(("", None), ("-1", None), ("1e9", None), ("\x00", None), ("x" * 50, None), ("٣" * 30, None)),
    ],
)
def test_nonsense_about_the_time_refuses_no_answer(
    as_lea: Client, attempt: Attempt, said: str, kept: int | None
) -> None:
    assert answer(as_lea, slot_of(attempt), "A", ms=said).status_code == 303
    assert Response.objects.get().milliseconds == kept


def test_two_answers_to_a_single_choice_are_refused(as_lea: Client, attempt: Attempt) -> None:
    assert answer(as_lea, slot_of(attempt), "A", "B").status_code == 422


def test_a_second_answer_gets_the_recorded_verdict_and_changes_nothing(as_lea: Client, attempt: Attempt) -> None:
    slot = slot_of(attempt)
    right, wrong = letters(slot, key=True)[0], letters(slot, key=False)[0]
    first = answer(as_lea, slot, wrong, headers=HTMX).content

    second = answer(as_lea, slot, right, headers=HTMX).content
    nothing = answer(as_lea, slot, headers=HTMX).content

    assert without_tokens(first) == without_tokens(second) == without_tokens(nothing)
    assert Response.objects.count() == 1


def test_a_stranger_finds_nothing(client: Client, mallory: User, attempt: Attempt) -> None:
    client.force_login(mallory)
    missing = client.get(reverse("quiz-play", args=[999_999, 1]))

    for name, args in [
        ("quiz-play", [attempt.pk, 1]), ("quiz-summary", [attempt.pk]), ("quiz-end", [attempt.pk]),
    ]:  # fmt: skip
        found = client.get(reverse(name, args=args))
        assert (found.status_code, len(found.content)) == (404, len(missing.content))
    for name, args in [
        ("quiz-answer", [attempt.pk, 1]), ("quiz-mark", [attempt.pk, 1]), ("quiz-end", [attempt.pk]),
        ("quiz-again", [attempt.pk]),
    ]:  # fmt: skip
        assert client.post(reverse(name, args=args), {"choice": "A"}).status_code == 404
    assert Response.objects.count() == 0
    attempt.refresh_from_db()
    assert attempt.finished_at is None


def test_signed_out_in_the_middle_the_choice_survives_signing_in(client: Client, lea: User, attempt: Attempt) -> None:
    sent = answer(client, slot_of(attempt), "C", sure="unsure", headers=HTMX)
    assert sent.status_code == 204
    where = sent["HX-Redirect"]
    client.force_login(lea)

    page = client.get(client.get(where)["Location"]).content.decode()

    assert where.startswith(reverse("account_login"))
    assert 'value="C" id="choice-C" checked' in page
    assert 'name="sure" value="unsure" checked' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("name", ["quiz-answer", "quiz-mark"])
def test_a_stale_token_leads_back_to_the_question_with_the_choice_kept(
    lea: User, attempt: Attempt, name: str, headers: dict[str, str]
) -> None:
    """As after signing in again in another tab, which renews the token of every tab."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea)
    form = {"choice": "B", "out": "C", "sure": "sure", "marked": "on", "csrfmiddlewaretoken": "x" * 64}

    sent = browser.post(reverse(name, args=[attempt.pk, 1]), form, headers=headers)
    page = browser.get(sent["HX-Redirect"] if headers else sent["Location"]).content.decode()

    assert sent.status_code == (204 if headers else 303)
    assert "Your choice is still here" in page
    assert 'value="B" id="choice-B" checked' in page
    assert 'name="out" value="C" checked' in page
    assert 'name="sure" value="sure" checked' in page
    assert not Response.objects.exists()
    assert not slot_of(attempt).marked


def test_other_forms_with_a_stale_token_are_refused(lea: User, attempt: Attempt) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lea)

    assert browser.post(reverse("quiz-end", args=[attempt.pk])).status_code == 403
    attempt.refresh_from_db()
    assert attempt.finished_at is None


@pytest.mark.parametrize(
    ("name", "number"), [("quiz-answer", [1]), ("quiz-mark", [1]), ("quiz-again", []), ("quiz-end", [])]
)
def test_signed_out_before_a_form_was_sent_signing_in_leads_to_a_page(
    client: Client, lea: User, attempt: Attempt, name: str, number: list[int]
) -> None:
    sent = client.post(reverse(name, args=[attempt.pk, *number]), {"choice": "B", "marked": "on"})
    client.force_login(lea)

    page = client.get(client.get(sent["Location"])["Location"], follow=True)

    assert page.status_code == 200
    if number:
        assert 'value="B" id="choice-B" checked' in page.content.decode()


def test_what_is_too_long_for_a_choice_is_not_kept(client: Client, attempt: Attempt) -> None:
    sent = answer(client, slot_of(attempt), "A" * 100_000, "B")

    assert parse_qs(urlsplit(sent["Location"]).query)["next"] == [
        reverse("quiz-play", args=[attempt.pk, 1]) + "?choice=B"
    ]


def test_signed_out_before_starting_what_was_picked_survives_signing_in(client: Client, lea: User) -> None:
    certification = make_certification("cert")
    make_certification("other")
    domain = certification.domains.get(number=2)
    form = {"certification": "cert", "domain": domain.pk, "count": "20", "token": uuid.uuid4()}

    sent = client.post(reverse("quiz-start"), form)
    client.force_login(lea)
    page = client.get(client.get(sent["Location"])["Location"]).content.decode()

    assert re.search(r'name="count" value="20"[^>]* checked', page)
    assert re.search(rf'name="domain" value="{domain.pk}"[^>]* checked', page)


def test_the_last_answer_ends_the_quiz_and_the_summary_lists_what_was_missed(as_lea: Client, attempt: Attempt) -> None:
    for number, key in ((1, True), (2, False), (3, True)):
        slot = slot_of(attempt, number)
        answer(as_lea, slot, letters(slot, key=key)[0])

    attempt.refresh_from_db()
    page = as_lea.get(reverse("quiz-summary", args=[attempt.pk])).content.decode()

    assert attempt.finished_at is not None
    assert "of 3 right" in page
    assert "reason 1 of Q2." in page
    assert "reason 1 of Q1." not in page


def test_the_missed_ones_can_be_practised_again_once_per_form(as_lea: Client, attempt: Attempt) -> None:
    for number, key in ((1, True), (2, False), (3, False)):
        slot = slot_of(attempt, number)
        answer(as_lea, slot, letters(slot, key=key)[0])
    token = str(uuid.uuid4())

    first = as_lea.post(reverse("quiz-again", args=[attempt.pk]), {"token": token})
    second = as_lea.post(reverse("quiz-again", args=[attempt.pk]), {"token": token})

    again = Attempt.objects.get(again_of=attempt)
    assert first["Location"] == second["Location"] == reverse("quiz-play", args=[again.pk, 1])
    assert [slot.version.question.code for slot in again.slots.all()] == ["Q2", "Q3"]
    slot = slot_of(again)
    answer(as_lea, slot, letters(slot, key=True)[0])
    response = Response.objects.get(slot=slot)
    assert (response.exposure, response.rationale_seen) == (2, True)


def test_ending_early_accepts_nothing_more(as_lea: Client, attempt: Attempt) -> None:
    url = reverse("quiz-end", args=[attempt.pk])
    assert "End this quiz?" in as_lea.get(url).content.decode()
    as_lea.post(url)
    as_lea.post(url)

    sent = answer(as_lea, slot_of(attempt), "A")

    assert sent["Location"] == reverse("quiz-summary", args=[attempt.pk])
    assert Response.objects.count() == 0
    assert "Nothing answered" in as_lea.get(sent["Location"]).content.decode()


def test_a_withdrawn_question_says_so_and_does_not_count(as_lea: Client, attempt: Attempt) -> None:
    slot = slot_of(attempt, 2)
    withdraw(version=slot.version, now=NOW)

    sent = answer(as_lea, slot, "A")
    page = as_lea.get(sent["Location"]).content.decode()
    for number in (1, 3):
        other = slot_of(attempt, number)
        answer(as_lea, other, letters(other, key=True)[0])

    assert "This question was withdrawn. It does not count." in page
    attempt.refresh_from_db()
    assert attempt.finished_at is not None
    summary = as_lea.get(reverse("quiz-summary", args=[attempt.pk])).content.decode()
    assert "of 2 right" in summary
    assert "1 question was withdrawn" in summary


def test_an_answer_that_comes_just_after_the_withdrawal_does_not_count(lea: User, attempt: Attempt) -> None:
    """The slot was read before: the database knows better."""
    slot = Slot.objects.to_answer().get(attempt=attempt, number=1)
    withdraw(version=slot.version, now=NOW)
    slot.version.status = "published"

    with pytest.raises(WithdrawnError):
        record_response(slot=slot, answer=Answer(frozenset(slot.option_order[:1])), now=NOW, request_id=uuid.uuid4())
    assert not Response.objects.exists()


def test_a_revision_leaves_an_answered_page_as_it_was(as_lea: Client, attempt: Attempt) -> None:
    slot = slot_of(attempt)
    answer(as_lea, slot, letters(slot, key=False)[0])
    url = reverse("quiz-play", args=[attempt.pk, 1])
    before = without_tokens(as_lea.get(url).content)

    draft = revise(question=slot.version.question, by=None)
    draft.stem = "Something else?"
    draft.save()
    draft.options.update(text="another text", because="another reason")
    for option in draft.options.all():
        option.text = f"another {option.position}"
        option.save()
    publish(version=draft, by=None, now=NOW)

    assert without_tokens(as_lea.get(url).content) == before


def test_a_mark_stays_and_says_its_state(as_lea: Client, attempt: Attempt) -> None:
    url = reverse("quiz-mark", args=[attempt.pk, 1])

    page = as_lea.post(url, {"marked": "on"}, headers=HTMX).content.decode()
    kept = as_lea.post(url, {"marked": "on", "choice": "B"})

    assert 'aria-pressed="true"' in page
    assert "<div" not in page
    assert slot_of(attempt).marked
    assert 'value="B" id="choice-B" checked' in as_lea.get(kept["Location"]).content.decode()


def test_without_javascript_marking_keeps_all_that_was_entered(as_lea: Client, attempt: Attempt) -> None:
    entered = {"marked": "on", "choice": "B", "out": ["C", "D"], "sure": "sure"}

    sent = as_lea.post(reverse("quiz-mark", args=[attempt.pk, 1]), entered)
    page = as_lea.get(sent["Location"]).content.decode()

    assert 'value="B" id="choice-B" checked' in page
    assert [letter for letter in "ABCD" if f'name="out" value="{letter}" checked' in page] == ["C", "D"]
    assert 'name="sure" value="sure" checked' in page


def test_the_summary_leads_back_to_what_was_marked(as_lea: Client, attempt: Attempt) -> None:
    as_lea.post(reverse("quiz-mark", args=[attempt.pk, 2]), {"marked": "on"})
    slot = slot_of(attempt, 2)
    answer(as_lea, slot, letters(slot, key=True)[0])

    page = as_lea.get(reverse("quiz-summary", args=[attempt.pk])).content.decode()

    marked = page[page.index("Marked for later") :]
    assert reverse("quiz-play", args=[attempt.pk, 2]) in marked
    assert reverse("quiz-play", args=[attempt.pk, 3]) not in marked


def test_all_domains_can_be_chosen_again(as_lea: Client, lea: User) -> None:
    make_question(make_certification("cert").objectives.get(section="1.1"))

    page = as_lea.get(reverse("quiz-start"), {"certification": "cert"}).content.decode()

    assert "All domains" in page


def test_choose_two_scores_only_the_exact_set_and_shows_the_partial(as_lea: Client, lea: User) -> None:
    question = make_question(keys=2, options=5, choose_n=2)
    attempt = start(lea, Scope(question.objective.certification))
    slot = slot_of(attempt)
    right, wrong = letters(slot, key=True), letters(slot, key=False)

    one = answer(as_lea, slot, right[0])
    page = answer(as_lea, slot, right[0], wrong[0], headers=HTMX).content.decode()

    assert one.status_code == 422
    assert "Choose 2 answers, you chose 1." in one.content.decode()
    assert "You judged 3 of 5 options rightly" in page
    assert not Response.objects.get().correct


@pytest.mark.parametrize("questions", [1, 3])
def test_answering_takes_the_same_few_queries(
    as_lea: Client, lea: User, questions: int, django_assert_num_queries: Any
) -> None:
    objective = make_certification().objectives.get(section="1.1")
    for _number in range(questions):
        make_question(objective)
    slot = slot_of(start(lea, Scope(objective.certification)))
    as_lea.get(reverse("quiz-play", args=[slot.attempt_id, 1]))

    key = letters(slot, key=True)[0]

    # Session, person, slot with progress, content (once a process), response; here the test's own savepoint (2) too.
    with django_assert_num_queries(7 + (questions == 1)):
        answer(as_lea, slot, key, headers=HTMX)


@pytest.mark.parametrize("questions", [1, 3])
def test_summary_takes_the_same_few_queries(
    as_lea: Client, lea: User, questions: int, django_assert_num_queries: Any
) -> None:
    objective = make_certification().objectives.get(section="1.1")
    for _number in range(questions):
        make_question(objective)
    attempt = start(lea, Scope(objective.certification))
    for number in range(1, questions + 1):
        slot = slot_of(attempt, number)
        answer(as_lea, slot, letters(slot, key=False)[0])

    with django_assert_num_queries(5):
        as_lea.get(reverse("quiz-summary", args=[attempt.pk]))


def test_starting_deals_unseen_questions_first_and_once_per_form(as_lea: Client, lea: User) -> None:
    objective = make_certification("cert").objectives.get(section="1.1")
    seen = make_question(objective)
    slot = slot_of(start(lea, Scope(objective.certification)))
    answer(as_lea, slot, "A")
    fresh = {make_question(objective).code for _number in range(5)}
    form = {"certification": "cert", "count": "5", "token": str(uuid.uuid4())}

    first, second = (as_lea.post(reverse("quiz-start"), form) for _time in range(2))

    attempt = Attempt.objects.latest("pk")
    assert first["Location"] == second["Location"] == reverse("quiz-play", args=[attempt.pk, 1])
    assert {slot.version.question.code for slot in attempt.slots.all()} == fresh
    assert seen.code not in fresh


def test_the_form_of_somebody_else_starts_an_attempt_of_ones_own(lea: User, mallory: User, client: Client) -> None:
    """As on a shared computer, where a page was opened before the other one signed in."""
    make_question(make_certification("cert").objectives.get(section="1.1"))
    form = {"certification": "cert", "count": "5", "token": str(uuid.uuid4())}
    found = []
    for person in (lea, mallory, lea):
        client.force_login(person)
        found.append(client.post(reverse("quiz-start"), form)["Location"])

    assert found[0] == found[2] != found[1]
    assert sorted(Attempt.objects.values_list("learner__user__email", flat=True)) == [lea.email, mallory.email]


def test_the_token_of_somebody_else_practises_ones_own_missed_questions_again(
    lea: User, mallory: User, client: Client
) -> None:
    question = make_question()
    token = str(uuid.uuid4())
    for person in (lea, mallory):
        client.force_login(person)
        slot = slot_of(start(person, Scope(question.objective.certification)))
        answer(client, slot, letters(slot, key=False)[0])
        sent = client.post(reverse("quiz-again", args=[slot.attempt_id]), {"token": token})
        assert Attempt.objects.get(again_of=slot.attempt_id).learner.user == person
        assert sent.status_code == 303


def test_starting_where_nothing_is_published_says_so(as_lea: Client) -> None:
    make_certification("empty")

    sent = as_lea.post(reverse("quiz-start"), {"certification": "empty", "count": "5"})

    assert sent.status_code == 422
    assert "No question is published there yet." in sent.content.decode()


def test_an_unpublished_certification_is_not_there(as_lea: Client) -> None:
    make_certification("secret", published=False)

    assert as_lea.get(reverse("quiz-start"), {"certification": "secret"}).status_code == 404
