"""The system user the server runs as: PostgreSQL refuses to run as root."""

import os
import pwd
import stat
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from examprep.embedded.errors import EmbeddedError, complaint

UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    """A system user by name and numbers."""

    name: str
    uid: int
    gid: int

    def identity(self) -> dict[str, Any]:
        """Return the arguments that make `subprocess` run a program as this user; none for ourselves."""
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}

    def run(self, *command: str | Path, text: str = "") -> str:
        """Run a program as this user, with `text` as its input, and return its output.

        Raises EmbeddedError with the program's own complaint, and PermissionError when the user cannot reach it.
        """
        result = subprocess.run(  # noqa: S603 - our own words only
            command,
            input=text,
            capture_output=True,
            text=True,
            check=False,
            cwd="/",
            env=clean_environment(),
            **self.identity(),
        )
        if result.returncode:
            raise EmbeddedError(complaint(result.stderr))
        output: str = result.stdout
        return output

    def give(self, folder: Path) -> None:
        """Make a folder that we have just made theirs."""
        if self.uid != os.geteuid():
            os.chown(folder, self.uid, self.gid)

    def can_enter(self, folder: Path) -> bool:
        """Whether this user can reach what lies in the folder."""
        try:
            self.run("/bin/sh", "-c", '[ -x "$1" ]', "sh", folder)
        except EmbeddedError:
            return False
        return True


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead PostgreSQL's programs elsewhere, and with English messages."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return {**kept, "LC_ALL": "C"}


def caller() -> Account:
    """Return the user this process runs as."""
    try:
        entry = pwd.getpwuid(os.geteuid())
    except KeyError:
        msg = f"User id {os.geteuid()} has no name on this system; PostgreSQL needs one."
        raise EmbeddedError(msg) from None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def server_account(cluster: Path) -> Account:
    """Return the user the server runs as: the caller, or for root an unprivileged one.

    A cluster that exists stays with its owner, even where a better candidate has appeared since.
    """
    candidates = [caller()] if os.geteuid() else [found for name in UNPRIVILEGED if (found := _lookup(name))]
    if not candidates:
        msg = f"PostgreSQL cannot run as root, and there is no user {' or '.join(UNPRIVILEGED)}."
        raise EmbeddedError(msg)
    if not cluster.exists():
        return candidates[0]
    owner = cluster.stat().st_uid
    for candidate in candidates:
        if candidate.uid == owner:
            return candidate
    msg = f"{cluster} belongs to user id {owner}, not to {candidates[0].name}: choose another EXAMPREP_DATA."
    raise EmbeddedError(msg)


def own_folder(path: Path, account: Account) -> None:
    """Make a folder that only `account` may enter; one that was there before must already be that."""
    try:
        path.mkdir(mode=0o700)
    except FileExistsError:
        found = path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != account.uid or found.st_mode & 0o077:
            msg = f"{path} should be a folder that only {account.name} may enter; it is not."
            raise EmbeddedError(msg) from None
    else:
        account.give(path)


def _lookup(name: str) -> Account | None:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        return None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
