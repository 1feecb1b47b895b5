"""Who may connect, as whom, to a server that gives up nothing for speed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import errors

from examprep.embedded import EmbeddedError, binaries, database_settings
from examprep.embedded.account import Account, server_account
from examprep.embedded.places import Places
from tests.examprep.visitors import Visitor, end_everything

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")


def connect(data: Path, role: str, dbname: str = "examprep") -> "psycopg.Connection[tuple[Any, ...]]":
    return psycopg.connect(
        host=str(Places(data).run), port=5432, user=f"examprep_{role}", dbname=dbname, autocommit=True
    )


@pytest.fixture(scope="module")
def running(finished: Path) -> Iterator[Path]:
    visitor = Visitor(finished)
    Visitor.all.remove(visitor)  # it stays for the whole module
    assert visitor.arrived()
    yield finished
    visitor.goes()
    end_everything(finished)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("fsync", "on"),
        ("full_page_writes", "on"),
        ("synchronous_commit", "on"),
        ("data_checksums", "on"),
        ("listen_addresses", ""),
        ("server_encoding", "UTF8"),
        ("max_connections", "100"),
    ],
)
def test_the_server_is_set_up_to_keep_what_it_was_told(running: Path, setting: str, value: str) -> None:
    with connect(running, "app") as connection:
        assert connection.execute(f"SHOW {setting}").fetchone() == (value,)


def test_letters_are_those_of_unicode_not_of_ascii(running: Path) -> None:
    with connect(running, "app") as connection:
        assert connection.execute("SELECT lower('ÄÖ'), 'é' ~ '[[:alpha:]]'").fetchone() == ("äö", True)


def test_the_owner_makes_databases_and_trusted_extensions_and_is_no_superuser(running: Path) -> None:
    with connect(running, "owner") as connection:
        connection.execute("CREATE DATABASE test_examprep")
        connection.execute("DROP DATABASE test_examprep")
        connection.execute("CREATE EXTENSION pg_trgm")
        assert connection.execute("SELECT similarity('Straße', 'Strasse') > 0.3").fetchone() == (True,)
        connection.execute("DROP EXTENSION pg_trgm")
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute("CREATE ROLE another")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (id int)",
        "CREATE TEMPORARY TABLE mine (id int)",
        "CREATE SCHEMA mine",
        "CREATE DATABASE mine",
        "SELECT * FROM kept",
        "TRUNCATE kept",
        "SET ROLE examprep_owner",
        "COPY (SELECT 1) TO '/tmp/copied'",
    ],
)
def test_the_application_may_do_nothing_that_it_was_not_granted(running: Path, statement: str) -> None:
    with connect(running, "owner") as owner, connect(running, "app") as app:
        owner.execute("CREATE TABLE IF NOT EXISTS kept (id int)")

        with pytest.raises(errors.InsufficientPrivilege):
            app.execute(statement)


@as_root
def test_another_user_of_the_machine_cannot_connect(running: Path) -> None:
    psql = binaries.installed() / "psql"
    stranger = Account("stranger", 54321, 54321)
    if not stranger.can_enter(psql.parent):
        pytest.skip("the programs lie where others cannot reach them")

    with pytest.raises(EmbeddedError, match="Permission denied"):
        stranger.run(psql, "-h", Places(running).run, "-p", "5432", "-U", "examprep_app", "examprep")


@as_root
def test_the_user_the_server_runs_as_cannot_connect_either(running: Path) -> None:
    places = Places(running)
    account = server_account(places.cluster)
    psql = binaries.find(places, account).folder / "psql"

    with pytest.raises(EmbeddedError, match="Peer authentication failed"):
        account.run(psql, "-h", places.run, "-p", "5432", "-U", "examprep_app", "examprep")


def test_asking_for_the_settings_touches_nothing(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPREP_DATA", str(empty / "data"))

    settings = database_settings("owner")

    assert settings["ENGINE"] == "examprep.embedded"
    assert settings["USER"] == "examprep_owner"
    assert settings["HOST"] == str(empty / "data" / "run")
    assert list(empty.iterdir()) == []
