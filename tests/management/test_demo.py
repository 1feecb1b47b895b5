"""`manage.py demo` as people run it, in a data folder of its own; its refusals also without a process."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from examprep.embedded.places import BASE_DIR
from questions.management.demo.kept import Kept
from questions.management.demo.serving import reserved
from tests.examprep.visitors import clean_up, environment, eventually, is_over, new_folder

READY = "Ctrl-C stops everything"
MONTH = "A month of learners is being simulated…"
MONTH_DONE = "The month of learners is ready: reviewer@example.org sees what it says."
COUNT = "from questions.actions.simulating import simulated_learners; print(simulated_learners())"
PASSWORD = re.compile(r"(\w+@example\.org)\s+((?:\w{4}-){2}\w{4}) ")
SLOW_MACHINE = 120  # seconds


class Demo:
    """A running demo."""

    def __init__(self, data: Path, *arguments: str) -> None:
        with socket.socket() as held:
            held.bind(("127.0.0.1", 0))
            self.port: int = held.getsockname()[1]
        self._file = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by `close`
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "manage.py", "demo", "--port", str(self.port), *arguments],
            cwd=BASE_DIR,
            env=environment(data),
            stdout=self._file,
            stderr=subprocess.STDOUT,
        )

    @property
    def said(self) -> str:
        """Everything on both streams so far."""
        size = os.fstat(self._file.fileno()).st_size
        return os.pread(self._file.fileno(), size, 0).decode()

    def is_ready(self) -> bool:
        return eventually(lambda: READY in self.said or self.process.poll() is not None, SLOW_MACHINE) and (
            READY in self.said
        )

    def has_its_month(self) -> bool:
        return eventually(lambda: "The month of learners" in self.said, SLOW_MACHINE) and MONTH_DONE in self.said

    def passwords(self) -> dict[str, str]:
        return dict(PASSWORD.findall(self.said))

    def status(self, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def port_is_free(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) != 0

    def stops(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(timeout=20)

    def is_killed(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.is_killed()
        self._file.close()


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    folder = new_folder()
    yield folder
    clean_up(folder)


@pytest.fixture(scope="module")
def first(folder: Path) -> Iterator[Demo]:
    """The first start of all, in an empty folder, as far as the lines that say where to click."""
    demo = Demo(folder)
    assert demo.is_ready(), demo.said
    yield demo
    demo.close()


@pytest.fixture(scope="module")
def second(folder: Path, first: Demo) -> Iterator[Demo]:
    """A later start in the same folder."""
    first.stops(signal.SIGINT)
    demo = Demo(folder)
    assert demo.is_ready(), demo.said
    yield demo
    demo.close()


@pytest.fixture(scope="module")
def third(folder: Path, second: Demo) -> Iterator[Demo]:
    """A start after two that ended while the month of learners was being made."""
    second.is_killed()
    demo = Demo(folder)
    assert demo.is_ready(), demo.said
    yield demo
    demo.close()


def test_the_first_start_says_what_it_does_and_where_to_click(folder: Path, first: Demo) -> None:
    lines = ["Opening the database…", "Making tables…", "Loading the sample bank…", "Starting the web server…"]
    assert [line for line in first.said.splitlines() if line in lines] == lines
    for path in ("/", "/c/nca-genm/", "/practice/?certification=nca-genm", "/admin/", "/review/", "/account/login/"):
        assert f"http://127.0.0.1:{first.port}{path}" in first.said
    assert f"the data stays in {folder}" in first.said


def test_pages_and_static_files_are_served(first: Demo) -> None:
    assert [first.status(path) for path in ("/", "/c/nca-genm/", "/static/css/app.css")] == [200, 200, 200]


def test_each_kind_of_person_gets_a_password_that_nobody_else_may_read(folder: Path, first: Demo) -> None:
    assert list(first.passwords()) == [f"{name}@example.org" for name in ("learner", "instructor", "reviewer", "admin")]
    assert len(set(first.passwords().values())) == 4
    assert (folder / "demo.json").stat().st_mode & 0o777 == 0o600


def test_a_month_of_learners_begins_once_pages_are_served(first: Demo) -> None:
    assert eventually(lambda: first.said.endswith(f"{MONTH}\n"))
    assert first.said.index(READY) < first.said.index(MONTH)


def test_ctrl_c_stops_everything_and_the_next_start_finds_it_as_it_was(folder: Path, first: Demo) -> None:
    passwords = first.passwords()

    assert first.stops(signal.SIGINT) == 0

    assert is_over(folder)
    assert first.port_is_free()
    assert first.said.endswith("Stopping. The data stays.\n")
    assert MONTH_DONE not in first.said
    assert "Traceback" not in first.said
    assert "[ERROR]" not in first.said
    assert passwords == first.passwords()


def test_a_later_start_prints_the_same_passwords_and_prepares_nothing(first: Demo, second: Demo) -> None:
    assert second.passwords() == first.passwords()
    assert "Making tables" not in second.said
    assert "Loading" not in second.said


def test_the_web_server_has_the_applications_rights_and_the_key_that_was_kept(folder: Path, second: Demo) -> None:
    children = Path(f"/proc/{second.process.pid}/task/{second.process.pid}/children").read_text().split()
    key = json.loads((folder / "demo.json").read_text())["secret_key"]

    environments = [Path(f"/proc/{pid}/environ").read_bytes() for pid in children]

    worker = next(found for found in environments if b"EXAMPREP_DB_ROLE=app\0" in found)
    assert f"SECRET_KEY={key}\0".encode() in worker


def test_nothing_is_left_of_a_demo_that_was_killed_in_the_middle_of_its_month(folder: Path, second: Demo) -> None:
    assert eventually(lambda: MONTH in second.said)

    second.is_killed()

    assert eventually(lambda: second.port_is_free() and is_over(folder))
    assert MONTH_DONE not in second.said


@pytest.mark.slow
def test_the_month_comes_whole_and_once_though_it_was_cut_off_twice(folder: Path, third: Demo) -> None:
    assert third.has_its_month(), third.said
    assert manage(folder, "shell", "-v", "0", "-c", COUNT).stdout.strip() == "250"

    again = manage(folder, "demo_month")

    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert manage(folder, "shell", "-v", "0", "-c", COUNT).stdout.strip() == "250"


def manage(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603
        [sys.executable, "manage.py", *arguments],
        cwd=BASE_DIR,
        env=environment(folder, DEBUG="1"),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_taken_port_is_named_before_anything_is_made(empty_settings: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        with pytest.raises(CommandError, match=f"^Port {port} cannot be used: Address already in use\\. Try another"):
            call_command("demo", "--port", str(port))

    assert list(empty_settings.iterdir()) == []


def test_a_port_is_held_while_the_demo_is_starting_and_free_afterwards() -> None:
    for _again in range(2):
        with reserved(48_123), pytest.raises(CommandError, match="48123 cannot be used"), reserved(48_123):
            pass


@pytest.mark.parametrize("port", ["0", "-1", "65536", "http"])
def test_what_is_no_port_is_refused(empty_settings: Path, port: str) -> None:
    with pytest.raises(CommandError, match="port"):
        call_command("demo", "--port", port)


def test_it_prints_no_passwords_without_debug(settings: Settings, empty_settings: Path) -> None:
    settings.DEBUG = False

    with pytest.raises(CommandError, match="only with DEBUG=1"):
        call_command("demo")

    assert list(empty_settings.iterdir()) == []


@pytest.fixture
def empty_settings(settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """DEBUG, an empty data folder, and the signal handlers as they were."""
    settings.DEBUG = True
    settings.DATA_DIR = tmp_path
    before = signal.getsignal(signal.SIGTERM)
    yield tmp_path
    signal.signal(signal.SIGTERM, before)


def test_passwords_and_key_are_made_once_and_kept(tmp_path: Path) -> None:
    made = Kept(tmp_path / "data")
    password, key = made.password("learner@example.org"), made.secret_key()
    made.remember_hash("learner@example.org", "hashed")
    made.save()

    kept = Kept(tmp_path / "data")

    assert (kept.password("learner@example.org"), kept.secret_key()) == (password, key)
    assert kept.stored_hash("learner@example.org") == "hashed"
    assert kept.password("other@example.org") != password
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["demo.json"]
