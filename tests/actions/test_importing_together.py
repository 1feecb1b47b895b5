"""Imports beside other imports, edits and answers."""

from collections.abc import Callable

import pytest
from django.db import OperationalError, connection, transaction

from questions.actions import importing
from questions.actions.importing import BusyError, Count, Report, import_bank
from questions.actions.publishing import publish, revise
from questions.items.words import Status
from questions.models import Question, Version
from tests.actions.files import File, certification, file, item, quiz
from tests.actions.together import elsewhere, together
from tests.builders import NOW

pytestmark = pytest.mark.django_db(transaction=True)


def importer(*files: File, tell: Callable[[int, int], None] | None = None) -> Callable[[], Report]:
    return lambda: import_bank(files=files, by=None, now=NOW, tell=tell)


def test_two_imports_of_the_same_files_at_once_make_everything_once() -> None:
    files = file(certification(), *(item(f"D-{number}") for number in range(20)), quiz("D-1"))

    reports = together(importer(files), importer(files), importer(files))

    assert all(isinstance(report, Report) and not report.refusals for report in reports)
    counts = sorted(report.questions.new for report in reports if isinstance(report, Report))
    assert counts == [0, 0, 20]
    assert Version.objects.count() == 20


def test_imports_of_two_wordings_at_once_make_two_versions_one_after_the_other() -> None:
    importer(file(certification(), item()))()

    together(importer(file(item(stem="What else?"))), importer(file(item(stem="What more?"))))

    states = list(Version.objects.order_by("number").values_list("number", "status"))
    assert states == [(1, "superseded"), (2, "superseded"), (3, "published")]


def test_an_import_that_waits_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LIMITS", (("lock_timeout", "300ms"),))
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [importing.LOCK])

        with pytest.raises(BusyError):
            elsewhere(importer(file(certification(), item())))


def test_the_limits_of_an_import_end_with_it() -> None:
    importer(file(certification(), item()))()

    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def locked(sql: str) -> Callable[[], None]:
    """Try to lock rows for at most 300 ms."""

    def lock() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '300ms'")
            cursor.execute(sql)

    return lock


# What the foreign keys of a response and its slot do.
REFERRING = [
    "SELECT 1 FROM questions_version WHERE status = 'published' FOR KEY SHARE",
    "SELECT 1 FROM questions_question FOR KEY SHARE",
    "SELECT 1 FROM questions_domain FOR KEY SHARE",
]


def test_learners_go_on_answering_while_their_questions_are_imported() -> None:
    importer(file(certification(), item()))()
    tried = []

    def answer(_done: int, _total: int) -> None:
        for statement in REFERRING:
            elsewhere(locked(statement))
            tried.append(statement)

    importer(file(certification(vendor="V"), item(stem="What else?")), tell=answer)()

    assert tried == REFERRING
    assert Version.objects.filter(status=Status.PUBLISHED).get().number == 2


def test_nobody_publishes_or_revises_a_question_that_is_being_imported() -> None:
    importer(file(certification(), item()))()
    question = Question.objects.get()
    tried = []

    def edit(_done: int, _total: int) -> None:
        with pytest.raises(OperationalError):
            elsewhere(locked("SELECT 1 FROM questions_question FOR NO KEY UPDATE"))
        tried.append("question")

    importer(file(item(stem="What else?")), tell=edit)()

    assert tried == ["question"]
    assert publish(version=revise(question=question, by=None), by=None, now=NOW).number == 3


def test_a_check_waits_for_nobody() -> None:
    with connection.cursor() as cursor, transaction.atomic():
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [importing.LOCK])

        report = elsewhere(lambda: import_bank(files=[file(certification(), item())], by=None, now=NOW, check=True))

    assert report.questions == Count(new=1)
