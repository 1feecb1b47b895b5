"""`manage.py demo_month`: what `demo` starts beside itself, so that its pages come first."""

import os
import sys
import threading
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand
from django.utils.translation import gettext as _

from questions.management.demo.filling import fill

NICE = 10


class Command(BaseCommand):
    """Does what is missing of the month, quietly and out of the way."""

    help = _(
        "Let a month of simulated learners answer the demo's questions, and analyse what they say, where that has not"
        " been done. “demo” starts this by itself."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How it learns that the demo has gone."""
        parser.add_argument("--while-stdin", action="store_true", help=_("end at once when the standard input closes"))

    def handle(self, *, while_stdin: bool, **_options: Any) -> None:
        """Step aside for those who wait for pages, and fill."""
        if while_stdin:
            threading.Thread(target=_leave_when_it_closes, daemon=True).start()
        os.nice(NICE)
        fill()


def _leave_when_it_closes() -> None:
    # Not by sys.stdin: its lock, held here, would end the interpreter in a fault.
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)
