"""One row to be: what it should hold, and the row as it is."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


def differs(row: models.Model | None, values: Mapping[str, Any]) -> bool:
    """Whether a row that is there holds anything else than ``values``."""
    return row is not None and any(getattr(row, name) != value for name, value in values.items())


def save(row: Row | None, model: type[Row], values: Mapping[str, Any], *, touch: tuple[str, ...] = ()) -> Row:
    """The row with these values: made, changed or left alone; ``touch`` names fields that a save sets by itself."""
    if row is None:
        row = model(**values)
        row.save(force_insert=True)
        return row
    if differs(row, values):
        for name, value in values.items():
            setattr(row, name, value)
        row.save(update_fields=[*values, *touch])
    return row
