"""The one script of ours: keys, failed requests, time in view. Everything else works without it."""

import re
import uuid
from urllib.parse import parse_qs

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from questions.actions.dealing import Scope, start_practice
from questions.models import Attempt, User
from tests.browser.conftest import Visit, Visitor
from tests.builders import NOW, make_certification, make_question, make_quiz

KEPT = "Your choice is still here"


@pytest.fixture
def attempt(lea: User) -> Attempt:
    """Lea's quiz: one of four options, then two of five."""
    objective = make_certification("cert").objectives.get(section="1.1")
    quiz = make_quiz(make_question(objective), make_question(objective, keys=2, options=5, choose_n=2))
    scope = Scope(quiz.certification, quiz=quiz)
    return start_practice(person=lea, scope=scope, count=10, token=uuid.uuid4(), seed=7, now=NOW)


@pytest.fixture
def visitor(visit: Visit, lea: User) -> Visitor:
    window = visit()
    window.sign_in(lea)
    return window


def play(visitor: Visitor, attempt: Attempt, number: int = 1) -> Page:
    return visitor.open(reverse("quiz-play", args=[attempt.pk, number]))


def chosen(page: Page) -> list[str]:
    return [box.input_value() for box in page.locator("[name=choice]:checked").all()]


def test_keys_choose_mark_check_and_go_on(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)

    page.keyboard.press("2")
    assert chosen(page) == ["B"]
    page.keyboard.press("d")
    assert chosen(page) == ["D"]
    page.keyboard.press("m")
    expect(page.locator("#mark")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(rf"/practice/{attempt.pk}/2/$"))


def test_keys_toggle_the_boxes_of_a_question_with_several_answers(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt, 2)

    for key in ("a", "3", "a", "e"):
        page.keyboard.press(key)

    assert chosen(page) == ["C", "E"]


def test_keys_are_silent_with_a_modifier(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)

    for key in ("Control+a", "Alt+b", "Meta+c"):
        page.keyboard.press(key)

    assert chosen(page) == []


def test_keys_are_silent_for_who_turned_them_off(visitor: Visitor, attempt: Attempt, lea: User) -> None:
    User.objects.filter(pk=lea.pk).update(shortcuts=False)
    page = play(visitor, attempt)

    page.keyboard.press("1")

    assert chosen(page) == []


def test_a_question_mark_leads_to_the_list_of_keys(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)

    page.keyboard.press("?")

    expect(page.locator("#keyboard")).to_be_focused()


@pytest.mark.parametrize("status", [400, 403, 404, 413, 429, 500, 502, 503, 504])
def test_a_refused_request_is_told_and_loses_nothing(visitor: Visitor, attempt: Attempt, status: int) -> None:
    page = play(visitor, attempt)
    page.route("**/answer/", lambda route: route.fulfill(status=status, body="<p>no</p>"))
    page.keyboard.press("b")

    page.get_by_role("button", name="Check answer").click()

    expect(page.get_by_role("alert")).not_to_be_empty()
    assert chosen(page) == ["B"]
    visitor.complaints.clear()


def test_a_lost_connection_is_told_and_the_next_try_clears_it(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)
    page.route("**/answer/", lambda route: route.abort())
    page.keyboard.press("b")
    check = page.get_by_role("button", name="Check answer")

    check.click()
    expect(page.get_by_role("alert")).to_contain_text(KEPT)
    expect(check).to_be_focused()
    page.unroute("**/answer/")
    check.click()

    expect(page.locator("#verdict")).to_be_focused()
    expect(page.get_by_role("alert")).to_be_empty()
    visitor.complaints.clear()


def test_a_server_that_hangs_is_told(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)
    page.evaluate("htmx.config.timeout = 300")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/answer/", hold)
    page.keyboard.press("b")

    page.get_by_role("button", name="Check answer").click()
    expect(page.locator("#card")).to_have_attribute("aria-busy", "true")

    expect(page.get_by_role("alert")).to_contain_text(KEPT)
    expect(page.locator("#card")).not_to_have_attribute("aria-busy", "true")
    assert len(held) == 1
    visitor.complaints.clear()


def test_the_time_in_view_goes_along(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)
    page.keyboard.press("a")

    with page.expect_request("**/answer/") as sent:
        page.get_by_role("button", name="Check answer").click()

    milliseconds = int(parse_qs(sent.value.post_data or "")["ms"][0])
    assert 0 < milliseconds < 60_000


def test_menus_close_with_escape_and_give_focus_back(visitor: Visitor) -> None:
    page = visitor.open("/help/")
    theme = page.locator("summary", has_text="Theme")
    theme.click()
    expect(page.get_by_role("button", name="Dark")).to_be_visible()

    page.keyboard.press("Escape")

    expect(page.get_by_role("button", name="Dark")).to_be_hidden()
    expect(theme).to_be_focused()


def test_the_theme_is_chosen_without_a_script(visit: Visit) -> None:
    window = visit(js=False)
    page = window.open("/help/")
    page.locator("summary", has_text="Theme").click()

    page.get_by_role("button", name="Dark").click()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url.endswith("/help/")


def test_the_title_tells_the_verdict(visitor: Visitor, attempt: Attempt) -> None:
    page = play(visitor, attempt)
    page.keyboard.press("a")

    page.keyboard.press("Enter")

    expect(page).to_have_title(re.compile(r"^(Right|Not quite) – question 1 of 2 – "))
