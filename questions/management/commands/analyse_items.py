"""`manage.py analyse_items`: what responses say about each question; statistics and flags are brought up to date."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _

from questions.actions.analysing import ABILITY, REST, Report, analyse
from questions.actions.calibrating import calibrate, is_due
from questions.management.certifications import certification_of
from questions.management.progress import Progress
from questions.management.tables import tables_needed
from questions.models import Ability, Certification


class Command(BaseCommand):
    """Analyses and says what came of it."""

    help = _(
        "Bring statistics and flags up to date with the responses: of the questions that changed since the last run."
        " Running it twice, side by side, or stopping it in the middle does no harm."
        " --json prints an object: looked_at and changed (lines of wordings), hurried (responses newly left out with"
        " their attempts), flags_opened, flags_closed, seconds, calibrated (codes of certifications)."
        " Exit status: 0 done, 1 the certification or the tables are missing."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to look at, and how."""
        parser.add_argument("--certification", metavar="CODE", help=_("only this one"))
        parser.add_argument("--all", action="store_true", help=_("compute everything again, changed or not"))
        parser.add_argument("--nightly", action="store_true", help=_("calibrate before, where that is due"))
        parser.add_argument(
            "--criterion",
            choices=(ABILITY, REST),
            default=ABILITY,
            help=_("what options are held against: the calibrated ability, or the score in the rest of a whole mock"),
        )
        parser.add_argument("--json", action="store_true", help=_("print the report as JSON"))

    def handle(
        self, *, certification: str | None, nightly: bool, criterion: str, verbosity: int, **options: Any
    ) -> None:
        """Analyse and print."""
        shown = sys.stderr.isatty() and verbosity > 0 and not options["json"]
        with tables_needed():
            only = certification_of(certification)
            calibrated = self.calibrate(only) if nightly else []
            report = analyse(
                now=timezone.now(),
                certification=only,
                everything=options["all"],
                criterion=criterion,
                tell=Progress(self, _("%(done)s of %(total)s lines of wordings"), shown=shown),
            )
            unknown = criterion == ABILITY and not Ability.objects.exists()
        if options["json"]:
            self.stdout.write(json.dumps(asdict(report) | {"calibrated": calibrated}, indent=2))
        elif verbosity:
            self.print(report, calibrated)
            if unknown and report.changed:
                self.stderr.write(_("No abilities are known yet: run “manage.py calibrate”, or use --nightly."))

    def calibrate(self, only: Certification | None) -> list[str]:
        """Calibrate the certifications for which that is due; their codes."""
        found = []
        for certification in [only] if only else Certification.objects.order_by("code"):
            now = timezone.now()
            if is_due(certification, now=now):
                calibrate(now=now, certification=certification)
                found.append(certification.code)
        return found

    def print(self, report: Report, calibrated: list[str]) -> None:
        """The report for people."""
        if calibrated:
            self.stdout.write(_("Calibrated: %(codes)s.") % {"codes": ", ".join(calibrated)})
        line = _(
            "%(looked_at)s lines of wordings, %(changed)s changed; flags: %(flags_opened)s opened,"
            " %(flags_closed)s closed; %(seconds).1f s."
        )
        self.stdout.write(line % asdict(report))
        if report.hurried:
            left_out = _("%(n)s responses of hurried attempts were left out.") % {"n": report.hurried}
            self.stdout.write(left_out)
