"""A response matrix and its key from CSV files: one row a learner, one column an item, the options chosen in cells."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from questions.analysis.columns import Chosen, Column
from questions.analysis.tables import Problem, Problems, Row, rows
from questions.items.text import mark

KEY_HEADER: Final = ("item", "key")
# Letters of a set stand side by side; these may stand between them.
BETWEEN: Final = str.maketrans("", "", " ,;|+/&")
LONGEST_OPTION: Final = 40
MOST_OPTIONS: Final = 50
MOST_ANSWERS: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class Key:
    """The right options of an item: as written, as a set, and the line of the file."""

    written: str
    options: frozenset[str]
    line: int


@dataclass(frozen=True, slots=True)
class Responses:
    """Columns in the order of the file, the key of each item, and what looks odd without being wrong."""

    columns: list[Column]
    keys: dict[str, Key]
    odd: list[Problem]


def read(responses: tuple[str, bytes], key: tuple[str, bytes], *, multiple: bool = False) -> Responses:
    """The matrix and key of two files given as name and bytes. Raises UnusableError with what is wrong.

    The first column is the learner; an empty cell is an omission. ``multiple``: cells and keys are sets such as ``BD``.
    """
    problems = Problems()
    keys = _Keys(key[0], problems, multiple=multiple).read(key[1])
    columns = _Matrix(responses[0], problems, multiple=multiple).read(responses[1])
    return Responses(columns, keys, _compare(columns, keys, responses[0], key[0]))


def chosen(text: str, *, multiple: bool) -> Chosen:
    """The options that a cell names: none, one, or the letters of a set."""
    if multiple:
        text = text.translate(BETWEEN)
        return frozenset(text) or None
    return frozenset((text,)) if text else None


@dataclass(slots=True)
class _Keys:
    """The file of keys."""

    file: str
    problems: Problems
    multiple: bool

    def read(self, data: bytes) -> dict[str, Key]:
        """Item to key, in the file's order."""
        records = rows(self.file, data, self.problems)
        header = next(records, None)
        if header is None:
            self.problems.add(self.file, None, None, mark("The file is empty."))
        elif tuple(cell.casefold() for cell in header.cells) != KEY_HEADER:
            self.problems.add(self.file, header.line, None, mark("The first row has to be “item,key”."))
        self.problems.stop()
        keys: dict[str, Key] = {}
        for row in records:
            self._take(row, keys)
        if not keys:
            self.problems.add(self.file, None, None, mark("There is no key in it."))
        self.problems.stop()
        return keys

    def _take(self, row: Row, keys: dict[str, Key]) -> None:
        if len(row.cells) != len(KEY_HEADER):
            reason = mark("The row has %(cells)s cells instead of %(wanted)s.")
            self.problems.add(self.file, row.line, None, reason, cells=len(row.cells), wanted=len(KEY_HEADER))
            return
        item, written = row.cells
        options = chosen(written, multiple=self.multiple)
        if not item:
            self.problems.add(self.file, row.line, 1, mark("The item has no name."))
        elif not written.isprintable():
            self.problems.add(self.file, row.line, 2, mark("The key has hidden characters."))
        elif not options:
            self.problems.add(self.file, row.line, 2, mark("The item %(item)s has no key."), item=item)
        elif item in keys:
            reason = mark("The item %(item)s has a key already, in row %(line)s.")
            self.problems.add(self.file, row.line, 1, reason, item=item, line=keys[item].line)
        else:
            keys[item] = Key(written, options, row.line)


@dataclass(slots=True)
class _Filling:
    """A column while it is read: what a cell's text means is looked up once."""

    column: Column
    codes: dict[str, int] = field(default_factory=dict)
    choices: dict[Chosen, int] = field(default_factory=dict)
    options: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Matrix:
    """The file of responses."""

    file: str
    problems: Problems
    multiple: bool
    learners: dict[str, int] = field(default_factory=dict)

    def read(self, data: bytes) -> list[Column]:
        """The columns after that of the learners."""
        records = rows(self.file, data, self.problems)
        items = self._items(next(records, None))
        fillings = [_Filling(Column(item)) for item in items]
        self._fill(fillings, records)
        if not self.learners:
            self.problems.add(self.file, None, None, mark("There are no responses in it."))
        self.problems.stop()
        return [filling.column for filling in fillings]

    def _items(self, header: Row | None) -> list[str]:
        """The names in the first row, which have to differ."""
        if header is None:
            self.problems.add(self.file, None, None, mark("The file is empty."))
            self.problems.stop()
        items = header.cells[1:] if header else []
        if not items:
            self.problems.add(self.file, 1, None, mark("There is no item beside the column of the learners."))
        first: dict[str, int] = {}
        for place, item in enumerate(items, start=2):
            if not item or not item.isprintable():
                self.problems.add(self.file, 1, place, mark("The item has no name, or one with hidden characters."))
            elif first.setdefault(item, place) != place:
                reason = mark("The item %(item)s has a column already: %(first)s.")
                self.problems.add(self.file, 1, place, reason, item=item, first=first[item])
        self.problems.stop()
        return items

    def _fill(self, fillings: list[_Filling], records: Iterator[Row]) -> None:
        for row in records:
            if len(row.cells) != len(fillings) + 1:
                reason = mark("The row has %(cells)s cells instead of %(wanted)s.")
                self.problems.add(self.file, row.line, None, reason, cells=len(row.cells), wanted=len(fillings) + 1)
            elif self._knows(row):
                for place, (filling, cell) in enumerate(zip(fillings, row.cells[1:], strict=True), start=2):
                    code = filling.codes.get(cell)
                    filling.column.codes.append(self._code(filling, cell, row.line, place) if code is None else code)
            if len(self.learners) * len(fillings) > MOST_ANSWERS:
                reason = mark("There are more than %(most)s answers: analyse a part of them.")
                self.problems.add(self.file, row.line, None, reason, most=f"{MOST_ANSWERS:,}")
                self.problems.stop()

    def _knows(self, row: Row) -> bool:
        """Whether the row belongs to somebody who had none before."""
        learner = row.cells[0]
        if not learner:
            self.problems.add(self.file, row.line, 1, mark("The learner has no name."))
            return False
        before = self.learners.setdefault(learner, row.line)
        if before != row.line:
            reason = mark("The learner %(learner)s has a row already: %(line)s.")
            self.problems.add(self.file, row.line, 1, reason, learner=learner[:LONGEST_OPTION], line=before)
        return before == row.line

    def _code(self, filling: _Filling, cell: str, line: int, place: int) -> int:
        """The code of a cell's text that was not met before in its column."""
        choice = chosen(cell, multiple=self.multiple)
        if len(cell) > LONGEST_OPTION or not cell.isprintable():
            self.problems.add(self.file, line, place, mark("That is no option: too long, or with hidden characters."))
        filling.options |= choice or frozenset()
        if len(filling.options) > MOST_OPTIONS:
            reason = mark("The item %(item)s has more than %(most)s options: they should be letters.")
            self.problems.add(self.file, line, place, reason, item=filling.column.item, most=MOST_OPTIONS)
            self.problems.stop()
        if choice not in filling.choices:
            filling.choices[choice] = len(filling.column.choices)
            filling.column.choices.append(choice)
        code = filling.codes[cell] = filling.choices[choice]
        return code


def _compare(columns: list[Column], keys: dict[str, Key], file: str, key_file: str) -> list[Problem]:
    """What is odd about columns and keys; raises UnusableError where they do not fit."""
    problems, odd = Problems(), []
    for place, column in enumerate(columns, start=2):
        key = keys.get(column.item)
        if key is None:
            problems.add(
                file, 1, place, mark("The item %(item)s has no key in %(key)s."), item=column.item, key=key_file
            )
            continue
        missing = key.options.difference(*(choice for choice in column.choices if choice))
        if missing:
            reason = mark("Nobody chose %(option)s, the key of %(item)s.")
            params = {"option": ", ".join(sorted(missing)), "item": column.item}
            odd.append(Problem(key_file, key.line, 2, reason, params))
    items = {column.item for column in columns}
    for item, key in keys.items():
        if item not in items:
            problems.add(
                key_file, key.line, 1, mark("The item %(item)s has no column in %(table)s."), item=item, table=file
            )
    problems.stop()
    return odd
