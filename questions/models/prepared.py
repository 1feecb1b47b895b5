"""Statements that the server plans once for each connection: for the few that a learner waits for at every answer.

Planning a join of nine tables costs more than running it. Django binds parameters on the client, which leaves nothing
to prepare; a psycopg cursor that binds on the server prepares by itself where ``prepare_threshold`` allows it.
"""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from psycopg import Cursor


def fetch_all(sql: str, params: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows of a written-out statement; it is counted and refused like any other query of Django's."""
    connection.ensure_connection()
    raw: Any = Cursor(connection.connection)
    if not connection.queries_logged:
        with connection.make_cursor(raw) as cursor:
            return list(cursor.execute(sql, params))
    with connection.make_debug_cursor(raw) as cursor:
        rows = list(cursor.execute(sql, params))
    # What is bound on the server is nowhere to be read as one text: log the statement instead of nothing.
    connection.queries_log[-1]["sql"] = sql
    return rows
