"""The command: files and folders in, counts and refusals out, and an exit status that scripts can trust."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from questions.actions import importing
from questions.models import Certification, Question, Quiz, Version
from tests.actions.files import certification, changed, everything, file, item, quiz, uid
from tests.actions.together import elsewhere

pytestmark = pytest.mark.django_db
BANK = settings.BASE_DIR / "fixtures" / "nca-genm"


def put(folder: Path, *uploads: tuple[str, bytes]) -> Path:
    """Write files into a folder."""
    for name, data in uploads:
        (folder / name).write_bytes(data)
    return folder


def failing(*arguments: str | Path, **options: object) -> tuple[int, str]:
    """The exit status and message of a call that fails."""
    with pytest.raises(CommandError) as caught:
        call_command("import_questions", *map(str, arguments), **options)
    return caught.value.returncode, str(caught.value)


def test_the_bank_that_comes_with_the_product_is_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_questions", str(BANK))

    out, err = capsys.readouterr()
    assert err == ""
    assert "Certifications: 1 new, 0 changed, 0 unchanged" in out
    found = Certification.objects.get()
    assert (found.code, found.published) == ("nca-genm", True)
    assert [int(domain.weight) for domain in found.domains.all()] == [25, 20, 15, 15, 10, 10, 5]
    assert Quiz.objects.get(code="mixed-precision-training").places.count() == 8


def test_every_question_of_that_bank_is_published_and_explained() -> None:
    call_command("import_questions", str(BANK), verbosity=0)

    assert Question.objects.count() == Version.objects.published().count() > 28
    for domain in Certification.objects.get().domains.all():
        assert Question.objects.live().filter(objective__domain=domain).count() >= 4


def test_that_bank_has_no_warnings(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_questions", str(BANK), check=True, verbosity=2)

    assert "warning" not in capsys.readouterr().out


def test_a_folder_is_read_in_the_order_of_names_and_nothing_else_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, file(item(), name="2.yaml"), file(certification(), name="1.yaml"), ("notes.txt", b"x"))

    call_command("import_questions", str(tmp_path))

    assert capsys.readouterr().out.splitlines() == [
        "demo: 2 domains, 2 objectives, 1 questions, 0 free samples, 0 traps, 0 quizzes",
        "  by domain: 1: 1",
        "  by difficulty: medium: 1",
        "  by kind: single: 1",
        "Certifications: 1 new, 0 changed, 0 unchanged",
        "Domains: 2 new, 0 changed, 0 unchanged",
        "Objectives: 2 new, 0 changed, 0 unchanged",
        "Questions: 1 new, 0 changed, 0 unchanged",
        "Quizzes: 0 new, 0 changed, 0 unchanged",
        "Versions published: 1",
    ]


def test_files_of_one_call_are_one_unit(tmp_path: Path) -> None:
    put(tmp_path, file(item(), quiz("D-1"), name="a.yaml"), file(certification(), name="b.yaml"))

    call_command("import_questions", str(tmp_path / "a.yaml"), str(tmp_path / "b.yaml"), verbosity=0)

    assert Version.objects.published().exists()


def test_it_runs_as_nobody(tmp_path: Path) -> None:
    put(tmp_path, file(certification(), item(), name="a.yaml"))
    call_command("import_questions", str(tmp_path), verbosity=0)

    version = Version.objects.get()
    assert (version.author, version.published_by) == (None, None)


def test_a_check_counts_and_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(), name="a.yaml"))
    before = everything()

    call_command("import_questions", str(tmp_path), check=True)

    assert everything() == before
    out = capsys.readouterr().out
    assert "Questions: 1 new, 0 changed, 0 unchanged" in out
    assert out.endswith("Checked only: nothing was written.\n")


def test_drafts_publishes_nothing(tmp_path: Path) -> None:
    put(tmp_path, file(certification(), item(), name="a.yaml"))

    call_command("import_questions", str(tmp_path), drafts=True, verbosity=0)

    assert not Version.objects.published().exists()


def test_each_refusal_is_one_line_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(), changed(item("D-2"), 1, because=""), name="a.yaml"))

    assert failing(tmp_path) == (1, "1 problem: nothing was written.")

    out, err = capsys.readouterr()
    assert out == ""
    line = (tmp_path / "a.yaml").read_text().split("\n").index(f"      - uid: {uid('D-2/1')}") + 1
    assert err == f"{tmp_path}/a.yaml:{line}: D-2: Option 1 has no rationale. Say why it is right.\n"
    assert not Question.objects.exists()


def test_refusals_are_told_even_when_asked_to_be_quiet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, ("a.yaml", b"format: other\n"))

    assert failing(tmp_path, verbosity=0)[0] == 1
    assert f"{tmp_path}/a.yaml:1: " in capsys.readouterr().err


def test_warnings_are_counted_and_shown_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(takeaway="", explanation=""), name="a.yaml"))

    call_command("import_questions", str(tmp_path), check=True)
    assert "2 warnings (-v 2 shows them)\n" in capsys.readouterr().out

    call_command("import_questions", str(tmp_path), check=True, verbosity=2)
    assert "D-1: There is no takeaway." in capsys.readouterr().out


def test_a_file_that_cannot_be_read_is_another_status(tmp_path: Path) -> None:
    assert failing(tmp_path / "none.yaml") == (2, f"{tmp_path}/none.yaml cannot be read: No such file or directory.")
    assert failing(tmp_path) == (2, f"There is no *.yaml in {tmp_path}.")


def test_json_says_the_same_to_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(takeaway=""), name="a.yaml"))
    call_command("import_questions", str(tmp_path), json=True)

    said = json.loads(capsys.readouterr().out)
    assert said["questions"] == {"new": 1, "changed": 0, "unchanged": 0}
    assert said["summaries"][0]["by_domain"] == {"1": 1}
    assert (said["published"], said["written"], said["refusals"]) == (1, True, [])
    assert said["warnings"][0]["reason"] == "There is no takeaway. Say in one sentence what to remember."

    put(tmp_path, file(item("D-2", objective="9.9"), name="a.yaml"))
    assert failing(tmp_path, json=True)[0] == 1
    (refusal,) = json.loads(capsys.readouterr().out)["refusals"]
    assert (refusal["file"], refusal["about"]) == (f"{tmp_path}/a.yaml", "D-2")
    assert refusal["reason"] == "demo has no objective 9.9."


@pytest.mark.django_db(transaction=True)
def test_while_another_import_holds_on_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "LIMITS", (("lock_timeout", "300ms"),))
    put(tmp_path, file(certification(), name="a.yaml"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [importing.LOCK])
        try:
            status = elsewhere(lambda: failing(tmp_path))
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [importing.LOCK])

    assert status == (1, "Another import or edit is under way; try again later.")


def test_before_the_database_is_set_up_files_can_be_checked_and_not_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, file(certification(), item(), quiz("D-1"), name="a.yaml"))
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA nothing")
        cursor.execute("SET LOCAL search_path TO nothing")

    call_command("import_questions", str(tmp_path), check=True)
    assert "Quizzes: 1 new" in capsys.readouterr().out
    assert failing(tmp_path) == (1, "The database has no tables yet: run “manage.py migrate” first.")


def test_the_exit_status_reaches_the_shell(tmp_path: Path) -> None:
    put(tmp_path, ("a.yaml", b"format: other\n"))
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "import_questions"]

    def status(*arguments: str) -> int:
        return subprocess.run([*command, *arguments], check=False, capture_output=True).returncode  # noqa: S603

    assert status(str(tmp_path)) == 1
    assert status(str(tmp_path / "none")) == 2
    assert status() == 2
