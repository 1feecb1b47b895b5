"""`manage.py analyse_csv RESPONSES.csv KEY.csv`: item analysis of responses from elsewhere, without the database."""

import json
import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from questions.management.paths import UNREADABLE
from questions.reports.response_files import (
    CRITERIA,
    LARGEST,
    Analysed,
    Judged,
    UnusableError,
    analyse,
    as_data,
    correlation,
    correlation_range,
    percent,
    percent_range,
    sentences,
    title_of,
)

REFUSED: Final = 1


class Command(BaseCommand):
    """Reads the two files, has them analysed and prints what responses say."""

    help = _(
        "Analyse responses from elsewhere: RESPONSES.csv has one row a learner, its first column names the learner, the"
        " others hold the options chosen (empty: omitted, which counts as wrong); KEY.csv has the columns item,key."
        " The database is not touched. Exit status: 0 done, 1 a file cannot be used, 2 a file cannot be read."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The files, and how to take them."""
        parser.add_argument("responses", metavar="RESPONSES.csv", type=Path)
        parser.add_argument("key", metavar="KEY.csv", type=Path)
        parser.add_argument("--multiple", action="store_true", help=_("several options are to be ticked: sets like BD"))
        parser.add_argument(
            "--criterion",
            choices=CRITERIA,
            default="rest",
            help=_("what options are held against: the score on the other items, or the ability they show"),
        )
        parser.add_argument("--json", action="store_true", help=_("print the analysis as JSON"))

    def handle(self, *, responses: Path, key: Path, multiple: bool, criterion: Any, json: bool, **options: Any) -> None:
        """Read, analyse, print."""
        try:
            analysed = analyse(responses=_file(responses), key=_file(key), multiple=multiple, criterion=criterion)
        except UnusableError as error:
            for problem in error.problems:
                self.stderr.write(title_of(problem))
            count = len(error.problems)
            message = ngettext("%(n)s problem: nothing was analysed.", "%(n)s problems: nothing was analysed.", count)
            raise CommandError(message % {"n": count}, returncode=REFUSED) from None
        for remark in analysed.odd:
            self.stderr.write(title_of(remark), self.style.WARNING)
        try:
            self.print_json(analysed) if json else self.print(analysed)
        except BrokenPipeError:
            # Whoever read this has seen enough; what is left in the buffer would complain once more at the end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def print_json(self, analysed: Analysed) -> None:
        """The analysis for programs."""
        self.stdout.write(json.dumps(as_data(analysed), ensure_ascii=False, allow_nan=False, indent=2))

    def print(self, analysed: Analysed) -> None:
        """The analysis for people: the form, then each item with its options and findings."""
        form = analysed.form
        self.stdout.write(
            _("%(n)s learners, %(k)s items: mean %(mean)s, SD %(sd)s, alpha %(alpha)s, SEM %(sem)s")
            % {
                "n": form.n,
                "k": form.k,
                "mean": _number(form.mean),
                "sd": _number(form.sd),
                "alpha": correlation(form.alpha),
                "sem": _number(form.sem),
            }
        )
        for item in analysed.items:
            self.print_item(item)
        found = sum(len(item.findings) for item in analysed.items)
        self.stdout.write("\n" + (ngettext("%(n)s finding", "%(n)s findings", found) % {"n": found}))

    def print_item(self, item: Judged) -> None:
        """One item."""
        about = item.statistic
        self.stdout.write(
            "\n"
            + _("%(item)s  key %(key)s · n = %(n)s · right %(p)s (%(p_range)s) · r = %(r)s (%(r_range)s) · D27 %(d)s")
            % {
                "item": about.item,
                "key": item.key,
                "n": about.n,
                "p": percent(about.p),
                "p_range": percent_range(about.p_interval, share=about.p),
                "r": correlation(about.r),
                "r_range": correlation_range(about.r_interval),
                "d": correlation(about.d27),
            }
        )
        for line in _table(item):
            self.stdout.write("  " + line)
        for sentence in sentences(item):
            self.stdout.write("  → " + sentence)


def _file(path: Path) -> tuple[str, bytes]:
    """Name and bytes of a file; one that is too large is cut, for its reader to refuse."""
    try:
        with path.open("rb") as file:
            return str(path), file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = _("%(path)s cannot be read: %(reason)s.") % {"path": path, "reason": reason}
        raise CommandError(message, returncode=UNREADABLE) from None


def _table(item: Judged) -> list[str]:
    """The options as lines of one width."""
    heads = ("", _("n"), _("share"), _("95%"), _("r"), _("95%"), _("weak"), _("strong"), _("finding"))
    lines = [
        (
            f"{each.option}{'*' if each.is_key else ''}",
            str(each.n),
            percent(each.rate),
            percent_range(each.rate_interval, share=each.rate),
            correlation(each.r),
            correlation_range(each.r_interval),
            percent(each.lower),
            percent(each.upper),
            item.code(each) or "",
        )
        for each in item.statistic.options
    ]
    widths = [max(map(len, column)) for column in zip(heads, *lines, strict=True)]
    return [_line(cells, widths) for cells in (heads, *lines)]


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    """Names to the left, numbers to the right."""
    first, *numbers, last = cells
    middle = (cell.rjust(width) for cell, width in zip(numbers, widths[1:-1], strict=True))
    return "  ".join((first.ljust(widths[0]), *middle, last)).rstrip()


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:.2f}"
