"""Instructors' reports in a real browser: no fault by axe, nothing sideways, dots that lead somewhere."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from questions.models import Certification, User, Version
from tests.browser.conftest import Visit
from tests.browser.test_pages import IDS, SIZES, check_all, faults
from tests.builders import make_certification
from tests.reports.insights import learners, practise
from tests.reports.making import DEAD, MISKEYED, WORKING, make_statistic

pytestmark = pytest.mark.usefixtures("bank")


@pytest.fixture
def answered(bank: None) -> list[Version]:
    """The sample bank with statistics of some questions, and three learners who practised."""
    single = Version.objects.published().filter(kind="single").order_by("question__code")
    found = [version for version in single[:200] if version.options.count() == 4][:24]
    for number, version in enumerate(found):
        make_statistic(version, (WORKING, DEAD, MISKEYED)[number % 3], (60, 410, 530, 20)[number % 4])
    for number, person in enumerate(learners(3, name="Ada Olsen")):
        practise(person, Certification.objects.get(), [True, False] * 6, at=timezone.now() - timedelta(days=number))
    return found


@pytest.mark.parametrize(("width", "dark"), SIZES, ids=IDS)
def test_reports_have_no_fault(visit: Visit, ada: User, answered: list[Version], width: int, dark: bool) -> None:
    empty = make_certification("empty")
    paths = {
        "report": "/insights/nca-genm/", "sorted": "/insights/nca-genm/?sort=easy", "list": "/insights/",
        "cohort": "/insights/nca-genm/cohort/", "empty": f"/insights/{empty.code}/",
        "empty cohort": f"/insights/{empty.code}/cohort/",
    }  # fmt: skip
    visitor = visit(width=width, dark=dark)
    visitor.sign_in(ada)

    assert check_all(visitor, paths) == {}

    page = visitor.open("/insights/nca-genm/cohort/")
    page.get_by_text("The same in numbers").click()
    expect(page.get_by_role("table", name="Learners by share right")).to_be_visible()
    assert faults(visitor) == []


def test_a_dot_leads_to_its_question(visit: Visit, ivan: User, answered: list[Version]) -> None:
    visitor = visit(js=False)
    visitor.sign_in(ivan)
    page = visitor.open("/insights/")
    expect(page).to_have_url(f"{visitor.base_url}/insights/nca-genm/")

    dot = page.locator(".scatter a").first
    code = (dot.get_attribute("href") or "").split("/")[2]
    dot.locator("circle").dispatch_event("click")

    expect(page).to_have_url(f"{visitor.base_url}/review/{code}/")


def test_the_file_comes_as_a_download(visit: Visit, ivan: User, answered: list[Version]) -> None:
    visitor = visit()
    visitor.sign_in(ivan)
    page = visitor.open("/insights/nca-genm/cohort/")
    page.get_by_label("Period", exact=True).last.select_option("7")

    with page.expect_download() as waited:
        page.get_by_role("button", name="Download").click()

    assert waited.value.suggested_filename == f"{Certification.objects.get().code}-responses.csv"
    assert len(waited.value.path().read_text().splitlines()) == 1 + 3 * 12
