"""The reviewer's pages, without a browser."""

import datetime as dt
import re
import uuid
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from questions.actions.flagging import decide_all, raise_flag
from questions.actions.publishing import publish
from questions.models import BlindSolve, Flag, FlagEvent, Question, User, Version
from questions.reports.quality.blind import blind_order
from tests.actions.flags import published_again
from tests.builders import NOW, make_certification, make_draft, make_question
from tests.reports.making import DEAD, MISKEYED, WORKING, judged, live, make_flagged, make_statistic

pytestmark = pytest.mark.django_db
QUEUE_QUERIES = 11
ITEM_QUERIES = 20
BLIND_QUERIES = 15


@pytest.fixture
def as_rita(client: Client, rita: User) -> Client:
    """A browser in which the reviewer is signed in."""
    client.force_login(rita)
    return client


@pytest.fixture
def question(db: None) -> Question:
    """A question with two dead options, C and D."""
    return make_flagged(code="Q-0341")


@pytest.fixture
def solved(question: Question, rita: User) -> Question:
    """The same, after the reviewer has solved it blind."""
    seen(question, rita)
    return question


def seen(question: Question, by: User) -> None:
    version = live(question)
    chosen = [option.pk for option in version.options.filter(is_key=True)]
    BlindSolve.objects.create(version=version, by=by, chosen=chosen, agrees=True, at=NOW)


def url(question: Question, name: str = "review-item", *args: str) -> str:
    return reverse(name, args=[question.code, *args])


def text_of(client: Client, path: str, **query: str) -> str:
    response = client.get(path, query)
    assert response.status_code == 200, response.status_code
    return re.sub(r"\s+", " ", response.content.decode())


def hidden(page: str) -> dict[str, str]:
    """The hidden fields of the page's last form."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))


def letter_of(client: Client, question: Question, *, key: bool) -> str:
    """What the blind page sends for the key, or for a wrong option."""
    page = text_of(client, url(question))
    texts = [option.text for option in live(question).options.all() if option.is_key == key]
    shown = re.findall(r'value="(\w)" id="choice.*?Option \d: </span><span[^>]*>([^<]*)</span>', page)
    return str(next(letter for letter, text in shown if text in texts))


# ---- the queue ----


def test_the_queue_says_which_question_needs_a_look_and_why(as_rita: Client, solved: Question) -> None:
    page = text_of(as_rita, "/review/")

    assert "Q-0341 · v1 · 530 first answers" in page
    assert "C and D are rarely chosen" in page
    assert 'aria-label="35% → 44% → 52% → 66% → 81%"' in page


@pytest.mark.parametrize("shares", [DEAD, MISKEYED])
def test_before_solving_the_queue_leads_nowhere(as_rita: Client, shares: Any) -> None:
    question = make_flagged(shares, code="Q-0341")

    for page in (text_of(as_rita, "/review/"), text_of(as_rita, url(question))):
        items = page[page.index('<ol class="items">') :].partition("</ol>")[0]
        assert "Answer first to see why it is here" in items
        assert 'class="reason n"' in items
        for words in ("key", "rarely", "chosen", "strong", "spark"):
            assert words not in items.replace("data-shortcut", ""), words


def test_the_worst_question_comes_first_and_each_once(as_rita: Client, rita: User) -> None:
    for code, shares in (("Q-1", DEAD), ("Q-2", MISKEYED), ("Q-3", DEAD)):
        make_flagged(shares, code=code)

    assert re.findall(r"(Q-\d) · v1", text_of(as_rita, "/review/")) == ["Q-2", "Q-1", "Q-3"]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_queue_takes_the_same_queries_whatever_it_holds(
    as_rita: Client, rows: int, django_assert_num_queries: Any
) -> None:
    for _row in range(rows):
        make_flagged()

    with django_assert_num_queries(QUEUE_QUERIES):
        as_rita.get("/review/")


def test_filters_show_counts_and_their_questions_only(as_rita: Client, rita: User, question: Question) -> None:
    make_flagged(MISKEYED, code="Q-BAD")

    page = text_of(as_rita, "/review/", show="key")

    assert re.findall(r">([A-Z][a-z ]+) <span class=\"num\">(\d)</span>", page) == [
        ("All", "2"),
        ("Key in doubt", "1"),
        ("Weak option", "1"),
    ]
    assert "Q-BAD" in page
    assert "Q-0341" not in page


def test_a_certification_of_its_own_and_the_order(as_rita: Client, question: Question) -> None:
    other = make_certification("other").objectives.get(section="1.1")
    make_flagged(DEAD, 200, objective=other, code="Q-OTHER")

    assert re.findall(r"(Q-\w+) · v1", text_of(as_rita, "/review/", certification="other")) == ["Q-OTHER"]
    assert re.findall(r"(Q-\w+) · v1", text_of(as_rita, "/review/", sort="learners")) == ["Q-0341", "Q-OTHER"]


def test_nonsense_in_the_address_is_as_if_it_were_not_there(as_rita: Client, question: Question) -> None:
    page = text_of(as_rita, "/review/", show="x", certification="y", sort="z", page="-7", search="\0")

    assert "Q-0341" in page


def test_searching_for_a_whole_code_opens_the_question(as_rita: Client, question: Question) -> None:
    calm = make_question(code="Q-CALM")

    assert as_rita.get("/review/", {"search": "q-calm"}).headers["Location"] == url(calm)
    assert "Q-0341" in text_of(as_rita, "/review/", search="034")
    assert "Nothing here." in text_of(as_rita, "/review/", search="nothing")


def test_an_empty_queue_says_how_many_questions_are_watched(as_rita: Client) -> None:
    make_question()

    page = text_of(as_rita, "/review/")

    assert "Nothing to review." in page
    assert "1 question watched." in page


def test_a_flag_with_few_answers_says_how_few(as_rita: Client, rita: User, ivan: User) -> None:
    question = make_question()
    make_statistic(live(question), WORKING, 40)
    raise_flag(version=live(question), by=ivan, now=NOW, request_id=uuid.uuid4())

    assert "Too few answers to judge yet (40 of 100)" in text_of(as_rita, "/review/", show="people")


def test_the_fifty_first_question_is_on_the_second_page(as_rita: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    first = make_flagged(objective=objective, code="Q-FIRST")
    flag = Flag.objects.filter(question=first)[0]
    for number in range(50):
        version = live(make_question(objective, code=f"Q-MORE-{number}"))
        Flag.objects.create(
            question=version.question, version=version, code="manual", gravity="high", state="open",
            rank=flag.rank + 1, raised_by=User.objects.get(), raised_at=NOW, changed_at=NOW,
        )  # fmt: skip

    assert "Q-FIRST" not in text_of(as_rita, "/review/")
    assert "Q-FIRST" in text_of(as_rita, "/review/", page="2")
    beside = as_rita.get(url(first), {"page": "2"})
    assert beside.context["earlier"].question.code.startswith("Q-MORE")


# ---- who may ----

PAGES = ["review-item", "review-solve", "review-flag"]


def every_url(question: Question) -> list[str]:
    steps = ("keep", "to-author", "revise", "withdraw", "note")
    return ["/review/", *(url(question, name) for name in PAGES), *(url(question, "review-decide", s) for s in steps)]


@pytest.mark.parametrize("method", ["get", "post"])
def test_to_a_learner_nothing_is_here(as_lea: Client, question: Question, method: str) -> None:
    for path in every_url(question):
        reply = getattr(as_lea, method)(path)
        assert reply.status_code == 404, path
        assert b"Option 1" not in reply.content


@pytest.mark.parametrize("method", ["get", "post"])
def test_signed_out_people_are_asked_to_sign_in(client: Client, question: Question, method: str) -> None:
    for path in every_url(question):
        reply = getattr(client, method)(path)
        assert reply.status_code == 302
        assert reply.headers["Location"].startswith("/account/login/")


def test_an_instructor_reads_and_edits_and_decides_nothing(client: Client, ivan: User, question: Question) -> None:
    client.force_login(ivan)

    page = text_of(client, url(question))

    assert "Edit question" in page
    assert "Who chooses what" in page
    for words in ("Withdraw now", "<dialog", "Flag option"):
        assert words not in page
    for path in every_url(question)[2:]:
        assert client.get(path).status_code == client.post(path).status_code == 404


def test_a_question_that_learners_never_met_is_not_there(as_rita: Client) -> None:
    assert as_rita.get("/review/Q-NONE/").status_code == 404
    assert as_rita.get("/review/Q-NONE/decide/keep/").status_code == 404


# ---- solving blind ----


def test_before_solving_nothing_betrays_the_key(as_rita: Client, question: Question) -> None:
    page = text_of(as_rita, url(question))

    assert "Answer first" in page
    detail = page[page.index('id="detail"') : page.index('aria-labelledby="queue-title"')]
    for words in ("reason", "temptation", "takeaway", "Correlation", "%", "rarely", "Wording", "chosen", "is-key"):
        assert words not in detail, words


def blind_form(client: Client, person: User, key: int) -> str:
    """The blind page of a question whose option ``key`` is right, without tokens and numbers."""
    draft = make_draft(make_certification("keys").objectives.get(section="1.1"), code="Q")
    for option in draft.options.all():
        option.is_key = option.position == key
        option.save()
    question = publish(version=draft, by=None, now=NOW).question
    page = text_of(client, url(question))
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|\d+', "", page[page.index('id="card"') :])


def test_the_page_is_the_same_whichever_option_is_the_key(
    as_rita: Client, rita: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key itself leaves no trace: make another option right, and nothing changes but tokens and ids."""
    # Ids differ from one to the next question, and with them the order.
    as_authored = lambda version, _who: [option.pk for option in version.options.all()]  # noqa: E731 - one line says it
    monkeypatch.setattr("questions.views.review.blind_order", as_authored)
    seen_pages = []
    for key in (1, 4):
        with transaction.atomic():
            seen_pages.append(blind_form(as_rita, rita, key))
            transaction.set_rollback(True)

    assert seen_pages[0] == seen_pages[1]


def test_everybody_meets_the_options_in_an_order_of_their_own(rita: User, ada: User, question: Question) -> None:
    version = live(make_question(options=8))

    assert blind_order(version, rita) == blind_order(version, rita) != blind_order(version, ada)
    assert sorted(blind_order(version, rita)) == [option.pk for option in version.options.all()]


def test_agreeing_shows_key_and_numbers(as_rita: Client, rita: User, question: Question) -> None:
    chosen = letter_of(as_rita, question, key=True)

    reply = as_rita.post(url(question, "review-solve"), {"version": live(question).pk, "choice": chosen, "do": "check"})

    assert (reply.status_code, reply.headers["Location"]) == (303, url(question))
    page = text_of(as_rita, url(question))
    assert "You agree with the key, A." in page
    assert "and chose A, as the key says" in page
    assert "Who chooses what" in page
    assert BlindSolve.objects.get(by=rita).agrees is True


def test_disagreeing_puts_the_key_in_doubt(as_rita: Client, rita: User, question: Question) -> None:
    chosen = letter_of(as_rita, question, key=False)
    data = {"version": live(question).pk, "choice": chosen, "do": "check", "note": "The manual says otherwise."}

    as_rita.post(url(question, "review-solve"), data)
    as_rita.post(url(question, "review-solve"), data)

    flag = Flag.objects.get(code="key_suspect")
    assert flag.state == "open"
    assert flag.events.get().by == rita
    page = text_of(as_rita, url(question))
    option = live(question).options.get(pk=BlindSolve.objects.get().chosen[0])
    letter = " ABCD"[option.position]
    assert f"You chose {letter}, the key is A: the question is now in the queue" in page
    assert f"and chose {letter}; the key is A." in page
    assert "The manual says otherwise." in page
    assert "The key is doubted" in text_of(as_rita, "/review/", show="key")


def test_options_have_no_letters_before_those_of_the_table(as_rita: Client, question: Question) -> None:
    page = text_of(as_rita, url(question))

    assert re.findall(r'class="letter" aria-hidden="true">(\w)<', page) == ["1", "2", "3", "4"]


def test_nothing_chosen_is_said_and_the_note_is_kept(as_rita: Client, question: Question) -> None:
    data = {"version": live(question).pk, "do": "check", "note": "Is it <two>?"}

    reply = as_rita.post(url(question, "review-solve"), data)

    assert reply.status_code == 422
    assert "Choose an answer." in reply.content.decode()
    assert escape("Is it <two>?") in reply.content.decode()
    assert not BlindSolve.objects.exists()


def test_skipping_shows_everything_and_says_so(as_rita: Client, rita: User, question: Question) -> None:
    as_rita.post(url(question, "review-solve"), {"version": live(question).pk, "do": "skip"})

    assert "Seen without solving." in text_of(as_rita, url(question))
    assert BlindSolve.objects.get(by=rita).agrees is None


def test_an_answer_to_a_version_that_was_replaced_does_not_count(as_rita: Client, question: Question) -> None:
    old = live(question).pk
    published_again(question)

    reply = as_rita.post(url(question, "review-solve"), {"version": old, "choice": "A", "do": "check"}, follow=True)

    assert "A new version was published meanwhile." in reply.content.decode()
    assert not BlindSolve.objects.exists()


def test_no_step_is_open_before_solving(as_rita: Client, question: Question) -> None:
    for path in every_url(question)[3:]:
        for reply in (as_rita.get(path), as_rita.post(path, {"note": "x", "request_id": uuid.uuid4()})):
            assert (reply.status_code, reply.headers["Location"]) == (303, url(question))
    assert not FlagEvent.objects.exclude(by=None).exists()


def test_coming_back_from_the_sign_in_shows_the_question(as_rita: Client, question: Question) -> None:
    assert as_rita.get(url(question, "review-solve")).headers["Location"] == url(question)


# ---- the page of a question ----


@pytest.mark.parametrize("rows", [1, 3])
def test_the_page_takes_the_same_queries_whatever_stands_in_the_queue(
    as_rita: Client, rita: User, rows: int, django_assert_num_queries: Any
) -> None:
    for _row in range(rows):
        question = make_flagged()
        raise_flag(version=live(question), by=rita, now=NOW, request_id=uuid.uuid4())
    seen(question, rita)
    as_rita.get(url(question))

    with django_assert_num_queries(ITEM_QUERIES):
        as_rita.get(url(question))


@pytest.mark.parametrize("rows", [1, 3])
def test_the_blind_page_takes_the_same_queries_too(as_rita: Client, rows: int, django_assert_num_queries: Any) -> None:
    for _row in range(rows):
        question = make_flagged()
    as_rita.get(url(question))

    with django_assert_num_queries(BLIND_QUERIES):
        as_rita.get(url(question))


def test_numbers_come_with_their_ranges(as_rita: Client, solved: Question) -> None:
    page = text_of(as_rita, url(solved))

    for words in ("First answers", ">530<", "Right first time", "56%<small>51–60", "Discrimination", "Never chosen"):
        assert words in page, words
    assert "D: never chosen." in page
    assert "was never chosen in 530 answers" in page


def test_rationales_are_at_hand_and_open_for_who_disagrees(as_rita: Client, rita: User, solved: Question) -> None:
    doubted = make_question()
    option = live(doubted).options.get(position=2)
    BlindSolve.objects.create(version=live(doubted), by=rita, chosen=[option.pk], agrees=False, at=NOW)

    agreed, disagreed = text_of(as_rita, url(solved)), text_of(as_rita, url(doubted))

    assert "<b>Wrong because</b> reason 2 of Q-0341." in agreed
    assert "Explanation of Q-0341." in agreed
    assert "<details open>" not in agreed
    assert "<details open>" in disagreed
    assert disagreed.index("Your answer") < disagreed.index(f"<b>Wrong because</b> {option.because}")


def test_neighbours_in_the_queue_are_linked(as_rita: Client, rita: User) -> None:
    worst, middle, last = (make_flagged(MISKEYED), make_flagged(DEAD), make_flagged(DEAD))
    for each in (worst, middle, last):
        seen(each, rita)

    context = as_rita.get(url(middle)).context

    assert (context["earlier"].question, context["later"].question) == (worst, last)
    assert as_rita.get(url(worst)).context["earlier"] is None
    assert as_rita.get(url(last)).context["later"] is None


def test_a_question_without_numbers_says_what_is_missing(as_rita: Client, rita: User) -> None:
    question = make_question()
    seen(question, rita)

    page = text_of(as_rita, url(question))

    assert "Too few answers to judge yet (0 of 100)." in page
    assert "about 100 more answers until this can be judged" in page
    assert "Statistics are shown from 30 answers up" in page


def test_before_and_after_are_compared(as_rita: Client, rita: User, question: Question) -> None:
    new = published_again(question)
    judged(new, WORKING, 410)
    seen(question, rita)

    page = text_of(as_rita, url(question))

    assert "Version 2 replaced version 1" in page
    assert "in wording 2" in page
    assert "within noise" not in page.partition("Right first time")[0]
    assert "D chosen by" in page


def test_a_code_with_odd_letters_has_a_page(as_rita: Client, rita: User) -> None:
    question = make_flagged(code="Ä & 1?#%")
    seen(question, rita)

    assert as_rita.get(url(question)).status_code == 200
    assert as_rita.get(url(question, "review-flag")).status_code == 200


# ---- flags ----


def flag_data(**extra: Any) -> dict[str, Any]:
    return {"option": "question", "why": "tells", "note": "Grammar.", "request_id": str(uuid.uuid4())} | extra


def test_a_flag_is_raised_once_however_often_it_is_sent(as_rita: Client, rita: User, solved: Question) -> None:
    option = live(solved).options.get(position=2)
    data = flag_data(option=str(option.uid))

    for _time in range(2):
        assert as_rita.post(url(solved, "review-flag"), data).status_code == 303

    flag = Flag.objects.get(code="manual")
    assert (flag.option_uid, flag.raised_by) == (option.uid, rita)
    assert flag.events.get().note == "It gives the answer away.\nGrammar."
    assert "Q-0341 was flagged: it waits for a review." in text_of(as_rita, url(solved))


def test_a_key_that_is_wrong_is_a_doubt_about_the_key(as_rita: Client, solved: Question) -> None:
    as_rita.post(url(solved, "review-flag"), flag_data(why="key"))

    assert Flag.objects.filter(code="key_suspect", gravity="high").count() == 1


@pytest.mark.parametrize(
    "wrong", [{"why": ""}, {"why": "other", "note": " "}, {"option": str(uuid.uuid4())}, {"note": "a\0b"}]
)
def test_a_flag_that_says_too_little_comes_back_as_it_was(
    as_rita: Client, solved: Question, wrong: dict[str, str]
) -> None:
    data = flag_data(note="Keep <this>.") | wrong

    reply = as_rita.post(url(solved, "review-flag"), data)

    assert reply.status_code == 422
    assert "There is a problem" in reply.content.decode()
    if "note" not in wrong:
        assert escape("Keep <this>.") in reply.content.decode()
    assert not Flag.objects.filter(code="manual").exists()


def test_the_flag_page_suggests_what_the_numbers_say(as_rita: Client, solved: Question) -> None:
    option = live(solved).options.get(position=4)

    form = as_rita.get(url(solved, "review-flag"), {"option": str(option.uid)}).context["form"]

    assert (form["option"].value(), form["why"].value()) == (str(option.uid), "dead")


# ---- decisions ----


def decide(client: Client, question: Question, step: str, **data: Any) -> Any:
    page = text_of(client, url(question, "review-decide", step))
    return client.post(url(question, "review-decide", step), hidden(page) | data)


def test_keeping_needs_a_reason_and_leads_to_the_next_question(as_rita: Client, rita: User, solved: Question) -> None:
    later = make_flagged(DEAD)

    assert decide(as_rita, solved, "keep", note=" ").status_code == 422
    reply = decide(as_rita, solved, "keep", note="Both are real mistakes.")

    assert (reply.status_code, reply.headers["Location"]) == (303, url(later))
    assert set(Flag.objects.filter(question=solved).values_list("state", flat=True)) == {"dismissed"}
    assert "Q-0341 was kept as it is." in text_of(as_rita, url(later))
    assert "Both are real mistakes." in text_of(as_rita, url(solved))


def test_a_revision_carries_a_note_for_each_option(as_rita: Client, solved: Question) -> None:
    option = live(solved).options.get(position=4)

    assert decide(as_rita, solved, "revise").status_code == 422
    reply = decide(as_rita, solved, "revise", **{f"option-{option.uid}": "Nobody takes it."})

    assert (reply.status_code, reply.headers["Location"]) == (303, url(solved))
    event = FlagEvent.objects.filter(decision="revise")[0]
    assert event.option_notes == {str(option.uid): "Nobody takes it."}
    page = text_of(as_rita, url(solved))
    assert "<b>D</b> Nobody takes it." in page
    assert "With the author" in page


def test_a_note_changes_nothing_else(as_rita: Client, solved: Question) -> None:
    before = list(Flag.objects.values_list("state", flat=True))

    reply = decide(as_rita, solved, "note", note="Ask Ivan.")

    assert reply.headers["Location"] == url(solved)
    assert list(Flag.objects.values_list("state", flat=True)) == before


def test_withdrawing_asks_first_and_takes_the_question_away(as_rita: Client, solved: Question) -> None:
    assert "This cannot be undone" in text_of(as_rita, url(solved, "review-decide", "withdraw"))
    assert live(solved).status == "published"

    decide(as_rita, solved, "withdraw", note="Wrong since June.")

    assert Version.objects.get(question=solved).status == "withdrawn"
    page = text_of(as_rita, url(solved))
    assert "Withdrawn" in page
    assert "Withdraw now" not in page
    assert "Q-0341 was withdrawn." in page
    assert re.search(r"Withdrawn by Rita[^.]* on \d+ \w+ \d{4}\. Learners no longer meet it", page)
    assert "Withdrew the question" in page
    assert "Closed by itself" not in page


def test_sending_a_decision_twice_decides_once(as_rita: Client, solved: Question) -> None:
    page = text_of(as_rita, url(solved, "review-decide", "to-author"))
    data = hidden(page) | {"note": "Please look."}

    for _time in range(2):
        assert as_rita.post(url(solved, "review-decide", "to-author"), data).status_code == 303

    flags = Flag.objects.filter(question=solved)
    assert FlagEvent.objects.filter(decision="to_author").count() == flags.count()


def test_who_was_overtaken_is_told_and_sees_theirs(as_rita: Client, ada: User, solved: Question) -> None:
    page = text_of(as_rita, url(solved, "review-decide", "keep"))
    now = NOW + dt.timedelta(hours=1)
    decide_all(question=solved, decision="to_author", note="Look.", by=ada, now=now, request_id=uuid.uuid4())

    reply = as_rita.post(url(solved, "review-decide", "keep"), hidden(page) | {"note": "Fine."}, follow=True)

    text = reply.content.decode()
    assert "Ada was faster: Flag to the author. “Look.”" in text
    assert reply.redirect_chain[0][0] == url(solved)
    assert "Fine." in text
    assert set(Flag.objects.filter(question=solved).values_list("state", flat=True)) == {"flagged"}


def test_a_decision_on_what_was_withdrawn_meanwhile_comes_back(as_rita: Client, ada: User, solved: Question) -> None:
    page = text_of(as_rita, url(solved, "review-decide", "keep"))
    decide_all(question=solved, decision="withdraw", by=ada, now=NOW, request_id=uuid.uuid4())

    reply = as_rita.post(url(solved, "review-decide", "keep"), hidden(page) | {"note": "Fine."}, follow=True)

    assert "Fine." in reply.content.decode()


def test_an_unknown_decision_is_not_there(as_rita: Client, solved: Question) -> None:
    assert as_rita.get(url(solved, "review-decide", "raised")).status_code == 404


def test_forged_states_change_nothing(as_rita: Client, solved: Question) -> None:
    data = {"note": "x", "request_id": str(uuid.uuid4()), "seen": "1:bogus x:open 99999999:open"}

    reply = as_rita.post(url(solved, "review-decide", "keep"), data)

    assert reply.status_code in {303, 422}
    assert set(Flag.objects.filter(question=solved).values_list("state", flat=True)) == {"open"}
