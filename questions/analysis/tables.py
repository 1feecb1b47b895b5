"""CSV files as rows, with everything that may be wrong with them told by file, row and column."""

import csv
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from typing import Final

from questions.items.text import mark

LARGEST: Final = 100_000_000
DELIMITERS: Final = ",;\t"
# So many problems are told; a file of another kind would have as many as it has cells.
MOST_PROBLEMS: Final = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and where: ``row`` counts lines of the file from 1, ``column`` from 1; None for the whole."""

    file: str
    row: int | None
    column: int | None
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)


class UnusableError(Exception):
    """Files that cannot be used, with the problems that were found."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


@dataclass(slots=True)
class Problems:
    """The problems of the files so far; there is an end to them."""

    found: list[Problem] = field(default_factory=list)

    def add(self, file: str, row: int | None, column: int | None, reason: str, **params: object) -> None:
        """Note one; raises UnusableError when there are enough."""
        self.found.append(Problem(file, row, column, reason, params))
        if len(self.found) >= MOST_PROBLEMS:
            self.stop()

    def stop(self) -> None:
        """Raise UnusableError if there are any."""
        if self.found:
            raise UnusableError(self.found)


@dataclass(frozen=True, slots=True)
class Row:
    """One record: the line it ends on, and its cells without the spaces around them."""

    line: int
    cells: list[str]


def rows(file: str, data: bytes, problems: Problems) -> Iterator[Row]:
    """The records of a CSV file, blank lines left out; comma, semicolon or tab, UTF-8 or UTF-16 with its mark.

    Stops with UnusableError where the file cannot be read on.
    """
    if len(data) > LARGEST:
        problems.add(file, None, None, mark("The file is larger than %(most)s MB."), most=LARGEST // 1_000_000)
        problems.stop()
    wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = TextIOWrapper(BytesIO(data), encoding="utf-16" if wide else "utf-8-sig", newline="")
    reader = None
    try:
        delimiter = _delimiter(text.readline())
        text.seek(0)
        reader = csv.reader(text, delimiter=delimiter, strict=True)
        for cells in reader:
            if any(cell and not cell.isspace() for cell in cells):
                yield Row(reader.line_num, [cell.strip() for cell in cells])
    except UnicodeError:
        line = reader.line_num + 1 if reader else 1
        problems.add(file, line, None, mark("From about here on it is not UTF-8: save it as “CSV UTF-8”."))
    except csv.Error as error:
        line = reader.line_num if reader else 1
        problems.add(file, line, None, mark("It cannot be read as CSV: %(error)s."), error=str(error))
    problems.stop()


def _delimiter(header: str) -> str:
    """What parts the cells of the first line; a comma unless another does it more often."""
    return max(DELIMITERS, key=header.count)
