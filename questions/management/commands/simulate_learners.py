"""`manage.py simulate_learners`: a scratch or demo bank comes alive, with faults whose truth is known."""

import json
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import asdict
from typing import Any, Final

from django.core.management import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from questions.actions.simulating import (
    DEFECTS,
    MODELS,
    NothingToAnswerError,
    RealResponsesError,
    Simulated,
    Wish,
    simulate,
)
from questions.management.tables import tables_needed

LONGEST: Final = 60


class Command(BaseCommand):
    """Says what is wished for, has it done and tells which faults were planted."""

    help = _(
        "Fill a scratch or demo bank with the answers of simulated learners (sim-0001@example.invalid and so on, who"
        " cannot sign in), some of them to questions with planted faults, which are printed. The same bank, seed and"
        " day give the same answers. Everything is written or nothing."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many, by which seed, and what they are like."""
        parser.add_argument("--learners", type=_count, required=True, metavar="N")
        parser.add_argument("--seed", type=int, required=True, metavar="S")
        parser.add_argument(
            "--model",
            choices=MODELS,
            default="3pl",
            help=_("3pl: slope 1.2, guessing 0.25 (default); 1pl: slope 1, no guessing"),
        )
        parser.add_argument("--certification", metavar="CODE", default="", help=_("default: all that are published"))
        parser.add_argument("--days", type=_count, default=30, help=_("ending yesterday (default: 30)"))
        parser.add_argument("--answers-per-learner", type=_count, default=60, help=_("on average (default: 60)"))
        parser.add_argument(
            "--defects", type=_defects, metavar="N|none", help=_("planted faults (default: as the bank bears, up to 8)")
        )
        parser.add_argument(
            "--through-actions", action="store_true", help=_("answer one by one, as people do, instead of in bulk")
        )
        parser.add_argument("--yes", action="store_true", help=_("also where real learners have answered"))
        parser.add_argument("--json", action="store_true", help=_("print what was written as JSON"))

    def handle(self, *, through_actions: bool, yes: bool, **options: Any) -> None:
        """Simulate, print."""
        wish = Wish(
            learners=options["learners"],
            seed=options["seed"],
            model=MODELS[options["model"]],
            certification=options["certification"],
            days=options["days"],
            answers=options["answers_per_learner"],
            defects=options["defects"],
        )
        show_progress = sys.stderr.isatty() and not options["json"] and options["verbosity"] > 0
        began = time.monotonic()
        try:
            with tables_needed():
                done = simulate(
                    wish=wish,
                    now=timezone.now(),
                    through_actions=through_actions,
                    among_real=yes,
                    tell=self.progress if show_progress else None,
                )
        except RealResponsesError:
            message = _("Real learners have answered in this database. --yes adds simulated ones to them, for good.")
            raise CommandError(message) from None
        except NothingToAnswerError:
            raise CommandError(_("There is no published question to answer.")) from None
        if options["json"]:
            self.stdout.write(json.dumps(asdict(done), ensure_ascii=False, indent=2))
        elif options["verbosity"] > 0:
            self.print(done, time.monotonic() - began)

    def progress(self, done: int, total: int) -> None:
        """One line that counts up."""
        line = _("%(done)s of %(total)s learners") % {"done": done, "total": total}
        self.stderr.write(f"\r{line}", self.style.NOTICE, ending="\n" if done == total else "")

    def print(self, done: Simulated, seconds: float) -> None:
        """What was written, and the faults by kind."""
        said = _("%(learners)s learners, %(attempts)s attempts, %(responses)s responses in %(seconds).1f s.")
        self.stdout.write(said % {**asdict(done), "seconds": seconds})
        if done.defects:
            count = len(done.defects)
            line = ngettext("%(n)s question has a planted fault:", "%(n)s questions have a planted fault:", count)
            self.stdout.write(line % {"n": count})
        for fault in done.defects:
            text = " ".join(fault.text.split())
            short = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
            option = _("option %(n)s “%(text)s”") % {"n": fault.place, "text": short}
            self.stdout.write(f"  {fault.code:<14} {fault.kind:<18} {option}: {_(DEFECTS[fault.kind])}")


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= 1_000_000:  # noqa: PLR2004
        raise ArgumentTypeError(_("%(text)s is not a number from 1 to 1000000") % {"text": repr(text)})
    return int(text)


def _defects(text: str) -> int:
    if text == "none":
        return 0
    if not text.isdecimal() or len(text) > 6:  # noqa: PLR2004
        raise ArgumentTypeError(_("%(text)s is neither a number nor “none”") % {"text": repr(text)})
    return int(text)
