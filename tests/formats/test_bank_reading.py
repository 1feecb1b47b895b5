"""The own format, read: every fault is refused with its line, whatever bytes come."""

import uuid
from decimal import Decimal

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from questions.formats import yamlnodes
from questions.formats.bank import BankFile, read, write
from questions.formats.limits import FILE_BYTES, REFUSALS
from questions.items.item import Choice, Item, Reference, Trap
from questions.items.words import Difficulty, Kind, Status, TextFormat
from tests.formats.making import bank_files

CERTIFICATION = """\
format: examprep-bank/1
certification:
  code: demo
  name: 'Demo: the exam'
  questions_min: 50
  questions_max: 60
  mock_length: 60
  minutes: 90
  pass_mark: ''
  published: true
  domains:
    - number: 1
      name: First
      weight: 62.5
      objectives:
        - section: '1.1'
          title: Begin
          description: |
            Two
            lines
    - number: 2
      name: Second
      weight: 37.5
"""
QUESTION = """\
format: examprep-bank/1
certification: demo
questions:
  - uid: 11111111-2222-4333-8444-555555555555
    code: D-1
    name: A name
    objective: '1.1'
    kind: multiple
    choose_n: 2
    text_format: plain
    language: de
    shuffle: false
    difficulty: hard
    sample: true
    tags: [one, two]
    external_id: 007
    status: published
    stem: |
      What is true?
    takeaway: >-
      Folded
      text.
    explanation: no
    references:
      - title: A book
      - title: A page
        url: https://example.org/
    options:
      - uid: aaaaaaaa-2222-4333-8444-555555555555
        text: 1.10
        key: true
        right_because: it is.
      - uid: bbbbbbbb-2222-4333-8444-555555555555
        text: ~
        key: false
        looks_right_because: it could be.
        wrong_because: it is not.
        pinned: true
        trap: true
        trap_claim: It is nothing.
quizzes:
  - code: first
    name: First quiz
    questions: [D-1]
"""


HEAD = b"format: examprep-bank/1\ncertification: x\nquestions:\n"


def said(bank: BankFile) -> list[str]:
    """Refusals as people read them."""
    return [f"{refusal.place} {refusal.reason % refusal.params}" for refusal in bank.refusals]


def refused(text: str | bytes) -> list[str]:
    return said(read(text if isinstance(text, bytes) else text.encode(), name="b.yaml"))


def changed(old: str, new: str, text: str = QUESTION) -> list[str]:
    assert text.count(old) == 1, old
    return refused(text.replace(old, new))


def test_a_certification_is_read() -> None:
    bank = read(CERTIFICATION.encode(), name="b.yaml")

    assert said(bank) == []
    assert bank.certification is not None
    assert bank.code == bank.certification.code == "demo"
    assert bank.certification.name == "Demo: the exam"
    assert bank.certification.pass_mark is None
    assert bank.certification.published is True
    assert [domain.weight for domain in bank.certification.domains] == [Decimal("62.5"), Decimal("37.5")]
    assert bank.certification.domains[0].objectives[0].description == "Two\nlines"
    assert bank.certification.domains[0].objectives[0].line == 16


def test_a_question_is_read() -> None:
    bank = read(QUESTION.encode(), name="b.yaml")

    assert said(bank) == []
    assert bank.code == "demo"
    assert bank.items[0].item == Item(
        uid=uuid.UUID("11111111-2222-4333-8444-555555555555"),
        code="D-1",
        name="A name",
        objective="1.1",
        kind=Kind.MULTIPLE,
        choose_n=2,
        text_format=TextFormat.PLAIN,
        language="de",
        shuffle=False,
        difficulty=Difficulty.HARD,
        sample=True,
        tags=("one", "two"),
        external_id="007",
        status=Status.PUBLISHED,
        stem="What is true?",
        takeaway="Folded text.",
        explanation="no",
        references=(Reference("A book"), Reference("A page", "https://example.org/")),
        options=(
            Choice("1.10", is_key=True, because="it is.", uid=uuid.UUID("aaaaaaaa-2222-4333-8444-555555555555")),
            Choice(
                "~",
                because="it is not.",
                looks_right="it could be.",
                pinned=True,
                uid=uuid.UUID("bbbbbbbb-2222-4333-8444-555555555555"),
                trap=Trap("It is nothing."),
            ),
        ),
    )
    assert bank.quizzes[0].questions == ("D-1",)


def test_places_have_their_lines() -> None:
    entry = read(QUESTION.encode(), name="b.yaml").items[0]

    assert entry.line == 4
    assert [entry.line_of(where) for where in ("stem", "options", "option 2", "nowhere")] == [18, 28, 33, 4]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_ends_and_byte_order_marks_make_no_difference(newline: str) -> None:
    data = ("\ufeff" + QUESTION.replace("\n", newline)).encode()

    assert read(data, name="b.yaml") == read(QUESTION.encode(), name="b.yaml")


def test_the_line_break_that_ends_a_block_is_not_part_of_the_text() -> None:
    # Characters outside the basic plane must not shift where a block's header is looked for.
    text = (
        QUESTION.replace("A name", "👩‍🔬 עברית")
        .replace("stem: |\n", "stem: |2+\n")
        .replace("explanation: no", "explanation: >\n      x\n")
    )
    entry = read(text.encode(), name="b.yaml").items[0].item

    assert entry.stem == "What is true?\n"
    assert entry.explanation == "x"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("format: examprep-bank/1", "format: examprep-bank/2", "b.yaml:1 This is not a file of the format"),
        ("    takeaway: >", "    takaway: >", "b.yaml:20 “takaway” is not known here. Is “takeaway” meant?"),
        ("    kind: multiple", "    kind: several", "b.yaml:8 “kind” must be one of single, multiple, not “several”."),
        ("    sample: true", "    sample: yes", "b.yaml:14 “sample” must be true or false, not “yes”."),
        ("    choose_n: 2", "    choose_n: two", "b.yaml:9 “choose_n” must be a whole number, not “two”."),
        ("    choose_n: 2", "    choose_n: -2", "b.yaml:9 “choose_n” must be a whole number, not “-2”."),
        ("    choose_n: 2", "    choose_n: 99999", "b.yaml:9 “choose_n” must be a whole number, not “99999”."),
        ("    tags: [one, two]", "    tags: one", "b.yaml:15 “tags” must be a list."),
        ("    tags: [one, two]", "    tags: [[one]]", "b.yaml:15 “tags” is a list of texts."),
        ("    name: A name", "    name: [a]", "b.yaml:6 “name” must be text."),
        ("    name: A name", "    code: A name", "b.yaml:6 “code” is given twice, first in line 5."),
        ("uid: 11111111-2222-4333-8444-555555555555", "uid: 1", "b.yaml:4 “uid” must be a UUID, not “1”."),
        ("uid: 11111111-2222-4333-8444-555555555555", "uid:", "b.yaml:4 “uid” is missing."),
        ("uid: bbbbbbbb", "uid: aaaaaaaa", "b.yaml:33 Another option of this question has the same “uid”."),
        ("      - title: A book\n", "      - A book\n", "b.yaml:25 “references” is a list of entries with keys."),
        ("        right_because", "        wrong_because", "b.yaml:32 “wrong_because” does not go with"),
        ("        trap: true\n", "", "b.yaml:39 “trap_claim” needs “trap: true”."),
        ("certification: demo\n", "", "b.yaml:1 “certification” is missing: say which one these belong to."),
        ("    name: A name", "    name: &x A", "b.yaml:6 Anchors (&) and aliases (*) are not used"),
        ("    name: A name", "    name: *x", "b.yaml:6 Anchors (&) and aliases (*) are not used"),
        ("    name: A name", "    name: !x A name", "b.yaml:6 Tags (!) are not used here. Put the text in quotes."),
        ("    name: A name", "    <<: {a: b}", "b.yaml:6 “<<” is not known here. Known: "),
        ("    name: A name", "    name: a: b", "b.yaml:6 This is not valid YAML: mapping values"),
        ("    name: A name", "    name: @x", "b.yaml:6 This is not valid YAML: found character"),
        ("    name: A name", '    name: "a\\0b"', "b.yaml:6 A NUL character cannot be stored. Remove it."),
        ("    name: A name", "    name: a\x00b", "b.yaml:6 The character U+0000 is not allowed here."),
        ("    name: A name", "    ? [a, b]\n    : c", "b.yaml:6 A key must be a word."),
        ("    external_id: 007", "    source: here", "b.yaml:16 “source” must have the keys file and place."),
    ],
)  # fmt: skip
def test_a_fault_is_refused_with_its_line(old: str, new: str, expected: str) -> None:
    found = changed(old, new)

    assert len(found) == 1
    assert found[0].startswith(expected)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("      weight: 62.5", "      weight: 0", "b.yaml:14 “weight” must be percent"),
        ("      weight: 62.5", "      weight: 62.555", "b.yaml:14 “weight” must be percent"),
        ("      weight: 62.5", "      weight: 62 %", "b.yaml:14 “weight” must be percent"),
        ("      weight: 62.5\n", "", "b.yaml:12 “weight” is missing."),
        ("  pass_mark: ''", "  pass_mark: 101", "b.yaml:9 “pass_mark” must be percent"),
        ("  minutes: 90\n", "", "b.yaml:3 “minutes” is missing."),
        ("  code: demo", "  code: " + "x" * 41, "b.yaml:3 “code” has 41 characters; 40 is the most."),
        ("          title: Begin\n", "", "b.yaml:16 “title” is missing."),
    ],
)
def test_a_fault_of_the_catalogue_is_refused_with_its_line(old: str, new: str, expected: str) -> None:
    assert changed(old, new, CERTIFICATION)[0].startswith(expected)


def test_all_faults_are_told_at_once() -> None:
    text = (
        QUESTION.replace("kind: multiple", "kind: x")
        .replace("sample: true", "sample: x")
        .replace("pinned: true", "pined: true")
    )

    assert [line.split()[0] for line in refused(text)] == ["b.yaml:8", "b.yaml:14", "b.yaml:38"]


def test_endless_faults_end() -> None:
    found = refused("format: examprep-bank/1\n" + "".join(f"k{number}: x\n" for number in range(1_000)))

    assert len(found) == REFUSALS + 1
    assert found[-1].endswith("There are more problems; reading stopped here.")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "b.yaml:1 The first line must be"),
        (b"# only a comment\n", "b.yaml:1 The first line must be"),
        (b"- a\n", "b.yaml:1 The first line must be"),
        (b"text", "b.yaml:1 The first line must be"),
        (b"a: 1\n", "b.yaml:1 This is not a file of the format"),
        (b"format: [examprep-bank/1]\n", "b.yaml:1 This is not a file of the format"),
        (b"format: examprep-bank/1\nx: \xe4\n", "b.yaml:2 This is not UTF-8 (byte 0xE4)."),
        ("format: examprep-bank/1\n".encode("utf-16"), "b.yaml:1 This is not UTF-8 (byte 0xFF)."),
        (b"format: examprep-bank/1\n---\nformat: examprep-bank/1\n", "b.yaml:3 A file holds one document"),
        (b"format: examprep-bank/1\nquestions: " + b"[" * 100_000, "b.yaml:2 This is not valid YAML"),
        (b"format: examprep-bank/1\nquestions: " + b"{a: " * 100_000, "b.yaml:2 The file is nested too deeply"),
        (b"format: examprep-bank/1\n" + b"".join(b" " * n + b"a:\n" for n in range(400)), "b.yaml:"),
        (HEAD + b" - a: 1\n" * 5_001, "b.yaml:3 One file holds at most 5000"),
    ],
)  # fmt: skip
def test_what_is_no_bank_is_refused(data: bytes, expected: str) -> None:
    assert refused(data)[0].startswith(expected)


def test_a_file_beyond_the_limit_is_not_looked_into() -> None:
    assert refused(b"x" * (FILE_BYTES + 1)) == ["b.yaml The file is larger than 20 MB."]


def test_a_billion_laughs_are_one_refusal() -> None:
    laughs = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )

    assert len(refused("format: examprep-bank/1\n" + laughs)) == 1


@given(
    st.binary(max_size=200)
    | st.text(max_size=200).map(lambda text: ("format: examprep-bank/1\n" + text).encode("utf-8", "surrogatepass"))
)
@example(b"\xff\xfe")
@example(b"format: examprep-bank/1\ncertification: {}\n")
@example(b"format: examprep-bank/1\ncertification: x\nquestions: [{}]\n")
@example(b"format: examprep-bank/1\n? \n: \n")
@example(b"%YAML 9.9\n---\nformat: examprep-bank/1\n")
def test_no_bytes_raise(data: bytes) -> None:
    for line in refused(data):
        assert line.startswith("b.yaml")


@given(bank_files(), st.data())
def test_a_damaged_file_never_raises(bank: BankFile, data: st.DataObject) -> None:
    whole = write(bank)
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 30)))

    read(whole[:start] + data.draw(st.binary(max_size=3)) + whole[end:], name="b.yaml")


def test_the_parser_without_libyaml_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [read(text.encode(), name="b.yaml") for text in (QUESTION, CERTIFICATION, "a: b: c", "format: &x y")]
    monkeypatch.setattr(yamlnodes, "LOADER", yaml.BaseLoader)
    slow = [read(text.encode(), name="b.yaml") for text in (QUESTION, CERTIFICATION, "a: b: c", "format: &x y")]

    assert [bank.items for bank in fast] == [bank.items for bank in slow]
    assert [[refusal.line for refusal in bank.refusals] for bank in fast] == [
        [refusal.line for refusal in bank.refusals] for bank in slow
    ]
