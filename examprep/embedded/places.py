"""Which folder holds what."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[2]

# A socket's address has room for 107 bytes, and PostgreSQL appends "/.s.PGSQL.5432".
LONGEST_RUN_FOLDER = 90


def data_dir() -> Path:
    """Return the folder for everything an installation keeps: EXAMPREP_DATA, or the usual place."""
    if chosen := os.environ.get("EXAMPREP_DATA"):
        return Path(chosen).expanduser().resolve()
    # Root's server runs as another user, who usually cannot reach root's checkout.
    return Path("/var/lib/examprep") if os.geteuid() == 0 else BASE_DIR / ".data"


@dataclass(frozen=True)
class Places:
    """The files and folders of one data folder; a pure function of its path."""

    data: Path

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own data folder; exists only once it is complete."""
        return self.data / "postgres"

    @property
    def binaries(self) -> Path:
        """A copy of PostgreSQL's programs, where the server's user cannot reach the installed ones."""
        return self.data / "binaries"

    @property
    def run(self) -> Path:
        """The folder of the Unix socket; a short one elsewhere, where the data folder's name does not do."""
        inside = self.data / "run"
        # libpq reads a comma as the start of another host.
        if len(os.fsencode(inside)) <= LONGEST_RUN_FOLDER and "," not in str(inside):
            return inside
        return Path("/tmp") / f"examprep-{hashlib.sha256(os.fsencode(inside)).hexdigest()[:16]}"  # noqa: S108 - checked by account.own_folder

    @property
    def access_rules(self) -> Path:
        """PostgreSQL's pg_hba.conf."""
        return self.data / "pg_hba.conf"

    @property
    def user_names(self) -> Path:
        """PostgreSQL's pg_ident.conf."""
        return self.data / "pg_ident.conf"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self.data / "postgres.log"

    @property
    def users(self) -> Path:
        """The lock shared by every process that uses the server."""
        return self.data / "users.lock"

    @property
    def keeper(self) -> Path:
        """The lock held by the process that looks after the server."""
        return self.data / "keeper.lock"
