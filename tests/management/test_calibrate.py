"""The command: scales from the responses there are, errors in a line."""

import pytest
from django.core.management import CommandError, call_command

from questions.items.words import Mode
from questions.models import Ability
from tests.actions.matrices import load, make_bank

pytestmark = pytest.mark.django_db


def test_it_calibrates_and_says_to_how_much(capsys: pytest.CaptureFixture[str]) -> None:
    questions = make_bank(["A", "A"], 4)
    load(questions, ["A", "A"], [["A", "B"]] * 3, mode=Mode.PRACTICE)

    call_command("calibrate", certification=questions[0].objective.certification.code)

    out, err = capsys.readouterr()
    assert out == "6 responses of 3 learners to 2 questions were calibrated.\n"
    assert err == ""
    assert Ability.objects.count() == 3


def test_an_unknown_certification_is_an_error_in_a_line() -> None:
    with pytest.raises(CommandError, match="There is no certification with the code nowhere"):
        call_command("calibrate", certification="nowhere")
