"""Statements that take lists, and give rows."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import connection
from psycopg import Cursor
from psycopg.pq import Format

Thing = TypeVar("Thing")


def rows(statement: str, /, **values: Any) -> list[tuple[Any, ...]]:
    """The rows that a statement gives."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def binary_rows(statement: str, /, **values: Any) -> list[tuple[Any, ...]]:
    """The rows that a statement gives, sent as they are: bytes as text would be twice as many."""
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.format = Format.BINARY
        cursor.execute(statement, values)
        return cursor.fetchall()


def change(statement: str, /, **values: Any) -> int:
    """How many rows a statement touched."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def batches(things: Iterable[Thing], size: int) -> Iterator[Sequence[Thing]]:
    """Lists of at most ``size``, in order."""
    left = iter(things)
    while batch := list(islice(left, size)):
        yield batch
