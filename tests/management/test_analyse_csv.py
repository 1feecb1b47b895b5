"""The command: two files in, statistics and findings out, and an exit status that scripts can trust."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from tests.analysis.reference import expected, folder

# Those who know more take B on q4, whose key is said to be A. Everybody has q3 right.
BEST, GOOD, WEAK = "A,A,A,B,A,A", "A,A,A,B,A,B", "B,C,A,A,C,B"


def files(place: Path) -> tuple[str, str]:
    """A form of six items in which the key of one is wrong."""
    groups = {"best": BEST, "good": GOOD, "weak": WEAK}
    sizes = {"best": 40, "good": 40, "weak": 80}
    rows = [f"{name}-{number},{row}" for name, row in groups.items() for number in range(sizes[name])]
    (place / "r.csv").write_text("learner,q1,q2,q3,q4,q5,q6\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (place / "k.csv").write_text("item,key\n" + "".join(f"q{n},A\n" for n in range(1, 7)), encoding="utf-8")
    return str(place / "r.csv"), str(place / "k.csv")


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """What a call says to programs."""
    call_command("analyse_csv", *arguments, "--json")
    return json.loads(capsys.readouterr().out)


def failing(*arguments: str) -> tuple[int, str]:
    """The exit status and message of a call that fails."""
    with pytest.raises(CommandError) as caught:
        call_command("analyse_csv", *arguments)
    return caught.value.returncode, str(caught.value)


def test_a_wrong_key_is_found_and_told_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("analyse_csv", *files(tmp_path))

    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("160 learners, 6 items: mean 3.25, SD 1.30, alpha")
    assert "POSSIBLE_MISKEY" in out
    assert "Choosing B instead of A goes with higher scores" in out
    assert "Check the key." in out


def test_programs_read_the_shape_that_is_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, *files(tmp_path))

    assert set(found) == {"test", "items"}
    assert set(found["test"]) == {"n_learners", "n_items", "mean", "sd", "alpha", "sem"}
    item = found["items"][3]
    assert {"item", "key", "n", "p", "p_interval", "r", "r_interval", "d27", "options", "findings"} <= set(item)
    assert {"option", "is_key", "n", "rate", "rate_interval", "r", "r_interval", "upper", "lower", "trace"} <= set(
        item["options"][0]
    )
    assert (item["item"], item["key"], item["n"], item["p"]) == ("q4", "A", 160, 0.5)
    assert [each["finding"] for each in item["options"]] == [None, "POSSIBLE_MISKEY"]
    assert item["findings"] == ["KEY_NEGATIVE"]
    # Everybody is right, so that there is nothing to correlate with.
    assert (found["items"][2]["r"], found["items"][2]["findings"]) == (None, ["TOO_EASY"])


@pytest.mark.parametrize(
    "name", ["dev_hci", "dev_ctt100", "dev_iqitems", "dev_gmat_synthetic", "dev_msatb_multiselect"]
)
def test_public_data_gives_the_reference_values(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    place, wanted, multiple = folder(name), expected(name), "multiselect" in name
    arguments = [str(place / "responses.csv"), str(place / "key.csv"), *(["--multiple"] if multiple else [])]
    found = said(capsys, *arguments)

    names = {"alpha": "alpha_psych", "mean": "mean_total", "sd": "sd_total"}
    assert found["test"] == {
        **found["test"],
        **{k: pytest.approx(wanted["test"][v], abs=1e-9) for k, v in names.items()},
    }
    for item, reference in zip(found["items"], wanted["items"], strict=True):
        p = reference["p_all_or_nothing" if multiple else "p"]
        assert item["p"] == pytest.approx(p, abs=1e-9)
        assert item["r"] == pytest.approx(reference["r_item_rest_psych"], abs=1e-9)
        options = [each for each in reference["options"] if each["option"] != "(omit)"]
        for option, other in zip(item["options"], options, strict=True):
            assert option["n"] == other["n_ticked" if multiple else "n"]
            assert option["rate_interval"] == pytest.approx(other["wilson95"], abs=1e-9)
            assert option["r"] == pytest.approx(other["r_rest_ticked" if multiple else "r_rest"], abs=1e-9)
            if not multiple:
                assert option["trace"] == other["count_by_total_quintile"]
                assert (option["lower"], option["upper"]) == pytest.approx((other["lower27"], other["upper27_strict"]))


@pytest.mark.parametrize("name", ["dev_hci", "dev_ctt100", "dev_iqitems", "dev_gmat_synthetic"])
def test_public_data_gives_the_expected_findings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = said(capsys, str(folder(name) / "responses.csv"), str(folder(name) / "key.csv"))
    codes = [
        (item["item"], option["option"], option["finding"])
        for item in found["items"]
        for option in item["options"]
        if option["finding"]
    ]
    flags = expected(name, "expected_flags.json")["flags"]
    assert codes == [(each["item"], each["option"], each["flag"]) for each in flags]


def test_the_ability_criterion_says_when_forms_are_too_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("analyse_csv", *files(tmp_path), "--criterion", "ability", "--json")

    out, err = capsys.readouterr()
    assert "Nobody has answers to 20 other items" in err
    assert json.loads(out)["items"][0]["r"] is None


def test_what_is_wrong_is_told_by_file_row_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    responses, key = files(tmp_path)
    Path(responses).write_text("learner,q1,q2,q3,q4,q5,q6\nx,A,A,A,A,A,A\nx,A,A,A,A,A,A\n", encoding="utf-8")

    assert failing(responses, key) == (1, "1 problem: nothing was analysed.")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"{responses}:3:1: The learner x has a row already: 2.\n"


def test_a_file_that_is_not_there_or_a_folder_cannot_be_read(tmp_path: Path) -> None:
    responses, _ = files(tmp_path)
    assert failing(responses, str(tmp_path / "none.csv"))[0] == 2
    assert failing(str(tmp_path), responses)[0] == 2


def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell runs it, without a database to talk to."""
    return subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "manage.py", "analyse_csv", *arguments],
        cwd=settings.BASE_DIR,
        env={"PATH": "/usr/bin:/bin", "DEBUG": "1", "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        capture_output=True,
        check=False,
    )


def test_no_database_is_touched_and_the_status_is_the_shells(tmp_path: Path) -> None:
    responses, key = files(tmp_path)
    fine, wrong, missing = run(responses, key), run(key, responses), run("none.csv", key)

    assert (fine.returncode, wrong.returncode, missing.returncode) == (0, 1, 2)
    assert b"Check the key." in fine.stdout
    assert b"Traceback" not in wrong.stderr + missing.stderr
