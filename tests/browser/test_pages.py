"""Every kind of page: no fault by axe, the policy kept, nothing sideways; wide and narrow, light and dark."""

import re
import uuid
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from questions.actions.answering import Answer, record_response
from questions.actions.dealing import Scope, start_practice
from questions.actions.flagging import raise_flag, skip_blind
from questions.actions.publishing import revise, withdraw
from questions.models import Attempt, Certification, Objective, Question, Quiz, Slot, User, Version
from tests.actions.flags import published_again
from tests.browser.conftest import Visit, Visitor
from tests.builders import make_question
from tests.reports.making import DEAD, MISKEYED, WORKING, judged, live, make_flagged, make_statistic

pytestmark = pytest.mark.usefixtures("bank")
SIZES = [(1280, False), (1280, True), (390, False), (390, True)]
IDS = ["wide light", "wide dark", "narrow light", "narrow dark"]


def faults(visitor: Visitor) -> list[str]:
    """axe's violations on the page as it stands, and a page wider than its window."""
    page = visitor.page
    told = len(visitor.complaints)
    found = Axe().run(page).response["violations"]
    # axe reads style sheets by adding some, which the policy refuses: those complaints are not the page's.
    del visitor.complaints[told:]
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    sideways = [f"scrolls sideways by {wide} px"] if wide > 0 else []
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]] + sideways


@pytest.fixture
def attempt(lea: User, bank: None) -> Attempt:
    """Lea's quiz: 1 answered right or wrong, 2 open, 3 withdrawn."""
    quiz = Quiz.objects.get()
    scope = Scope(quiz.certification, quiz=quiz)
    made = start_practice(person=lea, scope=scope, count=8, token=uuid.uuid4(), seed=2, now=timezone.now())
    slot = Slot.objects.to_answer().get(attempt=made, number=1)
    chosen = frozenset(slot.option_order[:1])
    record_response(slot=slot, answer=Answer(chosen), now=timezone.now(), request_id=uuid.uuid4())
    withdraw(version=Slot.objects.get(attempt=made, number=3).version, now=timezone.now())
    return made


def check_all(visitor: Visitor, paths: dict[str, str]) -> dict[str, list[str]]:
    """Faults by page, for those that have any."""
    found = {}
    for name, path in paths.items():
        page = visitor.open(path)
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        if wrong := faults(visitor):
            found[name] = wrong
    return found


@pytest.mark.parametrize(("width", "dark"), SIZES, ids=IDS)
def test_public_pages(visit: Visit, width: int, dark: bool) -> None:
    paths = {
        "home": "/", "help": "/help/", "privacy": "/privacy/", "terms": "/terms/", "certification": "/c/nca-genm/",
        "objective": "/c/nca-genm/6.1/", "with a formula": "/c/nca-genm/2.2/", "sign in": "/account/login/",
        "sign up": "/account/signup/", "reset": "/account/password/reset/", "not found": "/nowhere/",
    }  # fmt: skip
    visitor = visit(width=width, dark=dark)

    assert check_all(visitor, paths) == {}

    page = visitor.open("/c/nca-genm/6.1/")
    page.locator("input[name=choice]").first.check(force=True)
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".verdict")).to_be_visible()
    assert faults(visitor) == []
    visitor.complaints[:] = [line for line in visitor.complaints if "404" not in line]


@pytest.mark.parametrize(("width", "dark"), SIZES, ids=IDS)
def test_a_learners_pages(visit: Visit, lea: User, attempt: Attempt, width: int, dark: bool) -> None:
    play = f"/practice/{attempt.pk}"
    paths = {
        "home": "/", "certification": "/c/nca-genm/", "start": "/practice/", "answered": f"{play}/1/",
        "question": f"{play}/2/", "withdrawn": f"{play}/3/", "end": f"{play}/end/", "summary": f"{play}/",
        "preferences": "/preferences/", "e-mail": "/account/email/", "password": "/account/password/change/",
        "second factor": "/account/2fa/",
    }  # fmt: skip
    visitor = visit(width=width, dark=dark)
    visitor.sign_in(lea)

    assert check_all(visitor, paths) == {}

    page = visitor.open(f"{play}/2/")
    page.get_by_role("button", name="Check answer").click()
    expect(page.locator(".error-summary")).to_be_visible()
    assert faults(visitor) == []


@pytest.fixture
def reviewed(rita: User, bank: None) -> dict[str, str]:
    """Questions in every state that a reviewer meets, by what their pages show."""
    objective = Objective.objects.order_by("pk")[0]
    shares = {"Q-KEY": MISKEYED, "Q-DEAD": DEAD, "Q-GOOD": WORKING, "Q-NEW": DEAD}
    made = {code: make_flagged(of, code=code, objective=objective) for code, of in shares.items()}
    judged(published_again(made["Q-DEAD"]), WORKING, 410)
    few = live(make_question(objective, code="Q-FEW"))
    make_statistic(few, WORKING, 40)
    raise_flag(version=few, note="Odd.", by=rita, now=timezone.now(), request_id=uuid.uuid4())
    for code in ("Q-KEY", "Q-DEAD", "Q-GOOD", "Q-FEW"):
        skip_blind(version=live(Question.objects.get(code=code)), by=rita, now=timezone.now())
    pages = {code: f"/review/{code}/" for code in (*made, "Q-FEW")}
    steps = ("keep", "to-author", "revise", "withdraw", "note")
    return {
        "queue": "/review/", "nothing": "/review/?search=nothing", "flag": "/review/Q-KEY/flag/", **pages,
        **{step: f"/review/Q-KEY/decide/{step}/" for step in steps},
    }  # fmt: skip


@pytest.mark.parametrize(("width", "dark"), SIZES, ids=IDS)
def test_a_reviewers_pages(visit: Visit, rita: User, reviewed: dict[str, str], width: int, dark: bool) -> None:
    visitor = visit(width=width, dark=dark)
    visitor.sign_in(rita)

    assert check_all(visitor, reviewed) == {}

    page = visitor.open(reviewed["Q-KEY"])
    page.get_by_role("button", name=re.compile("^Flag option")).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(visitor) == []
    page = visitor.open(reviewed["Q-NEW"])
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".error-summary")).to_be_visible()
    assert faults(visitor) == []
    page = visitor.open(reviewed["keep"])
    page.locator("textarea").fill(" ")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".error-summary")).to_be_visible()
    assert faults(visitor) == []


@pytest.mark.parametrize(("width", "dark"), SIZES, ids=IDS)
def test_the_admin(visit: Visit, ada: User, attempt: Attempt, width: int, dark: bool) -> None:
    draft = revise(question=Question.objects.order_by("code")[0], by=ada)
    published = Version.objects.published().order_by("pk")[0]
    certification = Certification.objects.get()
    base = "/admin/questions"
    paths = {
        "index": "/admin/", "questions": f"{base}/version/", "new question": f"{base}/version/add/",
        "draft": f"{base}/version/{draft.pk}/change/", "published": f"{base}/version/{published.pk}/change/",
        "certifications": f"{base}/certification/", "certification": f"{base}/certification/{certification.pk}/change/",
        "blind guessing": f"{base}/certification/{certification.pk}/guessing/",
        "quizzes": f"{base}/quiz/", "people": f"{base}/user/", "invitations": "/people/invite/",
    }  # fmt: skip
    visitor = visit(width=width, dark=dark)
    visitor.sign_in(ada)

    found = check_all(visitor, paths)

    assert without_djangos_own(found) == {}


def without_djangos_own(found: dict[str, list[str]]) -> dict[str, list[str]]:
    """Leave out what stock admin pages bring along and we do not write."""
    ours = {name: [line for line in lines if not line.startswith("scrolls sideways")] for name, lines in found.items()}
    return {name: lines for name, lines in ours.items() if lines}


def plant_style(page: Page) -> None:
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color:red\">planted</p>')")


def plant_script(page: Page) -> None:
    page.evaluate("const s = document.createElement('script'); s.textContent = '1'; document.body.append(s)")


@pytest.mark.parametrize("plant", [plant_style, plant_script])
def test_a_planted_violation_of_the_policy_is_reported(visit: Visit, plant: Callable[[Page], None]) -> None:
    """The control of every other test here: a window that complains fails its test."""
    visitor = visit()
    page = visitor.open("/")
    assert visitor.complaints == []

    plant(page)
    page.wait_for_timeout(100)

    assert [line for line in visitor.complaints if "Content Security Policy" in line]
    visitor.complaints.clear()
