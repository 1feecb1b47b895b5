"""`manage.py lint_questions PATH… | --certification CODE`: what the rules of item writing say about questions."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from questions.items.checks import Severity
from questions.management.paths import UNREADABLE, read_all
from questions.management.tables import tables_needed
from questions.models import Certification
from questions.reports.authoring import place_of
from questions.reports.linting import NOISE, Lint, Rate, Remark, Subject, in_bank, in_files, lint

FOUND: Final = 1
SEVERITIES: Final = {
    Severity.ERROR: gettext_lazy("error"),
    Severity.WARNING: gettext_lazy("warning"),
    Severity.INFO: gettext_lazy("info"),
}
# What programs read of each, in this order.
REMARK: Final = ("code", "rule", "severity", "place", "question", "where", "span", "message", "fix")
RATE: Final = ("code", "rule", "severity", "questions", "share")


class Command(BaseCommand):
    """Reads the questions, lets the rules look at them and says what they found."""

    help = _(
        "Check questions by the rules of item writing: those of files or folders (*.yaml, the own format), or those"
        " of a certification in the database. Nothing is written."
        " Exit status: 0 no errors, 1 errors found, 2 something cannot be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where the questions are, and how much to say about them."""
        parser.add_argument("paths", nargs="*", metavar="PATH", type=Path)
        parser.add_argument("--certification", metavar="CODE", help=_("check what is published of this one instead"))
        parser.add_argument("--drafts", action="store_true", help=_("with --certification: drafts, where there are"))
        parser.add_argument("--json", action="store_true", help=_("print the findings as JSON"))
        parser.add_argument("--all", action="store_true", help=_("show infos, and ask the rules of mere style too"))

    def handle(self, *, paths: list[Path], certification: str | None, drafts: bool, json: bool, **options: Any) -> None:
        """Look, print, and end with the right status."""
        if bool(paths) == bool(certification) or (drafts and not certification):
            message = _("Name files or folders, or a certification: --certification CODE, perhaps with --drafts.")
            raise CommandError(message, returncode=UNREADABLE)
        subjects = self.in_files(paths) if paths else self.in_bank(certification or "", drafts=drafts)
        found = lint(subjects, optional=options["all"])
        shown = [remark for remark in found.remarks if options["all"] or remark.severity != Severity.INFO]
        self.print_json(found, shown) if json else self.print(found, shown)
        errors = found.count(Severity.ERROR)
        if errors:
            raise CommandError(ngettext("%(n)s error.", "%(n)s errors.", errors) % {"n": errors}, returncode=FOUND)

    def in_files(self, paths: list[Path]) -> list[Subject]:
        """The questions of files; each thing that cannot be read is told in a line."""
        subjects, refusals = in_files(read_all(paths))
        for refusal in refusals:
            self.stderr.write(_one_line(refusal))
        if refusals:
            count = len(refusals)
            message = ngettext("%(n)s problem: nothing was checked.", "%(n)s problems: nothing was checked.", count)
            raise CommandError(message % {"n": count}, returncode=UNREADABLE)
        return subjects

    def in_bank(self, code: str, *, drafts: bool) -> list[Subject]:
        """The questions of a certification."""
        with tables_needed(returncode=UNREADABLE):
            certification = Certification.objects.filter(code=code).first()
            if certification is None:
                message = _("There is no certification with the code %(code)s.") % {"code": code}
                raise CommandError(message, returncode=UNREADABLE)
            return in_bank(certification, drafts=drafts)

    def print(self, found: Lint, shown: list[Remark]) -> None:
        """One line a finding, then how often each rule spoke."""
        styles = {Severity.ERROR: self.style.ERROR, Severity.WARNING: self.style.WARNING}
        for remark in shown:
            severity = str(SEVERITIES[remark.severity])
            coloured = styles.get(remark.severity, self.style.NOTICE)(severity)
            self.stdout.write(f"{_head(remark)}: {coloured} {_rest(remark)}")
        if shown:
            self.stdout.write()
        self.stdout.write(_total(found))
        for row in _table(found.rates):
            self.stdout.write(row)
        if len(shown) < len(found.remarks):
            self.stdout.write(_("--all shows the infos."))

    def print_json(self, found: Lint, shown: list[Remark]) -> None:
        """The same for programs."""
        said = {
            "questions": found.questions,
            "findings": [{name: getattr(remark, name) for name in REMARK} for remark in shown],
            "rates": [{name: getattr(rate, name) for name in RATE} for rate in found.rates],
        }
        self.stdout.write(json.dumps(said, ensure_ascii=False, indent=2))


def _one_line(text: str) -> str:
    """Authored text as one line that a terminal takes for nothing else."""
    return "".join(character for character in " ".join(text.split()) if character.isprintable())


def _head(remark: Remark) -> str:
    """Where: ``bank.yaml:12: Q-1, Option 2`` or ``Q-1, Option 2``."""
    place = remark.place if remark.place == remark.question else f"{remark.place}: {remark.question}"
    return _one_line(", ".join(filter(None, (place, place_of(remark.where)))))


def _rest(remark: Remark) -> str:
    """What: rule, what is wrong, what to do, the words it is about."""
    span = f" “{remark.span}”" if remark.span else ""
    return _one_line(f"{remark.code} {remark.rule}: {remark.message} {remark.fix}{span}")


def _total(found: Lint) -> str:
    counts = (
        ngettext("%(n)s question", "%(n)s questions", found.questions) % {"n": found.questions},
        ngettext("%(n)s error", "%(n)s errors", n := found.count(Severity.ERROR)) % {"n": n},
        ngettext("%(n)s warning", "%(n)s warnings", n := found.count(Severity.WARNING)) % {"n": n},
        ngettext("%(n)s info", "%(n)s infos", n := found.count(Severity.INFO)) % {"n": n},
    )
    return ", ".join(counts)


def _table(rates: list[Rate]) -> Iterator[str]:
    """How often each rule spoke, in columns: words to the left, numbers to the right."""
    if not rates:
        return
    left, right = str.ljust, str.rjust
    columns = (left, left, left, right, right, right, left)
    names = (_("rule"), "", _("severity"), _("findings"), _("questions"), _("share"), "")
    rows = [names, *map(_cells, rates)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [align(cell, width) for align, cell, width in zip(columns, row, widths, strict=True)]
        yield "  ".join(cells).rstrip()


def _cells(rate: Rate) -> tuple[str, ...]:
    noisy = _("noisy, over %(percent)s %%") % {"percent": round(100 * NOISE)} if rate.noisy else ""
    numbers = (str(rate.findings), str(rate.questions), f"{100 * rate.share:.1f} %")
    return rate.code, rate.rule, str(SEVERITIES[rate.severity]), *numbers, noisy
