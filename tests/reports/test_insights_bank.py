"""The sections of a certification's report: questions, domains, forms, exposure."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from questions.models import Certification, Hurried, ItemStatistic, Objective, Quiz, Response
from questions.reports.insights import bank as bank_module
from questions.reports.insights import exposure as exposure_module
from questions.reports.insights import forms as forms_module
from questions.reports.insights.bank import SORTS, BankReport
from questions.reports.insights.domains import domain_reports
from questions.reports.insights.exposure import exposure
from questions.reports.insights.forms import fixed_forms
from questions.reports.insights.page import CertificationReport
from questions.reports.quality.figures import percent
from questions.reports.scatter import Dot, scatter_plot
from tests.builders import make_certification, make_question, make_quiz
from tests.reports.insights import learners, practise
from tests.reports.making import DEAD, MISKEYED, WORKING, live, make_statistic

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]


@pytest.fixture
def objective(db: None) -> Objective:
    return make_certification("cert").objectives.get(section="1.1")


def bank(objective: Objective, sort: str = "r", page: int = 1) -> BankReport:
    return BankReport(objective.certification, sort=sort, page=page, linked=lambda code: f"/review/{code}/")


def measured(objective: Objective, code: str, shares: Any = WORKING, n: int = 410, **extra: Any) -> ItemStatistic:
    return make_statistic(live(make_question(objective, code=code, **extra)), shares, n)


def test_an_empty_bank_has_nothing_to_draw(objective: Objective) -> None:
    found = bank(objective)

    assert (found.measured, found.svg, len(found.page)) == ([], "", 0)


def test_a_question_is_drawn_where_its_numbers_are(objective: Objective) -> None:
    statistic = measured(objective, "Q-1")

    (each,) = bank(objective).measured

    assert (each.code, each.domain, each.n, each.p, each.r) == ("Q-1", 1, 410, statistic.p, statistic.r)
    assert each.r_interval is not None
    assert [each.r_interval.low, each.r_interval.high] == statistic.data["r_interval"]
    assert each.p_interval.low == pytest.approx(statistic.data["p_interval"][0])


def test_questions_without_enough_answers_and_old_wordings_are_left_out(objective: Objective) -> None:
    measured(objective, "Q-1", n=25)
    make_question(objective, code="Q-2")
    statistic = measured(objective, "Q-3")
    measured(make_certification("other").objectives.get(section="1.1"), "Q-4")
    ItemStatistic.objects.filter(pk=statistic.pk).update(r=None)

    assert bank(objective).measured == []


def test_low_and_negative_ones_are_counted(objective: Objective) -> None:
    for code, shares in (("Q-1", WORKING), ("Q-2", MISKEYED)):
        measured(objective, code, shares)

    found = bank(objective)

    assert (found.low, found.negative) == (1, 1)
    assert [each.code for each in found.page] == ["Q-2", "Q-1"]


@pytest.mark.parametrize(("sort", "first"), [("r", "B"), ("p", "B"), ("easy", "C"), ("n", "A"), ("code", "A")])
def test_orders(objective: Objective, sort: str, first: str) -> None:
    for code, shares, n in (("A", WORKING, 500), ("B", MISKEYED, 400), ("C", DEAD, 300)):
        measured(objective, code, shares, n)

    assert next(iter(bank(objective, sort).page)).code == first
    assert set(SORTS) == {"r", "p", "easy", "n", "code"}


def test_of_too_many_the_reportable_ones_are_drawn(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bank_module, "MOST", 2)
    for code, n in (("A", 60), ("B", 300), ("C", 400)):
        measured(objective, code, n=n)

    found = bank(objective)

    assert [each.code for each in found.measured] == ["C", "B"]
    assert found.full


def test_every_dot_is_a_link_with_a_title(objective: Objective) -> None:
    statistic = measured(objective, "Q-1")
    measured(objective, "Q-2", n=60)

    svg = bank(objective).svg

    assert re.findall(r'<a href="(.+?)" tabindex="-1">', svg) == ["/review/Q-1/", "/review/Q-2/"]
    said = f"Q-1: {percent(statistic.p)} right, discrimination +{statistic.r:.2f}, 410 first answers"
    assert re.findall("<title>(.+?)</title>", svg)[0] == said
    assert 'class="dot early"' in svg
    assert "style" not in svg


def test_places_are_those_of_the_scales() -> None:
    svg = scatter_plot([Dot("/a/", 0.25, 0.2, "a", ""), Dot("", 1, -0.5, "<b>", "low")])

    # From -0.6 to 0.6, the second one without a link and with its title escaped.
    assert 'cx="25.00%" cy="33.33%"' in svg
    assert 'cx="100.00%" cy="91.67%"' in svg
    assert svg.count("href=") == 1
    assert "<title>&lt;b&gt;</title>" in svg


def test_difficulty_spreads_by_domain_and_by_the_authors_guess(objective: Objective) -> None:
    measured(objective, "A", WORKING, difficulty="easy")
    measured(objective, "B", DEAD, difficulty="hard")
    measured(objective, "C", DEAD, n=25, difficulty="hard")
    make_question(objective.certification.objectives.get(section="2.1"), difficulty="medium")
    easy, hard = (ItemStatistic.objects.get(lineage__question__code=code).p for code in "AB")

    first, second = domain_reports(objective.certification)

    assert (first.whole.questions, first.whole.collecting, first.whole.reportable) == (3, 1, 2)
    assert [(part.difficulty, part.judged, part.questions) for part in first.parts] == [("easy", 1, 1), ("hard", 1, 2)]
    assert easy is not None
    assert hard is not None
    assert first.whole.spread is not None
    assert first.whole.spread.median == pytest.approx((easy + hard) / 2)
    assert (first.whole.spread.least, first.whole.spread.greatest) == (easy, hard)
    assert first.parts[1].spread is not None
    assert first.parts[1].spread.n == 1
    assert (second.whole.spread, second.whole.efficiency, second.parts[0].authored) == (None, None, "medium")


def test_functioning_distractors_are_counted_where_the_statistic_is_reportable(objective: Objective) -> None:
    measured(objective, "A", WORKING)
    measured(objective, "B", DEAD, n=530)
    measured(objective, "C", DEAD, n=60)

    (first,) = domain_reports(objective.certification)

    # Of A the fourth option is taken by 4 %, of B two options by hardly anybody.
    assert (first.whole.functioning, first.whole.distractors) == (3, 6)
    assert first.whole.efficiency == 0.5
    assert (first.whole.interval.low, first.whole.interval.high) == pytest.approx((0.1876, 0.8124), abs=1e-3)


@pytest.fixture
def quiz(objective: Objective) -> Quiz:
    return make_quiz(*(make_question(objective) for _each in range(3)), name="Three")


RIGHT = ([True, True, True], [True, True, False], [True, False, False], [False, False, False], [True, True, True])


def test_a_form_that_enough_took_whole_has_a_reliability(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms_module, "LEAST", 5)
    for person, right in zip(learners(5), RIGHT, strict=True):
        practise(person, quiz, right)

    (form,) = fixed_forms(quiz.certification).forms

    assert (form.name, form.n, form.k, form.missing) == ("Three", 5, 3, 0)
    assert form.statistic is not None
    # By hand: item variances 0.2, 0.3, 0.3; totals 3 2 1 0 3 with variance 1.7.
    assert form.statistic.alpha == pytest.approx(3 / 2 * (1 - 0.8 / 1.7), abs=1e-12)
    assert form.statistic.sem == pytest.approx((1.7 * (1 - 3 / 2 * (1 - 0.8 / 1.7))) ** 0.5, abs=1e-12)
    assert form.statistic.mean == 1.8


def test_before_that_it_says_how_many_are_missing(quiz: Quiz) -> None:
    for person in learners(2):
        practise(person, quiz, [True, True, True])

    (form,) = fixed_forms(quiz.certification).forms

    assert (form.n, form.missing, form.statistic) == (2, 48, None)


def test_half_repeated_and_hurried_attempts_are_not_whole(quiz: Quiz) -> None:
    one, two, three = learners(3)
    practise(one, quiz, [True, True])
    practise(two, quiz, [True, True, True])
    practise(two, quiz, [True, True, True])
    hurried = practise(three, quiz, [True, True, True])
    Hurried.objects.create(response=Response.objects.filter(slot__attempt=hurried)[0], attempt=hurried)

    (form,) = fixed_forms(quiz.certification).forms

    assert form.n == 1


def test_practice_by_objective_is_no_fixed_form(quiz: Quiz) -> None:
    for person in learners(2):
        practise(person, quiz.certification, [True, True, True])

    (form,) = fixed_forms(quiz.certification).forms

    assert (form.name, form.n, form.missing) == ("Three", 0, 50)


def test_without_quizzes_there_is_no_form(objective: Objective) -> None:
    assert fixed_forms(objective.certification).forms == ()


def test_exposure_names_the_unseen_and_counts_the_ends(quiz: Quiz) -> None:
    unseen = make_question(quiz.certification.objectives.get(section="2.1"), code="A-unseen")
    shown = list(quiz.questions.order_by("code"))
    make_statistic(live(shown[0]), n=300)
    for person in learners(2):
        practise(person, quiz, [True])

    found = exposure(quiz.certification)

    assert (found.questions, found.never, [each.code for each in found.unseen]) == (4, 1, [unseen.code])
    assert (found.most[0].code, found.most[0].n, found.most[0].shown) == (shown[0].code, 300, 2)
    assert [each.code for each in found.least][-1] == shown[0].code


def test_of_many_unseen_ones_some_are_named(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exposure_module, "NAMED", 2)
    for code in ("C", "A", "B"):
        make_question(objective, code=code)

    found = exposure(objective.certification)

    assert ([each.code for each in found.unseen], found.never, found.more) == (["A", "B"], 3, 1)
    assert (found.least, found.most) == ((), ())


def test_nothing_is_exposed_in_an_empty_certification() -> None:
    found = exposure(make_certification("empty"))

    assert (found.questions, found.never, found.unseen) == (0, 0, ())


@pytest.mark.parametrize("count", [1, 3])
def test_the_report_takes_six_queries(objective: Objective, django_assert_num_queries: Queries, count: int) -> None:
    questions = [make_question(objective) for _each in range(count)]
    for question in questions:
        make_statistic(live(question))
    quiz = make_quiz(*questions)
    for person in learners(count):
        practise(person, quiz, [True] * count)
    certification = Certification.objects.get()
    report = CertificationReport(certification, sort="r", page=1, linked=str)

    with django_assert_num_queries(6):
        seen = (report.bank.svg, list(report.bank.page), report.domains, report.forms, report.exposure, report.run)

    assert len(seen[1]) == count
    assert (report.questions, report.reportable, report.provisional, report.collecting) == (count, count, 0, 0)
