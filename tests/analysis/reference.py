"""Public response data with values computed by other people's packages, where ``EXAMPREP_REFERENCE`` says."""

import csv
import json
import os
from pathlib import Path
from typing import Any

import pytest

Rows = list[dict[str, frozenset[str] | None]]


def folder(name: str) -> Path:
    """The folder of a data set; skips the test where there is none."""
    said = os.environ.get("EXAMPREP_REFERENCE", "")
    if not said:
        pytest.skip("EXAMPREP_REFERENCE is not set: no public reference data to compare with")
    found = next((place for place in (Path(said) / "reference" / name, Path(said) / name) if place.is_dir()), None)
    if found is None:
        pytest.skip(f"there is no {name} in EXAMPREP_REFERENCE={said}")
    return found


def expected(name: str, file: str = "reference.json") -> Any:
    """What the packages computed."""
    return json.loads((folder(name) / file).read_text(encoding="utf-8"))


def table(name: str, file: str) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with (folder(name) / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def matrix(name: str, *, multiple: bool = False) -> tuple[Rows, dict[str, frozenset[str]]]:
    """Responses and key, read without the code under test."""

    def options(text: str) -> frozenset[str]:
        return frozenset(text) if multiple else frozenset([text])

    key = {row["item"]: options(row["key"]) for row in table(name, "key.csv")}
    responses = table(name, "responses.csv")
    return [{item: options(row[item]) if row[item] else None for item in key} for row in responses], key
