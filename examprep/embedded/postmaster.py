"""Starts, watches and stops the server process."""

import os
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from examprep.embedded.account import Account, clean_environment
from examprep.embedded.binaries import Binaries
from examprep.embedded.places import Places

# Nothing is traded for speed: fsync, full_page_writes and synchronous_commit stay on, as data is to survive.
OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "effective_cache_size": "1GB",
    "random_page_cost": "1.1",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}
STATUS_LINE = 7
# A fast shutdown ends sessions and writes data; the others are for a server that no longer listens.
ENDINGS = ((signal.SIGINT, 30.0), (signal.SIGQUIT, 5.0), (signal.SIGKILL, 5.0))


@dataclass(frozen=True)
class Status:
    """What `postmaster.pid` says."""

    pid: int
    ready: bool


def status(places: Places) -> Status | None:
    """Return the status of the server that lives in this data folder; None when there is none."""
    try:
        lines = (places.cluster / "postmaster.pid").read_text().splitlines()
        pid = int(lines[0])
    except (OSError, ValueError, IndexError):
        return None
    if not _is_ours(pid, places):
        return None
    return Status(pid, ready=len(lines) > STATUS_LINE and lines[STATUS_LINE].strip() == "ready")


def is_ready(places: Places) -> bool:
    """Whether the server lives and takes connections."""
    found = status(places)
    return found is not None and found.ready


@dataclass(frozen=True)
class Postmaster:
    """The server process: our child, or one that a keeper before us has left."""

    places: Places
    pid: int
    child: "subprocess.Popen[bytes] | None" = None

    @classmethod
    def adopt(cls, places: Places) -> Self | None:
        """Return the server that runs already, if one does."""
        found = status(places)
        return cls(places, found.pid) if found else None

    @classmethod
    def start(cls, places: Places, account: Account, binaries: Binaries) -> Self:
        """Start the server as a child of this process; it is not ready yet, and may fail."""
        _forget_the_dead(places)
        options = OPTIONS | {
            "unix_socket_directories": str(places.run),
            "hba_file": str(places.access_rules),
            "ident_file": str(places.user_names),
        }
        words = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
        child = subprocess.Popen(  # noqa: S603 - our own words only
            [binaries.folder / "postgres", "-D", places.cluster, "-p", "5432", *words],
            stdin=subprocess.DEVNULL,
            cwd="/",
            env=clean_environment(),
            **account.identity(),
        )
        return cls(places, child.pid, child)

    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self.child.poll() is not None if self.child else status(self.places) is None

    def was_stopped(self) -> bool:
        """Whether it has ended because somebody asked it to."""
        return self.child is not None and self.child.returncode == 0

    def stop(self) -> None:
        """End all sessions and the server, by force where it does not listen."""
        for how, patience in ENDINGS:
            if self.has_ended():
                return
            os.kill(self.pid, how)
            deadline = time.monotonic() + patience
            while time.monotonic() < deadline and not self.has_ended():
                time.sleep(0.02)


def _is_ours(pid: int, places: Places) -> bool:
    """Whether the process is this folder's server, and not another one that got its number since."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    process = Path(f"/proc/{pid}")
    try:
        # A server works in its data folder, by whatever path it was told of it.
        return (process / "cwd").samefile(places.cluster)
    except OSError:
        pass  # some containers do not let root see where another user's process works
    try:
        return os.fsencode(places.cluster) in (process / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return True  # no /proc: believe the number, as PostgreSQL itself does


def _forget_the_dead(places: Places) -> None:
    """Remove lock files whose number another process has got, after a reboot: PostgreSQL would refuse to start.

    Where the number is free PostgreSQL decides by itself, and it also asks for shared memory that is still in use.
    """
    for path in (places.cluster / "postmaster.pid", places.run / ".s.PGSQL.5432.lock"):
        try:
            pid = int(path.read_text().splitlines()[0])
            os.kill(pid, 0)
        except (OSError, ValueError, IndexError):
            continue
        if not _is_ours(pid, places):
            path.unlink(missing_ok=True)
