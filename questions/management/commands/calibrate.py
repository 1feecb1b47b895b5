"""`manage.py calibrate`: how hard questions are and how able learners, on one scale a certification."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from questions.actions.calibrating import calibrate
from questions.management.certifications import certification_of
from questions.management.progress import Progress
from questions.management.tables import tables_needed


class Command(BaseCommand):
    """Fits the scales and says to how much."""

    help = _(
        "Work out how hard questions are and how able learners, from the responses that count: the scale that"
        " analyse_items holds options against. Exit status: 0 done, 1 the certification or the tables are missing."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Of which certification."""
        parser.add_argument("--certification", metavar="CODE", help=_("only this one"))

    def handle(self, *, certification: str | None, verbosity: int, **options: Any) -> None:
        """Calibrate and print."""
        progress = Progress(self, _("%(done)s of %(total)s parts of the learners"), shown=sys.stderr.isatty())
        with tables_needed():
            found = calibrate(
                now=timezone.now(), certification=certification_of(certification), tell=(verbosity and progress) or None
            )
        if verbosity:
            line = _("%(responses)s responses of %(learners)s learners to %(lineages)s questions were calibrated.")
            self.stdout.write(
                line % {"responses": found.responses, "learners": found.learners, "lineages": found.lineages}
            )
