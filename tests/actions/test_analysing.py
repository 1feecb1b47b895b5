"""The analysis of the database: equal to that of a matrix, only what changed, and safe in every order."""

import csv
import datetime as dt
import json
import math
import os
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from questions.actions.analysing import Judged, analyse
from questions.actions.flagging import Tally
from questions.actions.publishing import publish, revise
from questions.analysis.matrix import sums
from questions.analysis.plain import from_plain
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic as Statistic
from questions.items.words import Mode, Reason
from questions.models import (
    Ability,
    Attempt,
    Calibration,
    Certification,
    Hurried,
    ItemStatistic,
    Learner,
    Question,
    Response,
    Run,
    Trap,
)
from tests.actions.matrices import Matrix, letters, load, make_bank
from tests.actions.together import together
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)
REFERENCE = os.environ.get("EXAMPREP_REFERENCE")


def a_matrix(learners: int, keys: list[str], options: int, seed: int) -> list[list[str]]:
    """Learners of different ability; some answers are omitted."""
    draw = random.Random(seed)  # noqa: S311 - the same every time
    rows = []
    for _learner in range(learners):
        able = draw.gauss(0, 1)
        row = []
        for place, key in enumerate(keys):
            right = draw.random() < 1 / (1 + math.exp(place / len(keys) * 2 - 1 - able))
            wrong = "".join(sorted(draw.sample("ABCD"[:options], len(key))))
            row.append("" if draw.random() < 0.03 else key if right else wrong)
        rows.append(row)
    return rows


def statistic(question: Question) -> ItemStatistic:
    return ItemStatistic.objects.get(lineage__question=question, lineage__lineage=None)


def by_letter(question: Question, key: str) -> Statistic:
    """The statistic with options called by their letters."""
    row = statistic(question)
    version = question.versions.order_by("number").first()
    assert version is not None
    names = {str(option.uid): letter for letter, option in letters(version, key).items()}
    data = row.data | {"options": [each | {"option": names[each["option"]]} for each in row.data["options"]]}
    return from_plain(data)


def plain(statistic: Statistic) -> dict[str, Any]:
    """Numbers by name, to compare those that describe the responses and not how many options exist."""
    left_out = {"item", "declared", "guess", "efficiency", "options"}
    found: dict[str, Any] = {name: getattr(statistic, name) for name in statistic.__slots__ if name not in left_out}
    for option in statistic.options:
        found |= {f"{option.option} {name}": getattr(option, name) for name in option.__slots__}
    return flat(found)


def flat(values: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in values.items():
        if hasattr(value, "low"):
            found |= {f"{name} low": value.low, f"{name} high": value.high}
        elif isinstance(value, tuple):
            found |= {f"{name} {place}": each for place, each in enumerate(value)}
        else:
            found[name] = value
    return found


def assert_equals_the_matrix(keys: list[str], matrix: Matrix, options: int, *, multiple: bool = False) -> None:
    questions = make_bank(keys, options, multiple=multiple)
    load(questions, keys, matrix)
    analyse(now=NOW, criterion="rest")

    names = [f"i{n}" for n in range(len(keys))]
    given = [{n: frozenset(c) or None for n, c in zip(names, row, strict=True)} for row in matrix]
    expected = sums(given, dict(zip(names, map(frozenset, keys), strict=True)), "rest", multiple=multiple)
    for question, key, item in zip(questions, keys, expected.items, strict=True):
        found, want = plain(by_letter(question, key)), plain(describe(item))
        for name, value in want.items():
            assert found[name] == (pytest.approx(value, abs=1e-9) if isinstance(value, float) else value), name
        unseen = {option.option for option in by_letter(question, key).options if option.n == 0}
        assert unseen | {option.option for option in item.options} == set("ABCDEFGHIJ"[:options])


def test_complete_forms_in_the_database_equal_the_analysis_of_the_matrix() -> None:
    keys = list("ABCD" * 5)
    assert_equals_the_matrix(keys, a_matrix(120, keys, 4, seed=1), options=4)


def test_multiple_choice_in_the_database_equals_the_analysis_of_the_matrix() -> None:
    keys = ["AB", "CD", "ABC", "BD"] * 5
    assert_equals_the_matrix(keys, a_matrix(100, keys, 4, seed=2), options=4, multiple=True)


@pytest.mark.skipif(not REFERENCE, reason="EXAMPREP_REFERENCE names no folder with the reference data")
@pytest.mark.parametrize(("name", "options"), [("dev_hci", 5), ("dev_msatb_multiselect", 5)])
def test_reference_data_in_the_database_equal_their_reference(name: str, options: int) -> None:
    folder = Path(REFERENCE or "")
    folder = folder / name if (folder / name).is_dir() else folder / "reference" / name
    with (folder / "key.csv").open(newline="") as file:
        keys = {row["item"]: row["key"] for row in csv.DictReader(file)}
    with (folder / "responses.csv").open(newline="") as file:
        matrix = [[row[item] for item in keys] for row in csv.DictReader(file)]
    assert_equals_the_matrix(list(keys.values()), matrix, options, multiple=name.endswith("multiselect"))


def test_without_responses_every_number_is_missing_and_every_option_there() -> None:
    question = make_question()

    report = analyse(now=NOW)

    row = statistic(question)
    assert (report.looked_at, report.changed) == (1, 1)
    assert (row.n, row.stage, row.p, row.r, row.time) == (0, "collecting", None, None, None)
    assert [option["n"] for option in row.data["options"]] == [0, 0, 0, 0]


def test_an_empty_database_is_analysed_too() -> None:
    report = analyse(now=NOW)

    assert (report.looked_at, report.changed) == (0, 0)
    assert Run.objects.get().finished_at == NOW


def test_only_what_changed_is_computed_again() -> None:
    first, second = make_bank(["A", "A"], 4)
    load([first, second], ["A", "A"], [["A", "B"]] * 3, mode=Mode.PRACTICE)
    assert analyse(now=NOW).changed == 2
    assert analyse(now=NOW).changed == 0

    load([second], ["A"], [["A"]], mode=Mode.PRACTICE)

    assert analyse(now=NOW + DAY).changed == 1
    assert (statistic(first).n, statistic(second).n) == (3, 4)
    assert analyse(now=NOW + DAY, everything=True).changed == 2


def test_a_response_with_a_smaller_id_that_came_later_is_found() -> None:
    (question,) = make_bank(["A"], 4)
    load([question], ["A"], [["A"]] * 3, mode=Mode.PRACTICE)
    analyse(now=NOW)
    newest = Response.objects.order_by("-pk")[0].pk
    load([question], ["A"], [["B"]], mode=Mode.PRACTICE)
    # As if this one had been begun before and committed after the run.
    ItemStatistic.objects.update(upto=newest + 1)
    Run.objects.update(upto=newest + 1)

    assert analyse(now=NOW).changed == 1
    assert statistic(question).n == 4


def test_a_response_that_came_later_is_found_after_a_run_that_was_killed() -> None:
    (question,) = make_bank(["A"], 4)
    load([question], ["A"], [["A"]] * 3, mode=Mode.PRACTICE)
    analyse(now=NOW)
    newest = Response.objects.order_by("-pk")[0].pk
    load([question], ["A"], [["B"]], mode=Mode.PRACTICE)
    # As if a run had gone further than the last finished one, and kept fewer ids than are looked at again.
    row = statistic(question)
    row.upto, row.data = newest + 1, row.data | {"read": row.data["read"] | {"since": newest, "recent": []}}
    row.save()

    assert analyse(now=NOW).changed == 1
    assert statistic(question).n == 4
    assert statistic(question).data["read"]["recent"] == list(
        Response.objects.order_by("pk").values_list("pk", flat=True)
    )
    assert analyse(now=NOW).changed == 0


def test_a_cosmetic_revision_carries_on_and_another_begins_anew() -> None:
    (question,) = make_bank(["A"], 4)
    load([question], ["A"], [["A"], ["B"]], mode=Mode.PRACTICE)
    draft = revise(question=question, by=None)
    publish(version=draft, by=None, now=NOW, cosmetic=True)
    load([question], ["A"], [["C"]], mode=Mode.PRACTICE)
    publish(version=revise(question=question, by=None), by=None, now=NOW)
    load([question], ["A"], [["D"]], mode=Mode.PRACTICE)

    analyse(now=NOW)

    first, second = ItemStatistic.objects.order_by("pk")
    assert [option["n"] for option in first.data["options"]] == [1, 1, 1, 0]
    assert [option["n"] for option in second.data["options"]] == [0, 0, 0, 1]


def test_rapid_guesses_are_left_out_by_two_seconds_or_a_tenth_of_the_median() -> None:
    few, many = make_bank(["A", "A"], 4)
    load([few], ["A"], [["A"]] * 4, mode=Mode.PRACTICE, milliseconds=[[1_999], [2_000], [None], [60_000]])
    times = [[40_000]] * 30 + [[3_999], [4_000]]
    load([many], ["A"], [["A"]] * 32, mode=Mode.PRACTICE, milliseconds=times)

    analyse(now=NOW)

    assert (statistic(few).n, statistic(many).n) == (3, 31)
    assert statistic(many).data["rapid"] == 1
    assert statistic(many).time == 40_000
    assert statistic(few).data["times"]["n"] == 2


def test_a_hurried_attempt_is_left_out_whole_once_it_has_ended_or_is_a_day_old() -> None:
    keys = ["A"] * 10
    questions = make_bank(keys, 4)
    hurried = [[1_000] * 2 + [30_000] * 8]
    (attempt,) = load(questions, keys, [["A"] * 10], mode=Mode.PRACTICE, milliseconds=hurried, finish=False)
    load(questions, keys, [["A"] * 10], mode=Mode.PRACTICE, milliseconds=[[1_000] + [30_000] * 9])

    analyse(now=NOW)
    assert [statistic(question).n for question in questions] == [0, 1, *[2] * 8]
    assert not Hurried.objects.exists()

    report = analyse(now=NOW + DAY + dt.timedelta(seconds=1))
    assert report.hurried == 10
    assert set(Hurried.objects.values_list("attempt", flat=True)) == {attempt.pk}
    assert [statistic(question).n for question in questions] == [0, *[1] * 9]
    assert analyse(now=NOW + 2 * DAY).changed == 0


def test_the_first_run_finds_hurried_attempts_among_all() -> None:
    keys = ["A"] * 20
    questions = make_bank(keys, 4)
    times = [[1_000] * 3 + [30_000] * 17, [1_000] * 2 + [30_000] * 18, [30_000] * 20]
    hurried, *_others = load(questions, keys, [["A"] * 20] * 3, mode=Mode.PRACTICE, milliseconds=times)

    assert analyse(now=NOW).hurried == 20
    assert set(Hurried.objects.values_list("attempt", flat=True)) == {hurried.pk}
    assert [statistic(question).n for question in questions] == [1, 1, *[2] * 18]


def calibrated(question: Question, learners: list[Learner], *, thetas: list[float], n: int, b: float = 0.0) -> None:
    """An ability for each learner, and the question's difficulty, as of now."""
    certification = question.objective.certification
    Ability.objects.bulk_create(
        Ability(learner=learner, certification=certification, theta=theta, information=10, n=n, computed_at=NOW)
        for learner, theta in zip(learners, thetas, strict=True)
    )
    version = question.versions.get(number=1)
    Calibration.objects.create(lineage=version, b=b, n=len(learners), computed_at=NOW)


def test_the_ability_leaves_the_response_out_and_asks_for_twenty_others() -> None:
    (question,) = make_bank(["A"], 4)
    learners = Learner.objects.bulk_create(Learner() for _ in range(3))
    load([question], ["A"], [["A"], ["A"], ["B"]], mode=Mode.PRACTICE, learners=learners)
    calibrated(question, learners[:2], thetas=[1.0, -0.5], n=21)
    calibrated_less = Ability(
        learner=learners[2], certification=question.objective.certification, theta=0, information=10, n=20,
        computed_at=NOW,
    )  # fmt: skip
    calibrated_less.save()

    analyse(now=NOW)

    found = from_plain(statistic(question).data)
    ps = [1 / (1 + math.exp(-theta)) for theta in (1.0, -0.5)]
    ys = [t - (1 - p) / (10 - p * (1 - p)) for t, p in zip((1.0, -0.5), ps, strict=True)]
    assert (found.n, found.m) == (3, 2)
    assert found.mean == pytest.approx(sum(ys) / 2, abs=1e-12)


def test_an_ability_that_does_not_know_the_response_is_taken_as_it_is() -> None:
    (question,) = make_bank(["A"], 4)
    learners = Learner.objects.bulk_create(Learner() for _ in range(2))
    load([question], ["A"], [["A"], ["B"]], mode=Mode.PRACTICE, learners=learners, at=NOW + DAY)
    calibrated(question, learners, thetas=[1.0, -0.5], n=20)

    analyse(now=NOW + DAY)

    assert from_plain(statistic(question).data).mean == pytest.approx(0.25, abs=1e-12)


def test_a_new_calibration_makes_statistics_old() -> None:
    (question,) = make_bank(["A"], 4)
    learners = Learner.objects.bulk_create(Learner() for _ in range(2))
    load([question], ["A"], [["A"], ["B"]], mode=Mode.PRACTICE, learners=learners)
    analyse(now=NOW)
    calibrated(question, learners, thetas=[1.0, 0.0], n=30)

    assert analyse(now=NOW).changed == 1
    assert statistic(question).data["m"] == 2
    assert analyse(now=NOW).changed == 0


class Court:
    """Keeps what it is given to judge."""

    def __init__(self) -> None:
        self.seen: list[Judged] = []

    def __call__(self, judged: Iterable[Judged], *, now: dt.datetime) -> Tally:
        self.seen += judged
        return Tally(opened=1)


def test_flags_rest_on_exposures_that_do_not_depend_on_ability_where_there_are_enough() -> None:
    plenty, few = make_bank(["A", "A"], 4)
    load([plenty], ["A"], [["B"]] * 100, mode=Mode.PRACTICE, reason=Reason.RANDOM)
    load([few], ["A"], [["B"]] * 99, mode=Mode.PRACTICE, reason=Reason.PICKED)
    load([plenty, few], ["A", "A"], [["A", "A"]] * 7, mode=Mode.PRACTICE, reason=Reason.ADAPTIVE)
    court = Court()

    report = analyse(now=NOW, judge=court)

    first, second = court.seen
    assert (first.statistic.n, first.basis.n, first.adaptive) == (107, 100, False)
    assert (second.statistic.n, second.basis.n, second.adaptive) == (106, 106, True)
    assert first.exposures == 107
    assert (first.live, first.n_before) == (True, 0)
    assert report.flags_opened == 1


def test_responses_of_a_public_time_are_kept_from_that_option_s_flags_alone() -> None:
    (question,) = make_bank(["A"], 4)
    version = question.versions.get()
    public = version.options.get(position=2)
    # The database itself notes when a trap goes.
    begin = timezone.now() - 10 * DAY
    for n in range(6):
        load([question], ["A"], [["B"]], mode=Mode.PRACTICE, at=begin + n * DAY)
    court = Court()
    analyse(now=NOW, judge=court)
    assert court.seen.pop().trap_basis == {}

    trap = Trap.objects.create(question=question, option_uid=public.uid, public_since=begin + 4 * DAY)
    analyse(now=NOW, judge=court)
    judged = court.seen.pop()
    assert (judged.statistic.n, judged.basis.n, judged.trap_basis[str(public.uid)].n) == (6, 6, 4)

    trap.delete()
    analyse(now=NOW, judge=court)
    assert court.seen.pop().trap_basis[str(public.uid)].n == 4
    assert analyse(now=NOW).changed == 0


def test_a_question_in_several_forms_is_compared_within_each() -> None:
    keys = ["A"] * 21
    questions = make_bank(keys, 4)
    for left, seed in ((20, 3), (19, 4)):
        asked = [question for place, question in enumerate(questions) if place != left]
        load(asked, keys[1:], a_matrix(40, keys[1:], 4, seed=seed))

    analyse(now=NOW, criterion="rest")

    assert statistic(questions[0]).data["m"] == 80
    assert abs(statistic(questions[0]).data["mean"]) < 1e-9
    assert statistic(questions[20]).data["mean"] > 1


def test_two_runs_at_once_agree() -> None:
    keys = ["A"] * 3
    questions = make_bank(keys, 4)
    load(questions, keys, [["A", "B", ""]] * 5, mode=Mode.PRACTICE)

    analyse(now=NOW)
    before = list(ItemStatistic.objects.order_by("pk").values())
    analyse(now=NOW, everything=True)

    assert list(ItemStatistic.objects.order_by("pk").values()) == before
    assert json.dumps([row["data"] for row in before], allow_nan=False)


def test_one_certification_is_analysed_without_moving_the_mark_of_all() -> None:
    (first,), (second,) = make_bank(["A"], 4), make_bank(["A"], 4)
    load([first], ["A"], [["A"]], mode=Mode.PRACTICE)
    load([second], ["A"], [["A"]], mode=Mode.PRACTICE)

    certification: Certification = second.objective.certification
    assert analyse(now=NOW, certification=certification).changed == 1
    assert list(ItemStatistic.objects.values_list("lineage__question", flat=True)) == [second.pk]
    assert analyse(now=NOW).changed == 1


@pytest.mark.django_db(transaction=True)
def test_runs_side_by_side_do_each_lineage_once_and_agree() -> None:
    keys = ["A"] * 20
    questions = make_bank(keys, 4)
    load(questions, keys, a_matrix(30, keys, 4, seed=5), mode=Mode.PRACTICE)

    reports = together(*[lambda: analyse(now=NOW)] * 3)

    assert sum(report.changed for report in reports if not isinstance(report, Exception)) == 20
    assert [report for report in reports if isinstance(report, Exception)] == []
    assert Run.objects.exclude(finished_at=None).count() == 3
    assert {row.n for row in ItemStatistic.objects.all()} == {30}
    assert Attempt.objects.count() == 30
