"""`manage.py demo`: the product with a sample bank and an account for each kind of person, in one command."""

import os
import signal
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import connection
from django.urls import reverse
from django.utils.translation import gettext as _

from questions.management.demo import database, filling, serving
from questions.management.demo.accounts import Person, make_accounts
from questions.management.demo.kept import Kept
from questions.management.demo.month import Month

HIGHEST_PORT = 65535


class Command(BaseCommand):
    """Prepare what is missing, serve until told to stop, keep the data."""

    help = _("Run the product on this machine, with a sample bank and demo accounts.")
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Two, both optional."""
        parser.add_argument("--port", type=int, default=8000, help=_("port on 127.0.0.1 (default: 8000)"))
        parser.add_argument("--no-sample", action="store_true", help=_("do not load the sample bank"))

    def handle(self, *, port: int, no_sample: bool, **_options: Any) -> None:
        """Hold the port, prepare, serve."""
        if not settings.DEBUG:
            raise CommandError(_("The demo prints passwords, so it runs only with DEBUG=1."))
        if not 0 < port <= HIGHEST_PORT:
            raise CommandError(_("A port is a number from 1 to 65535."))
        signal.signal(signal.SIGTERM, lambda *_arguments: sys.exit(0))
        try:
            with serving.reserved(port):
                self.run(port, sample=not no_sample)
        except KeyboardInterrupt:
            pass
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C changes nothing: the database is on its way out
        self.say(_("Stopping. The data stays."))

    def run(self, port: int, *, sample: bool) -> None:
        """Prepare the database and the accounts, then serve."""
        self.say(_("Opening the database…"))
        with database.turn():
            self.prepare(sample=sample)
            passwords = self.accounts()
            lines = [*self.places(port), "", *self.people(port, passwords), "", self.ending()]
            month = Month() if filling.is_wanted() else None
        self.say(_("Starting the web server…"))
        try:
            serving.serve(port, when_ready=lambda: self.ready(lines, month))
        finally:
            if month:
                month.stop()

    def ready(self, lines: list[str], month: Month | None) -> None:
        """Say where to click; then let a month of learners come, where there was none yet."""
        self.say("\n" + "\n".join(lines))
        if month:
            self.say(_("A month of learners is being simulated…"))
            month.run(when_done=self.month_done)

    def month_done(self, done: bool) -> None:
        """Say what became of the month."""
        if done:
            self.say(_("The month of learners is ready: reviewer@example.org sees what it says."))
        else:
            self.say(_("The month of learners could not be made; the next start tries again."))

    def prepare(self, *, sample: bool) -> None:
        """Do once what has to be done once."""
        self.say("PostgreSQL {}.{}".format(*connection.get_database_version()))
        if database.is_behind():
            self.say(_("Making tables…"))
            database.migrate()
        if sample and not database.has_sample():
            self.say(_("Loading the sample bank…"))
            database.load_sample()

    def accounts(self) -> dict[Person, str | None]:
        """Make the demo accounts, and set what the worker is to inherit."""
        try:
            kept = Kept(settings.DATA_DIR)
            os.environ["SECRET_KEY"] = os.environ.get("SECRET_KEY") or kept.secret_key()
            os.environ["EXAMPREP_DB_ROLE"] = "app"
            return make_accounts(kept)
        except OSError as error:
            message = _("The data folder %(folder)s cannot be used: %(reason)s.")
            raise CommandError(message % {"folder": settings.DATA_DIR, "reason": error.strerror}) from None

    def places(self, port: int) -> list[str]:
        """Return lines that say where to click."""
        places = {_("Home"): reverse("home"), _("Admin"): reverse("admin:index"), _("Review"): reverse("review")}
        if database.has_sample():
            places[_("A certification and its quizzes")] = reverse("certification", args=[database.SAMPLE])
            places[_("Practice")] = f"{reverse('quiz-start')}?certification={database.SAMPLE}"
        return [f"  {name:<34}http://{serving.HOST}:{port}{path}" for name, path in places.items()]

    def people(self, port: int, passwords: dict[Person, str | None]) -> list[str]:
        """Return lines that say who to be."""
        address = f"http://{serving.HOST}:{port}{reverse('account_login')}"
        return [
            _("Sign in at %(address)s as") % {"address": address},
            *(f"  {who.email:<26}{word or _('(changed)'):<18}{who.does}" for who, word in passwords.items()),
        ]

    def ending(self) -> str:
        """Return the line that says how to stop."""
        if settings.DATABASE_URL:
            return _("Ctrl-C stops the web server; the data stays in its database.")
        return _("Ctrl-C stops everything; the data stays in %(folder)s.") % {"folder": settings.DATA_DIR}

    def say(self, line: str) -> None:
        """Print at once, through a pipe too."""
        self.stdout.write(line)
        self.stdout.flush()
