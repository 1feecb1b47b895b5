"""Django starts the server by connecting, with a pool and without, and gets over its loss."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from examprep.embedded.places import BASE_DIR
from tests.examprep.visitors import Visitor, environment, eventually, is_over, server_pid

# Connects, asks and closes for each line, as a request does; says what went wrong instead of "in".
DJANGO_VISITOR = """
import os, sys
import django
from django.conf import settings
from django.db import OperationalError, connection
from examprep.embedded import database_settings

database = database_settings("app")
if os.environ["POOL"]:
    database["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 2, "timeout": 2}
settings.configure(DATABASES={"default": database})
django.setup()

def ask():
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            assert cursor.fetchone() == ("examprep_app",)
        print("in", flush=True)
    except OperationalError as error:
        print(type(error).__name__, flush=True)
    finally:
        connection.close()

ask()
for line in sys.stdin:
    ask()
if os.environ["POOL"]:
    connection.close_pool()
"""


def manage(data: Path, *command: str, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *command],
        cwd=BASE_DIR,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("pool", ["", "1"], ids=["single connections", "pool"])
def test_requests_start_the_server_and_outlive_it(data: Path, pool: str) -> None:
    visitor = Visitor(data, code=DJANGO_VISITOR, POOL=pool)
    assert visitor.arrived()
    killed = server_pid(data)
    assert killed

    os.kill(killed, signal.SIGKILL)

    # A session may answer once more before it notices, and a pool takes a moment to replace it.
    assert visitor.asks_again() or pool
    assert eventually(lambda: server_pid(data) not in {None, killed})
    assert eventually(visitor.asks_again) if pool else visitor.asks_again()
    visitor.goes()
    assert is_over(data)


def test_a_wrong_database_name_is_said_at_once_and_not_taken_for_a_crash(data: Path) -> None:
    code = DJANGO_VISITOR.replace("settings.configure", "database['NAME'] = 'nowhere'; settings.configure")
    visitor = Visitor(data, code=code, POOL="")
    assert visitor.process.stdout

    assert visitor.process.stdout.readline() == "OperationalError\n"
    visitor.goes()


def test_the_operators_shell_is_that_of_the_same_installation(data: Path) -> None:
    shell = manage(data, "dbshell", "--", "-Atc", "SELECT current_user, version()", DEBUG="1")

    assert shell.stdout.startswith("examprep_owner|PostgreSQL 18"), shell.stderr
    assert is_over(data)


def test_settings_that_are_missing_are_named_in_one_line(empty: Path) -> None:
    refused = manage(empty, "check")

    assert refused.returncode == 1
    assert "SECRET_KEY" in refused.stderr
    assert "ALLOWED_HOSTS" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert list(empty.iterdir()) == []


def test_a_database_that_cannot_be_used_is_said_in_one_line(spoilt: Path) -> None:
    (spoilt / "postgres" / "PG_VERSION").write_text("9.6\n")

    refused = manage(spoilt, "migrate", DEBUG="1")

    assert refused.returncode == 1
    assert f"The data in {spoilt}/postgres was made by PostgreSQL 9.6" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_with_a_database_url_that_server_is_used_and_nothing_is_made(data: Path, empty: Path) -> None:
    server = Visitor(data)
    assert server.arrived()

    url = f"postgres://examprep_owner@/examprep?host={data}/run"
    read = manage(empty, "inspectdb", DEBUG="1", DATABASE_URL=url)

    assert "This is an auto-generated Django model module" in read.stdout, read.stderr
    assert list(empty.iterdir()) == []
    server.goes()


def test_a_database_elsewhere_that_does_not_answer_is_said_in_one_line_and_starts_nothing(empty: Path) -> None:
    refused = manage(empty, "migrate", DEBUG="1", DATABASE_URL="postgres://nobody@127.0.0.1:9/nothing")

    assert refused.returncode == 1
    assert "connection failed" in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
    assert list(empty.iterdir()) == []
