"""Rows as arrays: what a query gives, packed by the database, without a step of Python's for each row."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from questions.actions.analysing.rows import rows

# The column's type in the database decides how it comes: as numbers of one size, the biggest byte first.
INT: Final = ">i4"
BIGINT: Final = ">i8"
FLOAT: Final = ">f8"
# Microseconds since 2000.
TIME: Final = ">i8"
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
# Dimensions, whether there are nulls, type, length, first index.
_HEAD: Final = 20
Arrays = dict[str, NDArray[Any]]


def ticks(time: datetime) -> int:
    """A time as the database counts it and its arrays give it."""
    return (time - _EPOCH) // timedelta(microseconds=1)


def packed(columns: Mapping[str, str]) -> str:
    """The select list that packs these columns of ``t``."""
    return ", ".join(f"array_send(array_agg(t.{name}))" for name in columns)


def unpacked(row: tuple[bytes | None, ...], columns: Mapping[str, str]) -> Arrays:
    """The arrays that :func:`packed` made, in the machine's own format. None may hold a NULL."""
    return {name: _array(data, kind) for data, (name, kind) in zip(row, columns.items(), strict=True)}


def _array(data: bytes | None, kind: str) -> NDArray[Any]:
    own = np.dtype(kind).newbyteorder("=")
    if data is None:
        return np.zeros(0, dtype=own)
    layout = np.dtype([("size", ">i4"), ("value", kind)])
    found = np.frombuffer(data, layout, offset=_HEAD)
    if (found["size"] != np.dtype(kind).itemsize).any():
        message = f"not {kind} throughout"
        raise TypeError(message)
    return found["value"].astype(own)


def arrays(statement: str, columns: Mapping[str, str], /, **values: Any) -> Arrays:
    """The columns that a query gives, in its order."""
    names = ", ".join(columns)
    (row,) = rows(f"SELECT {packed(columns)} FROM ({statement}) AS t ({names})", **values)  # noqa: S608 - our own names
    return unpacked(row, columns)
