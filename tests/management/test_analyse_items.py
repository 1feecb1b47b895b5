"""The command: what changed is computed, the nightly run calibrates, a kill does no harm."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from questions.actions.analysing import analyse
from questions.items.words import Mode
from questions.models import Ability, ItemStatistic, Run
from tests.actions.matrices import load, make_bank
from tests.builders import NOW

pytestmark = pytest.mark.django_db


def answered(questions: int = 2, learners: int = 3) -> None:
    keys = ["A"] * questions
    load(make_bank(keys, 4), keys, [["A", "B"] * (questions // 2)] * learners, mode=Mode.PRACTICE)


def test_it_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    answered()

    call_command("analyse_items")

    out, err = capsys.readouterr()
    assert out.startswith("2 lines of wordings, 2 changed; flags: 0 opened, 0 closed; ")
    assert err == "No abilities are known yet: run “manage.py calibrate”, or use --nightly.\n"
    call_command("analyse_items")
    assert capsys.readouterr().out.startswith("2 lines of wordings, 0 changed;")
    call_command("analyse_items", all=True)
    assert capsys.readouterr().out.startswith("2 lines of wordings, 2 changed;")


def test_the_nightly_run_calibrates_where_that_is_due(capsys: pytest.CaptureFixture[str]) -> None:
    answered()

    call_command("analyse_items", nightly=True, json=True)
    first = json.loads(capsys.readouterr().out)
    call_command("analyse_items", nightly=True, json=True)
    second = json.loads(capsys.readouterr().out)

    assert set(first) == {
        "looked_at", "changed", "hurried", "flags_opened", "flags_closed", "seconds", "calibrated"
    }  # fmt: skip
    assert (len(first["calibrated"]), first["changed"]) == (1, 2)
    assert (second["calibrated"], second["changed"]) == ([], 0)
    assert Ability.objects.count() == 3


def test_an_unknown_certification_is_an_error_in_a_line() -> None:
    with pytest.raises(CommandError, match="There is no certification with the code nowhere"):
        call_command("analyse_items", certification="nowhere")


def test_the_criterion_may_be_the_rest_of_whole_mocks(capsys: pytest.CaptureFixture[str]) -> None:
    keys = ["A"] * 20
    load(make_bank(keys, 4), keys, [["A"] * n + ["B"] * (20 - n) for n in range(0, 20, 4)])

    call_command("analyse_items", criterion="rest")

    assert set(ItemStatistic.objects.values_list("criterion", flat=True)) == {"rest"}
    assert {row.data["m"] for row in ItemStatistic.objects.all()} == {5}
    assert capsys.readouterr().err == ""


CHILD = """
import datetime as dt, os, sys
import django
django.setup()
from django.conf import settings
settings.DATABASES["default"]["NAME"] = sys.argv[1]
from questions.actions.analysing import analyse, running
running.TOGETHER = 2
analyse(now=dt.datetime.fromisoformat(sys.argv[2]), tell=lambda done, total: print(done, flush=True))
"""


@pytest.mark.django_db(transaction=True)
def test_a_run_that_is_killed_in_the_middle_is_made_up_for_by_the_next() -> None:
    answered(questions=40)
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    child = subprocess.Popen(  # noqa: S603 - our own code
        [sys.executable, "-c", CHILD, str(connection.settings_dict["NAME"]), NOW.isoformat()],
        stdout=subprocess.PIPE, cwd=settings.BASE_DIR, env=environment, text=True,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "2\n"
    os.kill(child.pid, signal.SIGKILL)
    child.wait(timeout=30)
    child.stdout.close()
    for _ in range(100):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            if cursor.fetchone()[0] == 1:
                break
        time.sleep(0.1)
    half = ItemStatistic.objects.count()
    assert 2 <= half < 40
    assert Run.objects.get().finished_at is None

    assert analyse(now=NOW).changed == 40 - half
    resumed = list(ItemStatistic.objects.order_by("pk").values())
    ItemStatistic.objects.all().delete()
    analyse(now=NOW, everything=True)
    assert list(ItemStatistic.objects.order_by("pk").values()) == resumed
