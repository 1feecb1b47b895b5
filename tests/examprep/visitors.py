"""Real processes that use real servers in folders of their own."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

from examprep.embedded.locks import FileLock
from examprep.embedded.places import BASE_DIR, Places
from examprep.embedded.postmaster import status

# Uses the database, then does so again for each line it is told.
VISITOR = """
import sys
from examprep.embedded import EmbeddedError, server
try:
    server.ensure_running()
    print("in", flush=True)
    for line in sys.stdin:
        server.ensure_running()
        print("in", flush=True)
except EmbeddedError as error:
    sys.exit(str(error))
"""


# What would make a process of ours something else than the one that a test describes.
OURS = {"DATABASE_URL", "DEBUG", "DJANGO_SETTINGS_MODULE", "EXAMPREP_DB_ROLE", "SECRET_KEY", "ALLOWED_HOSTS"}


def environment(data: Path, **more: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**inherited, "EXAMPREP_DATA": str(data), **more}


class Visitor:
    """A process that uses the database of a data folder until it is told to go."""

    all: "ClassVar[list[Visitor]]" = []

    def __init__(self, data: Path, *, code: str = VISITOR, **more: str) -> None:
        self.process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", code],
            cwd=BASE_DIR,
            env=environment(data, **more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.all.append(self)

    def arrived(self) -> bool:
        assert self.process.stdout
        return self.process.stdout.readline().strip() == "in"

    def asks_again(self) -> bool:
        assert self.process.stdin
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.arrived()

    def goes(self) -> str:
        """What it says on stderr in the end."""
        return self.process.communicate(timeout=60)[1].strip()

    def is_killed(self) -> None:
        self.process.kill()
        self.process.communicate()


def eventually(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def server_pid(data: Path) -> int | None:
    found = status(Places(data))
    return found.pid if found else None


def keeper_pid(data: Path) -> int | None:
    """The process that holds `keeper.lock`, from the kernel's own table."""
    number = (data / "keeper.lock").stat().st_ino
    for line in Path("/proc/locks").read_text().splitlines():
        words = line.split()
        if "FLOCK" in words and "WRITE" in words and words[-3].endswith(f":{number}"):
            holder = int(words[-4])
            return _who_has_open(data / "keeper.lock") or holder
    return None


def _who_has_open(path: Path) -> int | None:
    """The keeper inherits its lock, so the kernel names the process that took it; look for who holds it now."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"examprep.embedded.keeper" in (process / "cmdline").read_bytes() and any(
                link.resolve() == path for link in (process / "fd").iterdir()
            ):
                return int(process.name)
        except OSError:
            continue
    return None


def is_over(data: Path) -> bool:
    """No server and no keeper are left."""
    lock = FileLock(data / "keeper.lock")
    try:
        return server_pid(data) is None and not lock.is_taken()
    finally:
        lock.close()


def end_everything(data: Path) -> None:
    """Leave no process behind, also where a test has failed."""
    if (data / "keeper.lock").exists():
        for pid in (keeper_pid(data), server_pid(data)):
            if pid:
                os.kill(pid, signal.SIGKILL)


def everybody_out() -> None:
    """End the visitors of a test that has failed before it could."""
    while Visitor.all:
        visitor = Visitor.all.pop()
        if visitor.process.returncode is None:
            visitor.is_killed()


def clean_up(data: Path) -> None:
    end_everything(data)
    shutil.rmtree(data, ignore_errors=True)


def copy(finished: Path, folder: Path) -> None:
    subprocess.run(["cp", "-a", finished, folder], check=True)  # noqa: S603, S607


def new_folder() -> Path:
    """Not pytest's tmp_path: root's server runs as another user, who cannot reach it. In memory where there is room."""
    memory = Path("/dev/shm")  # noqa: S108
    roomy = memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30
    if os.environ.get("DATABASE_URL"):
        pytest.skip("DATABASE_URL is set: nothing embedded is started")
    folder = Path(tempfile.mkdtemp(prefix="examprep-test-", dir=memory if roomy else None)).resolve()
    folder.chmod(0o755)
    return folder
