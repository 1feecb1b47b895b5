"""The way in: this process's share in the server."""

import atexit
import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

from examprep.embedded import binaries, cluster
from examprep.embedded.account import server_account
from examprep.embedded.errors import EmbeddedError, complaint
from examprep.embedded.locks import FileLock
from examprep.embedded.places import BASE_DIR, Places, data_dir
from examprep.embedded.postmaster import Postmaster, is_ready

PATIENCE = 60.0  # seconds; a server that was killed may have much to recover
LOG_LIMIT = 5 * cluster.MEGABYTE


class Membership:
    """A place among the users of a server, kept until the process ends."""

    current: "Membership | None" = None
    mutex = threading.Lock()

    def __init__(self, places: Places) -> None:
        self.places = places
        with _one_line(places):
            cluster.make_data_folder(places)
            self.users = FileLock(places.users)
            self.keeper = FileLock(places.keeper)
        # Refused only while a keeper has it, which is stopping the server.
        if not _wait(self.users.share):
            msg = f"The database in {places.data} is being stopped, and does not end."
            raise EmbeddedError(msg)
        atexit.register(self.leave)

    @classmethod
    def of_this_process(cls) -> "Membership":
        """Return this process's membership, joining first where it must be."""
        if cls.current is None:
            with cls.mutex:
                cls.current = cls.current or cls(Places(data_dir()))
        return cls.current

    def leave(self) -> None:
        """Leave, and wait for the server to stop when nobody else is left, so that an end is an end."""
        self.users.close()
        users = FileLock(self.places.users)
        _wait(lambda: _has_others(users) or not self.keeper.is_taken())
        # A keeper that was killed has left its server behind.
        if users.take() and self.keeper.take() and (server := Postmaster.adopt(self.places)):
            server.stop()


def ensure_running() -> None:
    """Count this process among the users, and return when the server takes connections; cheap when it does.

    Raises EmbeddedError, with one line that says why, when it cannot.
    """
    member = Membership.of_this_process()
    if not member.keeper.is_taken():
        _start(member)


def recover() -> bool:
    """Wait for a server that has just crashed; False when it was running all along and the fault is another."""
    member = Membership.of_this_process()
    if is_ready(member.places):
        return False
    _start(member)
    return True


def _start(member: Membership) -> None:
    """Hire a keeper, unless somebody else does so at this moment, and wait for the server."""
    places = member.places
    deadline = time.monotonic() + PATIENCE
    with member.mutex, _one_line(places):
        while time.monotonic() < deadline:
            log_start = _hire(places)
            _wait(lambda: is_ready(places) or not member.keeper.is_taken())
            if is_ready(places):
                return
            if log_start is not None:
                said = places.log.read_bytes()[log_start:].decode(errors="replace")
                msg = f"The database in {places.data} does not start: {complaint(said)}"
                raise EmbeddedError(msg)
    msg = f"The database in {places.data} was not ready after {PATIENCE:.0f} s; see {places.log}."
    raise EmbeddedError(msg)


def _hire(places: Places) -> int | None:
    """Prepare the folder and start a keeper; return where its log starts, or None when there is one already."""
    lock = FileLock(places.keeper)
    try:
        if not lock.take():
            return None
        account = server_account(places.cluster)
        programs = binaries.find(places, account)
        cluster.prepare(places, account, programs)
        return _spawn_keeper(places, lock)
    finally:
        lock.close()


def _spawn_keeper(places: Places, lock: FileLock) -> int:
    if places.log.exists() and places.log.stat().st_size > LOG_LIMIT:
        places.log.replace(places.log.with_suffix(".log.old"))
    places.log.touch(mode=0o600)
    start = places.log.stat().st_size
    with places.log.open("ab") as log:
        subprocess.run(  # noqa: S603 - our own words only
            [sys.executable, "-m", "examprep.embedded.keeper", places.data],
            check=False,  # it says why in the log, and lets go of the lock
            cwd=BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=[lock.fd],
        )
    return start


def _has_others(users: FileLock) -> bool:
    """Whether others use the server; a keeper that has the lock alone is no user, it is stopping the server."""
    if users.take():
        users.release()
        return False
    return not users.is_taken()


def _wait(condition: Callable[[], bool]) -> bool:
    """Wait until the condition holds; False when it still does not after PATIENCE seconds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@contextlib.contextmanager
def _one_line(places: Places) -> Iterator[None]:
    """Turn what the system says (read-only, full, not permitted) into one line about the data folder."""
    try:
        yield
    except OSError as error:
        msg = f"The data folder {places.data} cannot be used: {error.strerror or error} ({error.filename})."
        raise EmbeddedError(msg) from None
