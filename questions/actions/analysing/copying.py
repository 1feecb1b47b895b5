"""Rows as arrays: what a query gives, packed by the database, without a step of Python's for each row."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from questions.actions.analysing.rows import binary_rows


class Kind(NamedTuple):
    """A column's type: how numpy calls it, the biggest byte first, and what makes bytes of it in the database."""

    dtype: str
    send: str


# A column of another type is an error of the statement.
INT: Final = Kind(">i4", "int4send")
BIGINT: Final = Kind(">i8", "int8send")
FLOAT: Final = Kind(">f8", "float8send")
# Microseconds since 2000.
TIME: Final = Kind(">i8", "timestamptz_send")
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
Arrays = dict[str, NDArray[Any]]
Columns = Mapping[str, Kind]


def ticks(time: datetime) -> int:
    """A time as the database counts it and its arrays give it."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def packed(columns: Columns) -> str:
    """The select list that packs these columns of ``t``: how many rows, and their bytes."""
    row = " || ".join(f"{kind.send}(t.{name})" for name, kind in columns.items())
    return f"count(*), string_agg({row}, '')"


def unpacked(found: Sequence[tuple[int, bytes | None]], columns: Columns) -> Arrays:
    """The arrays that :func:`packed` made, one after the other, in the machine's own format. None may hold a NULL."""
    layout = np.dtype([(name, kind.dtype) for name, kind in columns.items()])
    if any(len(data or b"") != count * layout.itemsize for count, data in found):
        message = f"not {', '.join(columns)} throughout"
        raise TypeError(message)
    rows = np.frombuffer(b"".join(data or b"" for _count, data in found), layout)
    return {name: rows[name].astype(np.dtype(kind.dtype).newbyteorder("=")) for name, kind in columns.items()}


def arrays(statement: str, columns: Columns, /, **values: Any) -> Arrays:
    """The columns that a query gives, in its order."""
    names = ", ".join(columns)
    statement = f"SELECT {packed(columns)} FROM ({statement}) AS t ({names})"  # noqa: S608 - our own names
    return unpacked(binary_rows(statement, **values), columns)


def placed(statement: str, columns: Columns, /, **values: Any) -> tuple[NDArray[np.int64], Arrays]:
    """The columns of many groups and the place of each row's, where a query gives a place and ``packed`` columns."""
    found = binary_rows(statement, **values)
    place = np.repeat(np.array([row[0] for row in found], dtype=np.int64), [row[1] for row in found])
    return place, unpacked([(count, data) for _place, count, data in found], columns)
