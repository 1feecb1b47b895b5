"""A real Chromium against a real server: what only a browser can prove."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page
from pytest_django.live_server_helper import LiveServer

from questions.models import User
from tests.builders import PASSWORD

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
REQUIRED = os.environ.get("EXAMPREP_BROWSER") == "required"
BANK = Path(__file__).parents[2] / "fixtures" / "nca-genm"
# Playwright keeps an event loop in this thread, which Django takes for a reason to refuse its database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark this folder's tests; without Chromium skip them with that reason, unless they are required."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.django_db(transaction=True))
            if not CHROMIUM and not REQUIRED:
                item.add_marker(
                    pytest.mark.skip(reason="browser tests need Debian's Chromium: apt-get install chromium")
                )


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, quiet enough for a machine without a network."""
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    return {"executable_path": CHROMIUM, "headless": True, "args": quiet}


@pytest.fixture
def bank(transactional_db: None) -> None:
    """The sample bank, as the demo loads it."""
    call_command("import_questions", str(BANK), verbosity=0)


class Visitor:
    """A browser window whose every complaint is a failure: console errors, page errors, CSP reports."""

    def __init__(self, context: BrowserContext, base_url: str) -> None:
        self.context = context
        self.base_url = base_url
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: ConsoleMessage) -> None:
        # 422 is how a form says no; Chromium calls each of them an error.
        if message.type == "error" and "status of 422" not in message.text:
            self.complaints.append(message.text)

    def open(self, path: str) -> Page:
        """Go to a path of the product."""
        self.page.goto(self.base_url + path)
        return self.page

    def sign_in(self, user: User) -> None:
        """Through the sign-in page."""
        page = self.open("/account/login/")
        page.get_by_label("E-mail").fill(user.email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()


Visit = Callable[..., Visitor]


@pytest.fixture
def visit(browser: Browser, live_server: LiveServer) -> Iterator[Visit]:
    """Open windows: ``visit(js=False, width=390, dark=True)``; at the end none may have complained."""
    visitors: list[Visitor] = []

    def open_window(*, js: bool = True, width: int = 1280, dark: bool = False) -> Visitor:
        context = browser.new_context(
            java_script_enabled=js,
            viewport={"width": width, "height": 900},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(8_000)
        visitors.append(Visitor(context, live_server.url))
        return visitors[-1]

    yield open_window
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.context.close()
    assert complaints == []
