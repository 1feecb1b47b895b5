"""`manage.py import_questions PATH…`: bring questions into the bank from files of the project's own format."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from questions.actions.importing import BusyError, Refusal, Report, import_bank
from questions.management.paths import read_all
from questions.management.tables import tables_needed
from questions.reports.saying import in_words

REFUSED = 1


class Command(BaseCommand):
    """Reads the files, hands them over as one unit and says what became of them."""

    help = _(
        "Import certifications, questions and quizzes from files or folders (*.yaml, in the order of their names)."
        " All of it is imported or nothing; the same files again change nothing."
        " Exit status: 0 done, 1 something was refused and nothing written, 2 a file cannot be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Paths, and how far to go."""
        parser.add_argument("paths", nargs="+", metavar="PATH", type=Path)
        parser.add_argument("--check", action="store_true", help=_("count and check without writing"))
        parser.add_argument("--drafts", action="store_true", help=_("publish nothing"))
        parser.add_argument("--json", action="store_true", help=_("print the report as JSON"))

    def handle(self, *, paths: list[Path], check: bool, drafts: bool, json: bool, **options: Any) -> None:
        """Import, print, and end with the right status."""
        files = read_all(paths)
        show_progress = sys.stderr.isatty() and not json and options["verbosity"] > 0
        try:
            with tables_needed():
                report = import_bank(
                    files=files,
                    by=None,
                    now=timezone.now(),
                    check=check,
                    drafts=drafts,
                    tell=self.progress if show_progress else None,
                )
        except BusyError:
            raise CommandError(_("Another import or edit is under way; try again later."), returncode=REFUSED) from None
        self.print_json(report) if json else self.print(report, options["verbosity"], check=check)
        if report.refusals:
            count = len(report.refusals)
            message = ngettext("%(n)s problem: nothing was written.", "%(n)s problems: nothing was written.", count)
            raise CommandError(message % {"n": count}, returncode=REFUSED)

    def progress(self, done: int, total: int) -> None:
        """One line that counts up; people who wait want to see that something happens."""
        line = _("%(done)s of %(total)s questions published") % {"done": done, "total": total}
        self.stderr.write(f"\r{line}", self.style.NOTICE, ending="\n" if done == total else "")

    def print(self, report: Report, verbosity: int, *, check: bool) -> None:
        """The report for people: refusals always, counts unless asked to be quiet, warnings when asked."""
        for refusal in report.refusals:
            self.stderr.write(_line(refusal))
        if verbosity == 0 or report.refusals:
            return
        for line in (*_contents(report), *_changes(report)):
            self.stdout.write(line)
        if report.warnings:
            count = len(report.warnings)
            message = ngettext("%(n)s warning", "%(n)s warnings", count) % {"n": count}
            self.stdout.write(message if verbosity > 1 else _("%(n)s (-v 2 shows them)") % {"n": message})
        for warning in report.warnings if verbosity > 1 else ():
            self.stdout.write(_line(warning))
        if check:
            self.stdout.write(_("Checked only: nothing was written."))

    def print_json(self, report: Report) -> None:
        """The report for programs."""
        said = asdict(report)
        for kind in ("refusals", "warnings"):
            said[kind] = [
                {
                    "file": each.file,
                    "line": each.line,
                    "about": each.about,
                    "reason": in_words(each.reason, each.fix, params=each.params),
                }
                for each in getattr(report, kind)
            ]
        self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))


def _line(refusal: Refusal) -> str:
    reason = in_words(refusal.reason, refusal.fix, params=refusal.params)
    return f"{refusal.place}: {refusal.about + ': ' if refusal.about else ''}{reason}"


def _contents(report: Report) -> Iterator[str]:
    """What the files hold, by certification."""
    for summary in report.summaries:
        counts = (
            (_("domains"), summary.domains),
            (_("objectives"), summary.objectives),
            (_("questions"), summary.questions),
            (_("free samples"), summary.samples),
            (_("traps"), summary.traps),
            (_("quizzes"), summary.quizzes),
        )
        yield f"{summary.code}: " + ", ".join(f"{count} {name}" for name, count in counts)
        for title, counter in (
            (_("by domain"), sorted(summary.by_domain.items())),
            (_("by difficulty"), summary.by_difficulty.items()),
            (_("by kind"), summary.by_kind.items()),
        ):
            if counter:
                yield f"  {title}: " + ", ".join(f"{name}: {count}" for name, count in counter)


def _changes(report: Report) -> Iterator[str]:
    """What was, or would be, new."""
    for title, count in (
        (_("Certifications"), report.certifications),
        (_("Domains"), report.domains),
        (_("Objectives"), report.objectives),
        (_("Questions"), report.questions),
        (_("Quizzes"), report.quizzes),
    ):
        numbers = _("%(new)s new, %(changed)s changed, %(unchanged)s unchanged") % asdict(count)
        yield f"{title}: {numbers}"
    yield _("Versions published: %(n)s") % {"n": report.published}
