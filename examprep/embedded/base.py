"""The Django backend: PostgreSQL's own, which starts the embedded server before it connects."""

from collections.abc import Iterable
from typing import Any

from django.db.backends.postgresql import base, client
from psycopg import OperationalError

from examprep.embedded import binaries, server


class DatabaseClient(client.DatabaseClient):
    """`manage.py dbshell` with the psql of the same installation."""

    def runshell(self, parameters: Iterable[str]) -> None:
        """Open a shell on the running server."""
        server.ensure_running()
        type(self).executable_name = str(binaries.installed() / "psql")
        super().runshell(parameters)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection to the embedded server."""

    client_class = DatabaseClient

    def get_connection_params(self) -> dict[str, Any]:
        """Return the parameters once the server runs: every connection, and a pool too, begins by asking for them."""
        server.ensure_running()
        return super().get_connection_params()

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; once more where the server has crashed and is back."""
        try:
            return super().get_new_connection(conn_params)
        except OperationalError:
            if not server.recover():
                raise
        return super().get_new_connection(conn_params)
