"""What only the operator can mend is said in one line, and nothing is left behind or changed."""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from examprep.embedded import EmbeddedError, binaries, cluster, database_settings
from examprep.embedded.account import server_account
from examprep.embedded.errors import complaint
from examprep.embedded.places import Places
from tests.examprep.visitors import Visitor, is_over

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root runs the server as another user")


def refusal(data: Path, **more: str) -> str:
    visitor = Visitor(data, **more)
    assert not visitor.arrived()
    said = visitor.goes()
    assert visitor.process.returncode == 1
    assert len(said.splitlines()) == 1, said
    return said


@pytest.fixture
def small_disk(empty: Path) -> Iterator[Path]:
    """A folder on a disk of 8 MB."""
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "none", empty], check=False).returncode:  # noqa: S603, S607
        pytest.skip("only root may mount a small disk, and not everywhere")
    yield empty
    subprocess.run(["umount", empty], check=True)  # noqa: S603, S607


@pytest.fixture
def read_only(empty: Path) -> Iterator[Path]:
    """A folder in which nobody may write, root included."""
    if os.geteuid():
        empty.chmod(0o555)
        yield empty
        empty.chmod(0o755)
        return
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "none", empty], check=False).returncode:  # noqa: S603, S607
        pytest.skip("root may not mount a read-only folder here")
    yield empty
    subprocess.run(["umount", empty], check=True)  # noqa: S603, S607


def test_data_of_another_major_version(spoilt: Path) -> None:
    (spoilt / "postgres" / "PG_VERSION").write_text("17\n")

    said = refusal(spoilt)

    assert f"The data in {spoilt}/postgres was made by PostgreSQL 17 and this is PostgreSQL 18:" in said
    assert is_over(spoilt)


def test_a_folder_that_is_no_database(empty: Path) -> None:
    folder = empty / "postgres"
    folder.mkdir()
    server_account(empty / "none").give(folder)

    assert f"{folder} is not a database folder" in refusal(empty)
    assert list(folder.iterdir()) == []


def test_a_read_only_folder(read_only: Path) -> None:
    said = refusal(read_only)

    assert said.startswith(f"The data folder {read_only} cannot be used: ")
    assert list(read_only.iterdir()) == []


def test_a_missing_folder_in_a_read_only_one(read_only: Path) -> None:
    assert refusal(read_only / "data").startswith(f"The data folder {read_only}/data cannot be used: ")


def test_a_full_disk(small_disk: Path) -> None:
    assert re.fullmatch(rf"No room in {small_disk}: \d MB are free, the database needs 96 MB\.", refusal(small_disk))
    assert not (small_disk / "postgres").exists()


def test_a_disk_that_fills_up_while_the_database_is_made(small_disk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "NEEDED_TO_MAKE", 0)
    places = Places(small_disk)
    account = server_account(places.cluster)
    small_disk.chmod(0o755)

    with pytest.raises(EmbeddedError, match=r"could not be made in .*: .*No space left on device"):
        cluster.prepare(places, account, binaries.find(places, account))

    assert list(small_disk.iterdir()) == []


def test_a_file_in_place_of_the_folder(empty: Path) -> None:
    (empty / "data").touch()

    assert refusal(empty / "data").startswith(f"The data folder {empty}/data cannot be used: ")


def test_the_folder_of_somebody_else(spoilt: Path) -> None:
    if os.geteuid():
        pytest.skip("only root can give a folder away")
    os.chown(spoilt / "postgres", 12345, 12345)

    assert f"{spoilt}/postgres belongs to user id 12345, not to " in refusal(spoilt)


@as_root
def test_a_folder_that_the_servers_user_cannot_reach_and_that_stays_as_it_was(empty: Path) -> None:
    empty.chmod(0o700)

    assert f"who runs the database for root, cannot reach {empty}: choose another EXAMPREP_DATA." in refusal(empty)
    assert refusal(empty / "new").endswith(f"cannot reach {empty}: choose another EXAMPREP_DATA.")
    assert list(empty.iterdir()) == []
    assert empty.stat().st_mode & 0o777 == 0o700


def test_a_server_that_does_not_start_says_why(spoilt: Path) -> None:
    (spoilt / "postgres" / "postgresql.conf").write_text("no_such_setting = 1\n")

    said = refusal(spoilt)

    assert said.startswith(f"The database in {spoilt} does not start: ")
    assert "configuration file" in said
    assert is_over(spoilt)


def test_a_socket_folder_that_others_may_enter(spoilt: Path) -> None:
    (spoilt / "run").chmod(0o777)

    assert f"{spoilt}/run should be a folder that only " in refusal(spoilt)


def test_a_role_that_does_not_exist() -> None:
    with pytest.raises(EmbeddedError, match="app, owner, super, not 'root'"):
        database_settings("root")


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("LOG:  starting\n2026 UTC [1] FATAL:  could not open\nLOG:  down\n", "could not open"),
        (
            "initdb: error: could not access directory: Permission denied\n",
            "could not access directory: Permission denied",
        ),
        ("Traceback\n  last words\n\n", "last words"),
        ("", "no reason was given"),
    ],
)
def test_the_last_complaint_is_found_in_a_programs_output(output: str, line: str) -> None:
    assert complaint(output) == line
