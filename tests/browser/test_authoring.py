"""An instructor writes a question, a learner answers it, the instructor revises it, and the learner's result stays."""

import re

from playwright.sync_api import Page, expect

from questions.models import Attempt, Certification, Objective, Response, User, Version
from tests.browser.conftest import Visit

RATIONALES = {
    "Four": "two pairs are four things.",
    "Three": "one is missing.",
    "Five": "one is too many.",
    "Six": "that is three.",
}


def fill(page: Page, fields: dict[str, str]) -> None:
    for name, value in fields.items():
        page.locator(f"[name='{name}']").fill(value)


def write_certification(page: Page, base: str) -> None:
    page.goto(f"{base}/admin/questions/certification/add/")
    fill(page, {"name": "Certified Tester", "code": "tester", "questions_min": "10", "questions_max": "20"})
    fill(page, {"mock_length": "15", "minutes": "30"})
    for place, (name, weight) in enumerate({"Basics": "60", "Practice": "40"}.items()):
        prefix = f"domains-{place}"
        fill(page, {f"{prefix}-number": str(place + 1), f"{prefix}-name": name, f"{prefix}-weight": weight})
    page.locator("[name='published']").check()
    page.locator("[name='_save']").click()
    domain = Certification.objects.get(code="tester").domains.get(number=1)
    page.goto(f"{base}/admin/questions/domain/{domain.pk}/change/")
    fill(page, {"objectives-0-section": "1.1", "objectives-0-title": "Know the words"})
    page.locator("[name='_save']").click()


def write_question(page: Page, base: str, *, forget: str) -> None:
    """Fill the one form; the rationale of the option ``forget`` stays empty."""
    page.goto(f"{base}/admin/questions/version/add/")
    page.locator("[name='objective']").select_option(str(Objective.objects.get(section="1.1").pk))
    fill(page, {"name": "Sums", "stem": "What is *two* and two?", "takeaway": "count the things."})
    for place, (text, because) in enumerate(RATIONALES.items()):
        fill(page, {f"options-{place}-text": text, f"options-{place}-because": "" if text == forget else because})
        if place:
            fill(page, {f"options-{place}-looks_right": "it is near."})
    page.locator("[name='options-0-is_key']").check()
    page.locator("[name='_save'], [name='_continue']").first.click()


def test_from_the_first_word_to_a_revision(visit: Visit, ivan: User, lea: User) -> None:
    author = visit()
    author.sign_in(ivan)
    page = author.page
    write_certification(page, author.base_url)
    write_question(page, author.base_url, forget="Six")

    # The problem is shown, mended, the draft previewed, published.
    expect(page.get_by_text("blocks publishing").first).to_be_visible()
    fill(page, {"options-3-because": RATIONALES["Six"]})
    page.locator("[name='_preview']").click()
    expect(page.locator("#stem em")).to_have_text("two")
    expect(page.get_by_text("Wrong because")).to_have_count(0)
    draft = Version.objects.get()
    page.goto(f"{author.base_url}/admin/questions/version/{draft.pk}/change/")
    page.locator("[name='_publish']").click()
    expect(page.get_by_text("is published").first).to_be_visible()

    # A learner answers it.
    learner = visit(width=390)
    learner.sign_in(lea)
    learner.open("/practice/?certification=tester").get_by_role("button", name="Start").click()
    learner.page.get_by_text("Three", exact=True).click()
    learner.page.get_by_role("button", name="Check answer").click()
    expect(learner.page.locator("#verdict")).to_contain_text("Not quite.")
    expect(learner.page.get_by_text("one is missing.")).to_be_visible()
    attempt = Attempt.objects.get()
    seen = learner.page.locator("article.card.q").inner_text()

    # The author revises; what the learner saw and scored stays.
    page.get_by_role("button", name="Revise").click()
    fill(page, {"stem": "What is three and three?", "options-0-text": "Six now", "options-3-text": "Four now"})
    page.locator("[name='_publish']").click()
    expect(page.get_by_text("is published").first).to_be_visible()
    assert [(v.number, v.status) for v in Version.objects.order_by("number")] == [(1, "superseded"), (2, "published")]
    learner.open(f"/practice/{attempt.pk}/1/")
    assert learner.page.locator("article.card.q").inner_text() == seen
    expect(learner.open(f"/practice/{attempt.pk}/").locator(".score")).to_contain_text(re.compile("0 of 1 right"))
    learner.open("/practice/?certification=tester").get_by_role("button", name="Start").click()
    expect(learner.page.locator("#stem")).to_contain_text("three and three")
    assert Response.objects.get().version.number == 1
