"""`manage.py export_responses --certification CODE`: counted responses as CSV, for statistics programs."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from questions.management.tables import tables_needed
from questions.models import Certification
from questions.reports.insights.responses import csv_lines


class Command(BaseCommand):
    """Writes the file that the page for instructors offers."""

    help = _(
        "Write the responses to a certification's questions that count for statistics as CSV, one row each. Learners"
        " are pseudonyms: keyed hashes that stay the same as long as SECRET_KEY does."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which, and where to."""
        parser.add_argument("--certification", required=True, metavar="CODE")
        parser.add_argument("--days", type=int, metavar="N", help=_("only those of the last N days"))
        parser.add_argument("--output", type=Path, metavar="FILE", help=_("default: standard output"))

    def handle(self, *, certification: str, days: int | None, output: Path | None, **options: Any) -> None:
        """Find the certification, write."""
        if days is not None and not 0 < days <= 36_500:  # noqa: PLR2004 - a century
            raise CommandError(_("--days is a number from 1 to 36500."))
        with tables_needed():
            found = Certification.objects.filter(code=certification).first()
            if found is None:
                raise CommandError(_("There is no certification “%(code)s”.") % {"code": certification})
            lines = csv_lines(found, now=timezone.now(), days=days)
            self.print(lines) if output is None else _save(lines, output)

    def print(self, lines: Iterable[str]) -> None:
        """To standard output; whoever reads it may stop."""
        try:
            for line in lines:
                self.stdout.write(line, ending="")
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _save(lines: Iterable[str], output: Path) -> None:
    """Into a file that is there whole or as it was; what is no file (a pipe, a device) is written to as it is."""
    special = output.exists() and not output.is_file()
    half = output if special else output.with_name(f"{output.name}.part")
    try:
        with half.open("w", encoding="utf-8", newline="") as file:
            file.writelines(lines)
        if not special:
            half.replace(output)
    except OSError as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandError(_("%(path)s cannot be written: %(reason)s.") % {"path": output, "reason": reason}) from None
    finally:
        if not special:
            half.unlink(missing_ok=True)
