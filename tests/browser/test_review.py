"""A reviewer's way in a browser: solve, doubt, flag; the author revises; new answers tell."""

import datetime as dt
import re

import pytest
from playwright.sync_api import Page, expect

from questions.actions.publishing import publish, revise
from questions.models import BlindSolve, Flag, Question, User, Version
from tests.browser.conftest import Visit, Visitor
from tests.builders import NOW, make_certification
from tests.reports.making import DEAD, MISKEYED, WORKING, judged, live, make_flagged


@pytest.fixture
def queue(transactional_db: None) -> list[Question]:
    """Three questions, the worst first."""
    objective = make_certification("cert").objectives.get(section="1.1")
    shares = {"Q-0001": MISKEYED, "Q-0002": DEAD, "Q-0003": DEAD}
    return [make_flagged(of, code=code, objective=objective) for code, of in shares.items()]


@pytest.fixture
def reviewer(visit: Visit, rita: User) -> Visitor:
    window = visit()
    window.sign_in(rita)
    return window


def solve(by: User, *questions: Question) -> None:
    for question in questions:
        version = live(question)
        chosen = [option.pk for option in version.options.filter(is_key=True)]
        BlindSolve.objects.create(version=version, by=by, chosen=chosen, agrees=True, at=NOW)


def state_of(question: Question, code: str) -> str:
    return Flag.objects.filter(question=question, code=code).values_list("state", flat=True)[0]


def choose(page: Page, text: str) -> None:
    page.locator("label.pick", has_text=text).click()


def test_a_doubted_key_is_revised_and_new_answers_resolve_it(
    visit: Visit, reviewer: Visitor, rita: User, ivan: User, queue: list[Question]
) -> None:
    question = queue[0]
    page = reviewer.open("/review/")
    page.get_by_role("link", name=re.compile("Q-0001")).click()

    # Blind: no number, no key; the reviewer takes what the able take.
    expect(page.get_by_text("Answer first: key and numbers")).to_be_visible()
    expect(page.locator("table.opts")).to_have_count(0)
    choose(page, "Option 2 of Q-0001")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("You chose B, the key is A")).to_be_visible()
    expect(page.locator(".opts tr.bad").first).to_be_visible()
    expect(page.get_by_text("The key is doubted").first).to_be_visible()

    # The author is asked, with a note for an option.
    page.get_by_role("link", name="Ask for a revision").click()
    page.get_by_label("B: Option 2 of Q-0001").fill("This is right: make it the key.")
    page.get_by_role("button", name="Ask for the revision").click()
    expect(page.get_by_text("A revision of Q-0001 was asked for.")).to_be_visible()
    assert set(Flag.objects.filter(question=question).values_list("state", flat=True)) == {"flagged"}

    # The author reads it and revises.
    author = visit()
    author.sign_in(ivan)
    author.open("/review/Q-0001/")
    expect(author.page.get_by_text("This is right: make it the key.").first).to_be_visible()
    expect(author.page.get_by_role("link", name="Edit question")).to_be_visible()
    expect(author.page.get_by_role("link", name="Withdraw now")).to_have_count(0)
    draft = revise(question=question, by=ivan)
    for option in draft.options.all():
        option.is_key = option.position == 2
        option.looks_right = "" if option.is_key else "it sounds right."
        option.save()
    later = NOW + dt.timedelta(days=1)
    new = publish(version=Version.objects.get(pk=draft.pk), by=ivan, now=later)
    assert set(Flag.objects.filter(question=question).values_list("state", flat=True)) == {"watching"}

    # New answers: the able take the key.
    judged(new, {1: WORKING[2], 2: WORKING[1], 3: WORKING[3], 4: WORKING[4]}, 410)
    assert state_of(question, "POSSIBLE_MISKEY") == "resolved"
    author.open("/review/Q-0001/")
    expect(author.page.get_by_text("Before and after the last revision")).to_be_visible()
    expect(author.page.get_by_text("New responses clear it").first).to_be_visible()


def test_a_flag_that_was_kept_comes_back_with_twice_the_answers(
    reviewer: Visitor, rita: User, queue: list[Question]
) -> None:
    question = queue[1]
    solve(rita, question)
    page = reviewer.open("/review/Q-0002/")

    page.get_by_role("link", name="Keep", exact=True).click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("textarea:invalid")).to_have_count(1)
    page.get_by_label("Why it stays as it is").fill("Both are real mistakes.")
    page.get_by_role("button", name="Keep it").click()

    # On to the next one; the kept one has left the queue.
    expect(page).to_have_url(re.compile("/review/Q-0003/$"))
    expect(page.locator(".queue")).not_to_contain_text("Q-0002")
    assert state_of(question, "NEVER_CHOSEN") == "dismissed"

    # Twice as many answers, and it is as bad.
    judged(live(question), DEAD, 1_100)
    assert state_of(question, "NEVER_CHOSEN") == "open"
    expect(reviewer.open("/review/").locator(".items")).to_contain_text("Q-0002")
    expect(reviewer.open("/review/Q-0002/").get_by_text("Reopened").first).to_be_visible()


def test_a_flag_that_was_kept_comes_back_when_it_gets_worse(
    reviewer: Visitor, rita: User, transactional_db: None
) -> None:
    # One dead option is of low gravity, two of one question are of medium.
    question = make_flagged({**DEAD, 3: (0.2, 0.16, 0.14, 0.1, 0.06)}, 530, code="Q-0009")
    solve(rita, question)
    page = reviewer.open("/review/Q-0009/decide/keep/")
    page.get_by_label("Why it stays as it is").fill("Known to be easy.")
    page.get_by_role("button", name="Keep it").click()
    expect(reviewer.open("/review/").get_by_text("Nothing to review.")).to_be_visible()
    assert Flag.objects.get().gravity == "low"

    judged(live(question), DEAD, 600)

    expect(reviewer.open("/review/").locator(".items")).to_contain_text("C and D are rarely chosen")
    expect(reviewer.open("/review/Q-0009/").get_by_text("Reopened").first).to_be_visible()


def test_keys_go_through_the_queue_flag_and_edit(reviewer: Visitor, rita: User, queue: list[Question]) -> None:
    solve(rita, *queue)
    page = reviewer.open("/review/Q-0001/")

    page.keyboard.press("j")
    expect(page).to_have_url(re.compile("/review/Q-0002/$"))
    page.keyboard.press("k")
    expect(page).to_have_url(re.compile("/review/Q-0001/$"))
    page.keyboard.press("?")
    expect(page.locator("#keyboard")).to_be_focused()
    page.keyboard.press("f")
    expect(page.get_by_role("dialog")).to_be_visible()
    # Keys rest while the dialog is open.
    page.keyboard.press("j")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("button", name=re.compile("^Flag"))).to_be_focused()


def test_keys_are_silent_for_who_turned_them_off(reviewer: Visitor, rita: User, queue: list[Question]) -> None:
    solve(rita, *queue)
    User.objects.filter(pk=rita.pk).update(shortcuts=False)
    page = reviewer.open("/review/Q-0001/")

    for key in ("j", "f"):
        page.keyboard.press(key)
    page.wait_for_timeout(200)

    assert page.url.endswith("/review/Q-0001/")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_e_leads_an_author_to_the_question(visit: Visit, ivan: User, queue: list[Question]) -> None:
    author = visit()
    author.sign_in(ivan)
    page = author.open("/review/Q-0001/")

    page.keyboard.press("e")

    expect(page).to_have_url(re.compile(rf"/admin/questions/version/{live(queue[0]).pk}/change/"))


def test_letters_choose_while_solving_and_enter_checks(reviewer: Visitor, rita: User, queue: list[Question]) -> None:
    page = reviewer.open("/review/Q-0002/")

    page.keyboard.press("b")
    expect(page.locator("#choice-B")).to_be_checked()
    page.keyboard.press("Enter")

    expect(page.locator("table.opts")).to_be_visible()
    assert BlindSolve.objects.get(by=rita).chosen


def test_the_dialog_flags_and_keeps_what_was_typed_when_it_says_too_little(
    reviewer: Visitor, rita: User, queue: list[Question]
) -> None:
    solve(rita, queue[1])
    page = reviewer.open("/review/Q-0002/")
    page.get_by_role("button", name=re.compile("^Flag option C")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Nobody would believe it")).to_be_checked()

    dialog.get_by_text("Something else").click()
    dialog.get_by_role("button", name="Flag", exact=True).click()
    expect(page.locator(".error-summary")).to_be_visible()
    page.get_by_label("Note for the author").fill("Two options treat it as a cache problem.")
    page.get_by_role("button", name="Flag", exact=True).click()

    expect(page.get_by_text("Q-0002 was flagged: it waits for a review.")).to_be_visible()
    expect(page.get_by_text("Two options treat it as a cache problem.")).to_be_visible()


def test_all_of_it_works_without_a_script(visit: Visit, rita: User, queue: list[Question]) -> None:
    window = visit(js=False, width=390)
    window.sign_in(rita)
    page = window.open("/review/")

    page.get_by_role("link", name=re.compile("Q-0003")).click()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".error-summary")).to_be_visible()
    choose(page, "Option 1 of Q-0003")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("You agree with the key, A.")).to_be_visible()
    page.get_by_role("link", name="Flag option D").click()
    page.get_by_text("It repeats another option").click()
    page.get_by_role("button", name="Flag", exact=True).click()
    expect(page.get_by_text("Q-0003 was flagged: it waits for a review.")).to_be_visible()
    page.get_by_text("The same as a table").click()
    expect(page.locator(".cmp caption").first).to_be_attached()


def test_skipping_is_a_click_and_says_so(reviewer: Visitor, rita: User, queue: list[Question]) -> None:
    page = reviewer.open("/review/Q-0001/")

    page.get_by_role("button", name="Skip, show me").click()

    expect(page.get_by_text("Seen without solving.")).to_be_visible()
    assert BlindSolve.objects.get(by=rita).agrees is None
