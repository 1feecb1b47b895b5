"""Rows by name from a statement that is written out."""

from types import SimpleNamespace
from typing import Any

from django.db import connection


def rows(statement: str, /, **values: Any) -> list[Any]:
    """The rows that a statement gives, their columns as attributes."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        names = [column[0] for column in cursor.description or ()]
        return [SimpleNamespace(**dict(zip(names, cells, strict=True))) for cells in cursor.fetchall()]
