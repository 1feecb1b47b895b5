"""The export of responses."""

import csv
import datetime as dt
import io
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from questions.actions.publishing import publish, revise
from questions.models import Attempt, Certification, Hurried, Learner, Question, Quiz, Response, User
from questions.reports.insights import responses as module
from questions.reports.insights.pseudonyms import pseudonym
from questions.reports.insights.responses import COLUMNS, csv_lines, harmless
from tests.builders import NOW, make_certification, make_question, make_quiz
from tests.reports.insights import learners, practise

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)


@pytest.fixture
def quiz(db: None) -> Quiz:
    objective = make_certification("cert").objectives.get(section="1.1")
    return make_quiz(make_question(objective, code="Q-1"), make_question(objective, code="Q-2", keys=2))


def read(quiz: Quiz, **wishes: Any) -> list[dict[str, str]]:
    lines = "".join(csv_lines(quiz.certification, **{"now": NOW + DAY, **wishes}))
    return list(csv.DictReader(io.StringIO(lines, newline="")))


def test_without_responses_there_is_a_header(quiz: Quiz) -> None:
    assert "".join(csv_lines(quiz.certification, now=NOW)) == ",".join(COLUMNS) + "\r\n"


def test_a_row_says_what_was_chosen_and_of_whom(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [False, True], confidence="sure", milliseconds=12_345)

    wrong, right = read(quiz)

    response = Response.objects.get(question__code="Q-1")
    chosen = Question.objects.get(code="Q-1").versions.get().options.get(pk=response.chosen[0])
    assert wrong == {
        "learner": pseudonym(Learner.objects.of(lea).uid),
        "question": "Q-1",
        "version": "1",
        "lineage": "1",
        "chosen": str(chosen.position),
        "chosen_uids": str(chosen.uid),
        "places": str(response.positions[0]),
        "right": "0",
        "first_exposure": "1",
        "mode": "practice",
        "reason": "picked",
        "milliseconds": "12345",
        "confidence": "sure",
        "day": "2026-11-30",
    }
    assert (right["chosen"], right["right"], len(right["chosen_uids"].split())) == ("1 2", "1", 2)


def test_nobody_is_named(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [True])
    text = "".join(csv_lines(quiz.certification, now=NOW + DAY))

    learner = Learner.objects.of(lea)
    for told in (lea.email, lea.name, str(learner.uid), learner.uid.hex):
        assert told not in text


def test_only_counted_responses_are_written(quiz: Quiz, lea: User, ivan: User, mallory: User) -> None:
    practise(lea, quiz, [True, True])
    practise(lea, quiz, [True, True])
    practise(ivan, quiz, [True, True])
    hurried = practise(mallory, quiz, [True, True])
    for response in Response.objects.filter(slot__attempt=hurried):
        Hurried.objects.create(response=response, attempt=hurried)

    rows = read(quiz)

    assert [row["learner"] for row in rows] == [pseudonym(Learner.objects.of(lea).uid)] * 2
    assert Attempt.objects.count() == 4


def test_period_and_certification_are_kept_to(quiz: Quiz, lea: User, mallory: User) -> None:
    practise(lea, quiz, [True], at=NOW - 40 * DAY)
    practise(mallory, quiz, [True], at=NOW - 3 * DAY)
    other = make_quiz(make_question(make_certification("other").objectives.get(section="1.1")), code="other")
    practise(lea, other, [True])

    assert (len(read(quiz)), len(read(quiz, days=30)), len(read(quiz, days=7)), len(read(other))) == (2, 1, 1, 1)
    assert len(read(quiz, now=NOW - 10 * DAY)) == 1


def test_a_cosmetic_revision_carries_its_line_on(quiz: Quiz, lea: User) -> None:
    question = Question.objects.get(code="Q-1")
    first = question.versions.get()
    draft = revise(question=question, by=None)
    publish(version=draft, by=None, now=NOW, cosmetic=True)
    practise(lea, quiz, [True])

    row = next(row for row in read(quiz) if row["question"] == "Q-1")

    assert (row["version"], row["lineage"], first.number) == ("2", "1", 1)


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])
def test_what_a_spreadsheet_would_run_is_quoted(cell: str) -> None:
    assert harmless(cell) == f"'{cell}"
    assert harmless("1=1") == "1=1"
    assert harmless("") == ""


def test_a_code_that_is_a_formula_is_quoted_in_the_file(lea: User) -> None:
    objective = make_certification("cert").objectives.get(section="1.1")
    quiz = make_quiz(make_question(objective, code='=HYPERLINK("x")'))
    practise(lea, quiz, [True])

    assert read(quiz)[0]["question"] == '\'=HYPERLINK("x")'


def test_windows_join_without_a_seam(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    for person in learners(5):
        practise(person, quiz, [True, False])
    whole = read(quiz)
    monkeypatch.setattr(module, "WINDOW", 3)

    assert read(quiz) == whole
    assert len(whole) == 10


def test_memory_does_not_grow_with_responses(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each piece holds one window's rows at most, and is asked for when it is wanted."""
    for person in learners(4):
        practise(person, quiz, [True, False])
    monkeypatch.setattr(module, "WINDOW", 2)

    pieces = list(csv_lines(quiz.certification, now=NOW + DAY))

    assert max(piece.count("\r\n") for piece in pieces) <= 2


def test_the_command_writes_what_the_page_offers(quiz: Quiz, lea: User, tmp_path: Path, capsys: Any) -> None:
    practise(lea, quiz, [True, False])
    expected = "".join(csv_lines(quiz.certification, now=NOW + 36_500 * DAY))
    file = tmp_path / "responses.csv"

    call_command("export_responses", certification="cert", output=file)
    call_command("export_responses", certification="cert")

    assert file.read_bytes().decode() == expected
    assert capsys.readouterr().out == expected
    assert list(tmp_path.iterdir()) == [file]


def test_the_command_refuses_what_cannot_be(quiz: Quiz, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no certification “nowhere”"):
        call_command("export_responses", certification="nowhere")
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("export_responses", certification="cert", output=tmp_path / "no" / "file.csv")
    with pytest.raises(CommandError, match="number from 1"):
        call_command("export_responses", certification="cert", days=0)
    assert Certification.objects.filter(code="cert").exists()
