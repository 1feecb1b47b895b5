"""Makes PostgreSQL's data folder, with the roles and the database in it, and writes who may connect."""

import contextlib
import locale
import os
import shutil
import tempfile
from pathlib import Path

from examprep.embedded.account import Account, caller, own_folder, server_account
from examprep.embedded.binaries import Binaries
from examprep.embedded.errors import EmbeddedError
from examprep.embedded.places import Places

MEGABYTE = 1 << 20
# A new cluster has some 46 MB; one that exists must be able to write its next WAL segment.
NEEDED_TO_MAKE = 96 * MEGABYTE
NEEDED_TO_START = 20 * MEGABYTE

# The web application gets what migrations grant it; a database is open to PUBLIC by default.
ROLES = """\
CREATE ROLE examprep_owner LOGIN CREATEDB;
CREATE ROLE examprep_app LOGIN;
GRANT examprep_app TO examprep_owner;
CREATE DATABASE examprep OWNER examprep_owner;
REVOKE ALL ON DATABASE examprep FROM PUBLIC;
GRANT CONNECT ON DATABASE examprep TO examprep_app;
"""


def make_data_folder(places: Places) -> None:
    """Make the data folder where it is missing; one that was there before is left as it is."""
    if places.users.exists():
        return
    nearest = next(folder for folder in (places.data, *places.data.parents) if folder.is_dir())
    _require_way_in(server_account(places.cluster), nearest)
    places.data.parent.mkdir(parents=True, exist_ok=True)
    # Two first starts may come at once.
    with contextlib.suppress(FileExistsError):
        places.data.mkdir(mode=0o700)
        if os.geteuid() == 0:
            places.data.chmod(0o711)  # the server's user passes through, whatever root's umask says


def prepare(places: Places, account: Account, binaries: Binaries) -> None:
    """Bring the folder into a state in which the server can start; the caller holds `keeper.lock`."""
    _require_way_in(account, places.data)
    if not places.cluster.exists():
        _make(places, account, binaries)
    _check_version(places.cluster, binaries)
    require_space(places.cluster, NEEDED_TO_START)
    own_folder(places.run, account)
    write_access_rules(places)


def require_space(folder: Path, needed: int) -> None:
    """Raise EmbeddedError where fewer than `needed` bytes are free."""
    free = shutil.disk_usage(folder).free
    if free < needed:
        msg = f"No room in {folder}: {free // MEGABYTE} MB are free, the database needs {needed // MEGABYTE} MB."
        raise EmbeddedError(msg)


def write_access_rules(places: Places) -> None:
    """Let in the user who owns the installation, as any role, and nobody else.

    The files lie outside the cluster: root does not write into a folder that another user owns.
    """
    name = caller().name.replace('"', '""')
    for path, text in (
        (places.access_rules, "local all all peer map=installation\n"),
        (places.user_names, f'installation "{name}" all\n'),
    ):
        path.write_text(text)
        path.chmod(0o644)


def _require_way_in(account: Account, folder: Path) -> None:
    """Raise EmbeddedError where root's server, which runs as another user, cannot reach the folder."""
    if os.geteuid() == 0 and not account.can_enter(folder):
        msg = f"{account.name}, who runs the database for root, cannot reach {folder}: choose another EXAMPREP_DATA."
        raise EmbeddedError(msg)


def _make(places: Places, account: Account, binaries: Binaries) -> None:
    """Make the cluster under another name first: `postgres` exists only when it is complete."""
    for leftover in places.data.glob("unfinished-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    require_space(places.data, NEEDED_TO_MAKE)
    unfinished = Path(tempfile.mkdtemp(prefix="unfinished-", dir=places.data))
    try:
        account.give(unfinished)
        _fill(unfinished, account, binaries)
        unfinished.rename(places.cluster)
    except EmbeddedError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        msg = f"The database could not be made in {places.data}: {error}"
        raise EmbeddedError(msg) from None


def _fill(folder: Path, account: Account, binaries: Binaries) -> None:
    account.run(
        binaries.folder / "initdb",
        f"--pgdata={folder}",
        "--username=examprep_super",
        "--auth=peer",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        f"--locale={_system_locale()}",
        "--lc-messages=C",
        "--no-instructions",
    )
    single_user = (binaries.folder / "postgres", "--single", "-D", folder, "-c", "exit_on_error=on", "postgres")
    account.run(*single_user, text=ROLES)


def _system_locale() -> str:
    """Return C.UTF-8 where the system has it: trigrams and text search ask it what a letter is."""
    before = locale.setlocale(locale.LC_CTYPE)
    try:
        locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    except locale.Error:
        return "C"
    finally:
        locale.setlocale(locale.LC_CTYPE, before)
    return "C.UTF-8"


def _check_version(cluster: Path, binaries: Binaries) -> None:
    try:
        made_by = (cluster / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        msg = f"{cluster} is not a database folder: remove it, or choose another EXAMPREP_DATA."
        raise EmbeddedError(msg) from None
    if made_by != str(binaries.major):
        msg = (
            f"The data in {cluster} was made by PostgreSQL {made_by} and this is PostgreSQL {binaries.major}: "
            f"move it with pg_dump and pg_restore, or choose another EXAMPREP_DATA."
        )
        raise EmbeddedError(msg)
