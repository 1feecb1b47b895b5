"""A learner's first visit: sample, sign-up, a whole quiz, the missed ones again; with JavaScript and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from questions.models import Attempt, Option, Response, Slot, User
from tests.browser.conftest import Visit
from tests.builders import PASSWORD

pytestmark = pytest.mark.usefixtures("bank")


def letter(attempt: Attempt, number: int, *, right: bool) -> list[str]:
    """Letters that answer a slot rightly or wrongly, read from the database as no page shows them."""
    slot = Slot.objects.get(attempt=attempt, number=number)
    keys = set(Option.objects.filter(version=slot.version_id, is_key=True).values_list("pk", flat=True))
    picks = [pk for pk in slot.option_order if (pk in keys) == right]
    return ["ABCDEF"[slot.option_order.index(pk)] for pk in picks[: len(keys)]]


def choose(page: Page, letters: list[str]) -> None:
    for one in letters:
        page.locator(f"#choice-{one}").check(force=True)
    page.get_by_role("button", name="Check answer").click()


@pytest.mark.parametrize("js", [True, False], ids=["with JavaScript", "without"])
def test_from_a_free_sample_to_practising_the_missed_ones(visit: Visit, js: bool) -> None:
    visitor = visit(js=js)
    page = visitor.open("/c/nca-genm/")

    page.get_by_role("link", name=re.compile("Numerical precision")).first.click()
    sample = page.locator("form#card, form.card.q").first
    sample.locator("input[name=choice]").first.check(force=True)
    sample.get_by_role("button", name=re.compile("Check")).click()
    expect(page.locator(".verdict")).to_be_visible()
    expect(page.get_by_text("Looks right because").first).to_be_visible()

    page.get_by_role("link", name="Sign up").first.click()
    page.get_by_label("E-mail").fill("newcomer@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name=re.compile("Sign up|Create")).click()
    expect(page.locator("header.top")).to_contain_text("newcomer")

    visitor.open("/c/nca-genm/")
    quiz = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Mixed-precision training"))
    quiz.get_by_role("button").click()
    attempt = Attempt.objects.get(learner__user__email="newcomer@example.org", mode="practice")
    for number in range(1, 9):
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"Question {number}")
        right = number not in {2, 5}
        choose(page, letter(attempt, number, right=right))
        expect(page.locator("#verdict")).to_contain_text("Right." if right else "Not quite.")
        expect(page.locator("#verdict")).to_be_focused()
        expect(page).to_have_title(re.compile("^Right" if right else "^Not quite"))
        expect(page.locator(".answers .why")).to_have_count(page.locator(".answers > li").count())
        page.locator("a.btn.go").click()

    expect(page.locator(".score")).to_contain_text("6 of 8 right")
    expect(page.locator("article.card.q")).to_have_count(2)
    page.get_by_role("button", name="Practise the 2 you missed").click()
    again = Attempt.objects.get(again_of=attempt)
    for number in (1, 2):
        choose(page, letter(again, number, right=True))
        expect(page.locator("#verdict")).to_contain_text("Right.")
        page.locator("a.btn.go").click()
    expect(page.locator(".score")).to_contain_text("2 of 2 right")
    expect(page.get_by_text("You missed none.")).to_be_visible()
    assert Response.objects.filter(learner=attempt.learner).count() == 10
    sampled = Response.objects.filter(slot__attempt=attempt, rationale_seen=True)
    assert sampled.count() == 1, "the sample's question was seen before signing up"


def start_quiz(visit: Visit, lea: User, *, js: bool = True) -> Page:
    visitor = visit(js=js)
    visitor.sign_in(lea)
    page = visitor.open("/practice/?certification=nca-genm")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Question 1")
    return page


def test_the_keyboard_does_everything(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    attempt = Attempt.objects.get()
    options = page.locator("input[name=choice]")

    page.keyboard.press("m")
    expect(page.locator("#mark")).to_have_attribute("aria-pressed", "true")
    assert Slot.objects.get(attempt=attempt, number=1).marked
    single = options.first.get_attribute("type") == "radio"
    for key in ["2"] if single else ["1", "2"]:
        page.keyboard.press(key)
    expect(options.nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Question 2")
    page.keyboard.press("?")
    expect(page.locator("#keyboard")).to_be_focused()


def test_nothing_chosen_moves_the_focus_to_what_is_wrong(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    page.locator("input[name=out]").nth(1).check(force=True)

    page.get_by_role("button", name="Check answer").click()

    expect(page.locator(".error-summary h2")).to_be_focused()
    expect(page).to_have_title(re.compile("^Error:"))
    expect(page.locator("input[name=out]").nth(1)).to_be_checked()


def test_back_shows_the_recorded_verdict(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    attempt = Attempt.objects.get()
    choose(page, letter(attempt, 1, right=True))
    expect(page.locator("#verdict")).to_contain_text("Right.")
    page.locator("a.btn.go").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Question 2")

    page.go_back()

    expect(page.locator("#verdict")).to_contain_text("Right.")
    expect(page.get_by_role("button", name="Check answer")).to_have_count(0)


def test_a_double_click_counts_once(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    attempt = Attempt.objects.get()
    for one in letter(attempt, 1, right=True):
        page.locator(f"#choice-{one}").check(force=True)

    page.get_by_role("button", name="Check answer").dblclick()

    expect(page.locator("#verdict")).to_contain_text("Right.")
    assert Response.objects.count() == 1


def test_another_browser_goes_on_where_the_first_left_off(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    choose(page, letter(Attempt.objects.get(), 1, right=True))
    expect(page.locator("#verdict")).to_be_visible()
    other = visit(width=390)
    other.sign_in(lea)

    page = other.open("/")
    page.get_by_role("link", name="Continue").first.click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("Question 2")


def test_a_session_that_ended_meanwhile_loses_nothing(visit: Visit, lea: User) -> None:
    page = start_quiz(visit, lea)
    options = page.locator("input[name=choice]")
    options.nth(1).check(force=True)
    page.context.clear_cookies(name="sessionid")

    page.get_by_role("button", name="Check answer").click()
    page.get_by_label("E-mail").fill(lea.email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()

    expect(options.nth(1)).to_be_checked()
    assert Response.objects.count() == 0
