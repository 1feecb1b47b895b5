#!/usr/bin/env python
"""Django's command line, where what only the operator can mend is said in one line."""

import os
import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError

from examprep.embedded import EmbeddedError

BASE_DIR = Path(__file__).parent
SERVES = {"runserver", "testserver"}
# Commands that anybody may try beside a demo, as the README shows them, before anything is set up.
TRIED = {
    "analyse_csv",
    "analyse_items",
    "calibrate",
    "export_responses",
    "import_questions",
    "lint_questions",
    "simulate_learners",
}


def is_set_up() -> bool:
    """Whether this is more than a trial: somebody has said how it is to run."""
    return (BASE_DIR / ".env").exists() or not {"DEBUG", "SECRET_KEY", "DATABASE_URL"}.isdisjoint(os.environ)


def main() -> None:
    """Run one command; `--traceback` shows where its error came from."""
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "examprep.settings")
    # What serves pages has the rights that pages need; everything else is maintenance.
    os.environ.setdefault("EXAMPREP_DB_ROLE", "app" if command in SERVES else "owner")
    if command == "demo" or (command in TRIED and not is_set_up()):
        os.environ.setdefault("DEBUG", "1")
    try:
        execute_from_command_line(sys.argv)
    except (EmbeddedError, ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(" ".join(str(error).split()))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
