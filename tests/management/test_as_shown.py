"""The README's commands as they are shown there: with nothing set, on a machine where nothing is set up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

# The tests themselves run by settings of their own.
SET_UP = ("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "EXAMPREP_DB_ROLE")


def run(folder: Path, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    bare = {name: value for name, value in os.environ.items() if name not in SET_UP}
    return subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env={**bare, "EXAMPREP_DATA": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif((settings.BASE_DIR / ".env").exists(), reason="an .env file says how this checkout is to run")
def test_a_command_that_needs_no_secret_asks_for_none(tmp_path: Path) -> None:
    done = run(tmp_path, "lint_questions", "fixtures/nca-genm")

    assert (done.returncode, done.stderr) == (0, "")
    assert "252" in done.stdout


@pytest.mark.skipif((settings.BASE_DIR / ".env").exists(), reason="an .env file says how this checkout is to run")
@pytest.mark.parametrize(("command", "environment"), [("check", {}), ("lint_questions", {"DEBUG": "0"})])
def test_what_serves_or_was_set_up_names_what_is_missing(
    tmp_path: Path, command: str, environment: dict[str, str]
) -> None:
    done = run(tmp_path, command, **environment)

    assert done.returncode != 0
    assert "must be set" in done.stderr
