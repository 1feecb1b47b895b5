"""Rows as bytes: what the database packs comes out as it went in, and never with a hole."""

import datetime as dt

import pytest

from questions.actions.analysing.copying import BIGINT, FLOAT, INT, TIME, arrays, packed, placed, ticks

pytestmark = pytest.mark.django_db
AT = dt.datetime(1999, 12, 31, 23, 59, 59, 5, tzinfo=dt.UTC)


def test_numbers_of_every_kind_come_as_they_are() -> None:
    kinds = {"whole": INT, "big": BIGINT, "share": FLOAT, "at": TIME}
    found = arrays("VALUES (-1, 366503875925, 0.1::float8, %(at)s::timestamptz)", kinds, at=AT)

    assert {name: column.tolist() for name, column in found.items()} == {
        "whole": [-1], "big": [366503875925], "share": [0.1], "at": [ticks(AT)],
    }  # fmt: skip


def test_without_rows_there_are_empty_columns() -> None:
    found = arrays("SELECT 1 WHERE false", {"whole": INT})

    assert found["whole"].tolist() == []


def test_a_hole_is_an_error_and_not_a_row_less() -> None:
    with pytest.raises(TypeError):
        arrays("VALUES (1), (NULL)", {"whole": INT})


def test_rows_of_groups_have_the_place_of_their_group() -> None:
    columns = {"whole": INT}
    place, found = placed(
        f"SELECT g.place, p.* FROM (VALUES (0, 2), (1, 0), (2, 1)) AS g (place, size) CROSS JOIN LATERAL ("  # noqa: S608
        f" SELECT {packed(columns)} FROM generate_series(1, g.size) AS t (whole)) p ORDER BY 1",
        columns,
    )

    assert (place.tolist(), found["whole"].tolist()) == ([0, 0, 2], [1, 2, 1])
