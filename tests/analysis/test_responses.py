"""CSV files that people have: what is read, and what is refused with its place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.analysis import responses, tables
from questions.analysis.responses import Responses, read
from questions.analysis.tables import Problem, UnusableError

KEY = "item,key\nq1,A\nq2,B\n"


def reading(text: str | bytes, key: str | bytes = KEY, *, multiple: bool = False) -> Responses:
    def data(each: str | bytes) -> bytes:
        return each if isinstance(each, bytes) else each.encode()

    return read(("r.csv", data(text)), ("k.csv", data(key)), multiple=multiple)


def refused(text: str | bytes, key: str | bytes = KEY, *, multiple: bool = False) -> list[tuple[object, ...]]:
    with pytest.raises(UnusableError) as caught:
        reading(text, key, multiple=multiple)
    return [(each.file, each.row, each.column, each.reason % dict(each.params)) for each in caught.value.problems]


def chosen(found: Responses) -> list[list[str]]:
    return [["".join(sorted(column.choices[code] or "")) for code in column.codes] for column in found.columns]


PLAIN = "learner,q1,q2\nl1,A,B\nl2,,C\n"


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace("A", '" A "').encode(),
        (PLAIN + "\n,,\n").encode(),
    ],
)
def test_files_are_read_as_spreadsheets_write_them(data: bytes) -> None:
    found = reading(data)
    assert chosen(found) == [["A", ""], ["B", "C"]]
    assert found.odd == []


def test_sets_are_letters_in_any_order() -> None:
    found = reading("l,q1\nx,DB\ny,B D\nz,\n", "item,key\nq1,BD\n", multiple=True)
    assert chosen(found) == [["BD", "BD", ""]]
    assert len(found.columns[0].choices) == 2
    assert found.keys["q1"].options == frozenset("BD")


def test_a_key_that_nobody_chose_is_odd_but_no_fault() -> None:
    (odd,) = reading("l,q1,q2\nx,A,A\n").odd
    assert (odd.file, odd.row, odd.column) == ("k.csv", 3, 2)
    assert odd.params["option"] == "B"


@pytest.mark.parametrize(
    ("text", "row", "column", "reason"),
    [
        ("", None, None, "The file is empty."),
        ("\n\n", None, None, "The file is empty."),
        ("learner\nx\n", 1, None, "There is no item beside the column of the learners."),
        ("l,q1,q2\n", None, None, "There are no responses in it."),
        ("l,q1,q2\nx,A\n", 2, None, "The row has 2 cells instead of 3."),
        ("l,q1,q2\nx,A,B\nx,A,B\n", 3, 1, "The learner x has a row already: 2."),
        ("l,q1,q2\n,A,B\n", 2, 1, "The learner has no name."),
        ("l,q1,q1\nx,A,B\n", 1, 3, "The item q1 has a column already: 2."),
        ("l,q1,\nx,A,B\n", 1, 3, "The item has no name, or one with hidden characters."),
        ("l,q1,q2\nx,A,\x1b[31m\n", 2, 3, "That is no option: too long, or with hidden characters."),
        ("l,q1,q2\nx,A," + "B" * 50 + "\n", 2, 3, "That is no option: too long, or with hidden characters."),
        ("l,q1,q2,q3\nx,A,B,C\n", 1, 4, "The item q3 has no key in k.csv."),
        (b"l,q1,q2\nx,A,\xff\n", 1, None, "From about here on it is not UTF-8: save it as “CSV UTF-8”."),
        ('l,q1,q2\nx,"A"B,C\n', 2, None, "It cannot be read as CSV: ',' expected after '\"'."),
        ('l,q1,q2\nx,"A,B\n', 2, None, "It cannot be read as CSV: unexpected end of data."),
    ],
)
def test_what_is_wrong_with_responses_is_told_with_its_place(
    text: str | bytes, row: int | None, column: int | None, reason: str
) -> None:
    assert refused(text)[0] == ("r.csv", row, column, reason)


@pytest.mark.parametrize(
    ("key", "row", "column", "reason"),
    [
        ("", None, None, "The file is empty."),
        ("q1,A\n", 1, None, "The first row has to be “item,key”."),
        ("item,key\n", None, None, "There is no key in it."),
        ("item,key\nq1,A,B\n", 2, None, "The row has 3 cells instead of 2."),
        ("item,key\nq1,\n", 2, 2, "The item q1 has no key."),
        ("item,key\n,A\n", 2, 1, "The item has no name."),
        ("item,key\nq1,A\nq1,B\n", 3, 1, "The item q1 has a key already, in row 2."),
        ("item,key\nq1,A\nq2,B\nq9,B\n", 4, 1, "The item q9 has no column in r.csv."),
    ],
)
def test_what_is_wrong_with_keys_is_told_with_its_place(
    key: str, row: int | None, column: int | None, reason: str
) -> None:
    assert refused(PLAIN, key)[0] == ("k.csv", row, column, reason)


def test_all_that_is_wrong_is_told_up_to_an_end() -> None:
    many = "l,q1,q2\n" + "x,A,B\n" * 200
    assert len(refused("l,q1,q2\nx,A\ny,B\n")) == 2
    assert len(refused(many)) == tables.MOST_PROBLEMS


def test_a_column_of_prose_is_no_column_of_options() -> None:
    text = "l,q1,q2\n" + "".join(f"l{number},A,word{number}\n" for number in range(60))
    assert "more than 50 options" in str(refused(text)[0][3])


def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "MOST_ANSWERS", 3)
    assert "more than 3 answers" in str(refused(PLAIN)[0][3])
    monkeypatch.setattr(tables, "LARGEST", 10)
    assert "larger than" in str(refused(PLAIN)[0][3])


@given(st.binary(max_size=200), st.binary(max_size=60), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, key: bytes, multiple: bool) -> None:
    for one, other in ((data, key), (data, KEY.encode()), (PLAIN.encode(), key), (PLAIN.encode() + data, KEY.encode())):
        problems = all_read(one, other, multiple=multiple)
        assert all(each.reason % dict(each.params) for each in problems)


def all_read(text: bytes, key: bytes, *, multiple: bool) -> list[Problem]:
    """The problems, if it was refused; any other error is one."""
    try:
        return reading(text, key, multiple=multiple).odd
    except UnusableError as error:
        return error.problems
