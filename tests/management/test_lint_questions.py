"""The command: findings for people and programs, and an exit status that scripts can trust."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from questions.models import Certification, Option, Version
from tests.actions.files import certification, changed, everything, file, item, uid
from tests.builders import make_draft, make_question

BANK = settings.BASE_DIR / "fixtures" / "nca-genm"


def put(folder: Path, *uploads: tuple[str, bytes]) -> Path:
    """Write files into a folder."""
    for name, data in uploads:
        (folder / name).write_bytes(data)
    return folder


def failing(*arguments: str | Path, **options: object) -> tuple[int, str]:
    """The exit status and message of a call that fails."""
    with pytest.raises(CommandError) as caught:
        call_command("lint_questions", *map(str, arguments), **options)
    return caught.value.returncode, str(caught.value)


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path, **options: object) -> Any:
    """What a call that passes says to programs."""
    call_command("lint_questions", *map(str, arguments), json=True, **options)
    return json.loads(capsys.readouterr().out)


def faulty(code: str = "D-1") -> Any:
    """An error, and an info."""
    stem = "What does the latest question of this bank ask?"
    return changed(item(code, stem=stem), 2, because="")


def line_of(path: Path, beginning: str) -> int:
    return next(
        number for number, line in enumerate(path.read_text().splitlines(), 1) if line.strip().startswith(beginning)
    )


# --- Files: no database is asked -------------------------------------------------------------------------------------


def test_the_bank_that_comes_with_the_product_has_no_errors(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("lint_questions", str(BANK))

    out, err = capsys.readouterr()
    assert err == ""
    assert ", 0 errors, " in out


def test_a_finding_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = put(tmp_path, file(certification(), faulty(), name="a.yaml")) / "a.yaml"

    assert failing(tmp_path) == (1, "1 error.")

    out, err = capsys.readouterr()
    assert err == ""
    line = path.read_text().splitlines().index(f"      - uid: {uid('D-1/2')}") + 1
    assert out.splitlines()[0] == (
        f"{path}:{line}: D-1, Option 2: error E10 MISSING_RATIONALE: Option 2 has no rationale. Say why it is wrong."
    )


def test_infos_are_counted_and_shown_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = put(tmp_path, file(certification(), item(stem="What does the latest question of it ask?"), name="a.yaml"))

    call_command("lint_questions", str(tmp_path))
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "1 question, 0 errors, 0 warnings, 1 info"
    assert out[-1] == "--all shows the infos."

    call_command("lint_questions", str(tmp_path), all=True)
    out = capsys.readouterr().out.splitlines()
    line = line_of(path / "a.yaml", "stem:")
    assert out[0] == (
        f"{path}/a.yaml:{line}: D-1, Stem: info I8 DATED: “latest” dates the question. Check it from time to time."
        " “latest”"
    )
    assert "--all" not in out[-1]


def test_rules_of_style_are_asked_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(stem="This question of ours asks for the right word"), name="a.yaml"))

    call_command("lint_questions", str(tmp_path))
    assert "INCOMPLETE_STEM" not in capsys.readouterr().out
    call_command("lint_questions", str(tmp_path), all=True)
    assert "INCOMPLETE_STEM" in capsys.readouterr().out


def test_the_table_says_how_often_each_rule_spoke(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beasts = ["foxes", "lazy dogs", "grey geese", "white swans", "cats", "small mice", "cows", "goats", "bulls", "pigs"]
    items = [item(f"D-{number}", stem=f"Where did the {beast} go?") for number, beast in enumerate(beasts)]
    items[0] = changed(changed(items[0], 2, because=""), 3, because="")
    items[1:3] = [replace(each, takeaway="") for each in items[1:3]]
    put(tmp_path, file(certification(), *items, name="a.yaml"))

    assert failing(tmp_path) == (1, "2 errors.")

    out = capsys.readouterr().out.splitlines()
    assert out[out.index("") + 1 :] == [
        "10 questions, 2 errors, 2 warnings, 0 infos",
        "rule                     severity  findings  questions   share",
        "E10   MISSING_RATIONALE  error            2          1  10.0 %",
        "W20   MISSING_TAKEAWAY   warning          2          2  20.0 %  noisy, over 10 %",
    ]


def test_json_says_the_same_to_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = put(tmp_path, file(certification(), faulty(), name="a.yaml")) / "a.yaml"

    assert failing(tmp_path, json=True) == (1, "1 error.")
    told = json.loads(capsys.readouterr().out)

    (finding,) = told["findings"]
    place = finding.pop("place")
    assert place.startswith(f"{path}:")
    assert finding == {
        "code": "E10",
        "rule": "MISSING_RATIONALE",
        "severity": "error",
        "question": "D-1",
        "where": "option 2",
        "span": "",
        "message": "Option 2 has no rationale.",
        "fix": "Say why it is wrong.",
    }
    assert told["questions"] == 1
    assert told["rates"] == [
        {"code": "E10", "rule": "MISSING_RATIONALE", "severity": "error", "questions": 1, "share": 1.0},
        {"code": "I8", "rule": "DATED", "severity": "info", "questions": 1, "share": 1.0},
    ]


def test_json_has_the_infos_on_demand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), item(stem="What does the latest question of it ask?"), name="a.yaml"))

    assert said(capsys, tmp_path)["findings"] == []
    assert [finding["span"] for finding in said(capsys, tmp_path, all=True)["findings"]] == ["latest"]


def test_what_is_written_cannot_steer_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = file(certification(), faulty("D-1"), name="a.yaml")[1].replace(b"code: D-1", b'code: "D\\e[31m-1\\n"')
    put(tmp_path, ("a.yaml", data))

    failing(tmp_path)

    out, err = capsys.readouterr()
    assert "\x1b" not in out + err


def test_several_files_and_folders_are_one_bank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "more").mkdir()
    put(tmp_path, file(certification(), item("D-1"), name="a.yaml"))
    put(tmp_path / "more", file(item("D-2", stem=item("D-1").stem), name="b.yaml"), ("notes.txt", b"x"))

    told = said(capsys, tmp_path / "a.yaml", tmp_path / "more")

    assert told["questions"] == 2
    assert [(finding["rule"], finding["question"]) for finding in told["findings"]] == [("DUPLICATE_ITEM", "D-2")]


def test_files_without_questions_have_no_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, file(certification(), name="a.yaml"))

    call_command("lint_questions", str(tmp_path))

    assert capsys.readouterr().out == "0 questions, 0 errors, 0 warnings, 0 infos\n"


def test_what_cannot_be_read_is_another_status(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert failing(tmp_path / "none") == (2, f"{tmp_path}/none cannot be read: No such file or directory.")
    assert failing(tmp_path) == (2, f"There is no *.yaml in {tmp_path}.")

    put(tmp_path, ("a.yaml", b"format: other\n"), file(certification(), faulty(), name="b.yaml"))
    assert failing(tmp_path, json=True) == (2, "1 problem: nothing was checked.")

    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{tmp_path}/a.yaml:1: This is not a file of the format examprep-bank/1.\n"


@pytest.mark.parametrize(
    "arguments", [(), ("--drafts",), ("a.yaml", "--drafts"), ("a.yaml", "--certification", "demo")], ids=" ".join
)
def test_either_files_or_a_certification_are_named(arguments: tuple[str, ...]) -> None:
    assert failing(*arguments)[0] == 2


# --- A certification -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_certification_is_checked_as_published(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_questions", str(BANK), verbosity=0)
    call_command("lint_questions", str(BANK), json=True, all=True)
    files = json.loads(capsys.readouterr().out)

    bank = said(capsys, certification="nca-genm", all=True)

    assert (bank["questions"], bank["rates"]) == (files["questions"], files["rates"])

    def told(report: Any) -> list[tuple[str, ...]]:
        return sorted(
            tuple(each[name] for name in ("question", "code", "where", "span")) for each in report["findings"]
        )

    assert told(bank) == told(files)
    assert all(finding["place"] == finding["question"] for finding in bank["findings"])


@pytest.mark.django_db
def test_drafts_are_checked_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    question = make_question(code="B-1")
    objective = question.objective
    draft = make_draft(objective, code="B-2", stem="Where do the wild geese go in winter?")
    Option.objects.filter(version=draft, position=3).update(because="")
    code = objective.certification.code

    call_command("lint_questions", certification=code)
    assert "\n1 question, 0 errors" in capsys.readouterr().out

    assert failing(certification=code, drafts=True) == (1, "1 error.")
    out = capsys.readouterr().out
    assert "B-2, Option 3: error E10 MISSING_RATIONALE: Option 3 has no rationale. Say why it is wrong.\n" in out
    assert "2 questions, 1 error" in out


@pytest.mark.django_db
def test_an_unknown_certification_is_told() -> None:
    assert failing(certification="nothing") == (2, "There is no certification with the code nothing.")


@pytest.mark.django_db
def test_nothing_is_written() -> None:
    make_question()
    before = everything()

    call_command("lint_questions", certification=Certification.objects.get().code)

    assert everything() == before
    assert Version.objects.exists()


@pytest.mark.django_db
def test_before_the_database_is_set_up_it_says_so() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE SCHEMA nothing")
        cursor.execute("SET LOCAL search_path TO nothing")

    assert failing(certification="x") == (2, "The database has no tables yet: run “manage.py migrate” first.")


def test_the_exit_status_reaches_the_shell(tmp_path: Path) -> None:
    put(tmp_path, file(certification(), faulty(), name="a.yaml"))
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "lint_questions"]

    def status(*arguments: str) -> int:
        return subprocess.run([*command, *arguments], check=False, capture_output=True).returncode  # noqa: S603

    assert status(str(BANK)) == 0
    assert status(str(tmp_path)) == 1
    assert status(str(tmp_path / "none")) == 2
    assert status() == 2
