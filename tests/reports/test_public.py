"""What the public pages list."""

import datetime as dt
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from questions.actions.answering import Answer, record_response
from questions.actions.dealing import Scope, start_practice
from questions.actions.publishing import publish, revise, withdraw
from questions.models import Attempt, Certification, Domain, Objective, Option, Quiz, Slot, Trap, User
from questions.reports.objective import ObjectivePage, objectives_for
from questions.reports.prose import prose, summary
from questions.reports.public import certifications_for, exam_page, listed_certifications, unfinished
from questions.reports.traps import SHOWN, traps_for
from tests.builders import NOW, make_certification, make_draft, make_question, make_quiz

pytestmark = pytest.mark.django_db


def first(certification: Certification) -> Objective:
    return certification.objectives.get(section="1.1")


def make_trap(objective: Objective, *, claim: str = "", option: int = 2, **extra: object) -> Trap:
    question = make_question(objective, **extra)
    uid = Option.objects.get(version__question=question, position=option).uid
    return Trap.objects.create(question=question, option_uid=uid, claim=claim, public_since=NOW)


def start(person: User, scope: Scope, count: int = 5) -> Attempt:
    return start_practice(person=person, scope=scope, count=count, token=uuid.uuid4(), seed=7, now=NOW)


def answer(attempt: Attempt, number: int) -> None:
    slot = Slot.objects.select_related("attempt", "version", "response").get(attempt=attempt, number=number)
    chosen = frozenset(slot.option_order[:1])
    record_response(slot=slot, answer=Answer(chosen), now=NOW, request_id=uuid.uuid4())


# --- Certifications ---------------------------------------------------------------------------------------------


def test_only_published_wordings_count_as_questions() -> None:
    certification = make_certification()
    make_question(first(certification))
    revised = make_question(first(certification))
    revise(question=revised, by=None)
    withdraw(version=make_question(first(certification)).versions.get(), now=NOW)
    make_draft(first(certification))

    [listed] = listed_certifications()

    assert listed.questions == 2


def test_last_updated_is_when_a_question_was_published_or_the_facts_changed() -> None:
    quiet, busy = make_certification("a"), make_certification("b")
    later = busy.updated_at + dt.timedelta(days=3)
    publish(version=make_draft(first(busy)), by=None, now=later)

    assert [listed.updated for listed in listed_certifications()] == [quiet.updated_at, later]


def test_certifications_that_are_not_published_are_not_listed() -> None:
    make_certification(published=False)

    assert listed_certifications() == []


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_takes_two_queries_whatever_its_length(rows: int, django_assert_num_queries) -> None:
    for _row in range(rows):
        make_question()

    with django_assert_num_queries(2):
        assert len(listed_certifications()) == rows


def test_only_staff_who_may_change_certifications_see_unpublished_ones(lea: User, ivan: User, ada: User) -> None:
    hidden = make_certification(published=False)

    assert hidden not in certifications_for(lea)
    assert hidden in certifications_for(ivan)
    assert first(hidden) not in objectives_for(lea)
    assert first(hidden) in objectives_for(ada)


# --- One certification ------------------------------------------------------------------------------------------


def test_an_exam_counts_by_objective_domain_and_in_all() -> None:
    certification = make_certification()
    for section in ("1.1", "1.1", "2.1"):
        make_question(certification.objectives.get(section=section))
    make_question()

    exam = exam_page(certification)

    assert [[section.questions for section in part.sections] for part in exam.parts] == [[2], [1]]
    assert [part.questions for part in exam.parts] == [2, 1]
    assert exam.questions == 3


def test_sections_stand_in_the_order_of_their_numbers() -> None:
    certification = make_certification()
    domain = certification.domains.get(number=1)
    for section in ("1.10", "1.9"):
        Objective.objects.create(domain=domain, section=section, title="More")

    sections = exam_page(certification).parts[0].sections

    assert [section.objective.section for section in sections] == ["1.1", "1.9", "1.10"]


def test_an_exam_says_whether_its_weights_add_up() -> None:
    certification = make_certification(published=False)
    assert exam_page(certification).weights_add_up

    Domain.objects.create(certification=certification, number=3, name="More", weight="0.5")

    exam = exam_page(certification)
    assert (exam.weights_add_up, str(exam.weights)) == (False, "100.50")


def test_quizzes_count_what_can_be_dealt_and_empty_or_hidden_ones_are_left_out() -> None:
    certification = make_certification()
    kept, gone = make_question(first(certification)), make_question(first(certification))
    make_quiz(kept, gone, code="some")
    make_quiz(gone, code="none")
    make_quiz(kept, code="hidden")
    Quiz.objects.filter(code="hidden").update(published=False)
    withdraw(version=gone.versions.get(), now=NOW)

    offers = exam_page(certification).quizzes

    assert [(offer.quiz.code, offer.questions) for offer in offers] == [("some", 1)]


@pytest.mark.parametrize("rows", [1, 3])
def test_an_exam_takes_four_queries_whatever_its_size(rows: int, django_assert_num_queries) -> None:
    certification = make_certification(weights=[40, 30, 30])
    for number in range(1, rows + 1):
        question = make_question(certification.objectives.get(section=f"{number}.1"))
        make_quiz(question, code=f"quiz-{number}")

    with django_assert_num_queries(4):
        exam = exam_page(certification)
        addresses = [section.objective.get_absolute_url() for part in exam.parts for section in part.sections]
    assert len(addresses) == 3
    assert len(exam.quizzes) == rows


# --- Going on ---------------------------------------------------------------------------------------------------


def test_a_practice_goes_on_at_its_first_open_question(lea: User, mallory: User) -> None:
    objective = first(make_certification())
    questions = [make_question(objective) for _n in range(3)]
    attempt = start(lea, Scope(objective.certification, quiz=make_quiz(*questions, name="Three")))
    answer(attempt, 1)
    answer(attempt, 3)

    [found] = unfinished(lea)

    assert (found.attempt, found.name, found.number, found.total) == (attempt.pk, "Three", 2, 3)
    assert unfinished(mallory) == []


def test_what_is_finished_does_not_go_on(lea: User) -> None:
    objective = first(make_certification())
    make_question(objective)
    answer(start(lea, Scope(objective.certification)), 1)

    assert unfinished(lea) == []


def test_a_practice_goes_on_behind_a_question_that_was_withdrawn(lea: User) -> None:
    objective = first(make_certification())
    gone, kept = [make_question(objective) for _n in range(2)]
    start(lea, Scope(objective.certification, quiz=make_quiz(gone, kept)))
    withdraw(version=gone.versions.get(), now=NOW)
    assert [(found.number, found.total) for found in unfinished(lea)] == [(2, 2)]

    withdraw(version=kept.versions.get(), now=NOW)

    assert unfinished(lea) == []


def test_of_many_unfinished_practices_the_newest_three_go_on_in_one_query(lea: User, django_assert_num_queries) -> None:
    objective = first(make_certification())
    make_question(objective)
    attempts = [start(lea, Scope(objective.certification)) for _n in range(4)]

    with django_assert_num_queries(1):
        found = unfinished(lea)

    assert [practice.attempt for practice in found] == [attempt.pk for attempt in reversed(attempts[1:])]


# --- Traps ------------------------------------------------------------------------------------------------------


def test_a_trap_shows_its_claim_why_it_tempts_and_why_it_fails() -> None:
    objective = first(make_certification())
    make_trap(objective, claim="It is `so` & more", code="Q-X")

    [trap] = traps_for(objective)

    assert trap.claim == "It is <code>so</code> &amp; more"
    assert trap.looks_right == "temptation 2 of Q-X."
    assert trap.wrong == "reason 2 of Q-X."


def test_a_trap_without_a_claim_shows_the_option() -> None:
    objective = first(make_certification())
    make_trap(objective, code="Q-X")

    assert [trap.claim for trap in traps_for(objective)] == ["Option 2 of Q-X"]


def test_traps_come_from_the_whole_domain_and_from_no_other_own_objective_first() -> None:
    certification = make_certification()
    own = first(certification)
    beside = Objective.objects.create(domain=own.domain, section="1.2", title="Beside")
    make_trap(beside, claim="beside", code="A")
    make_trap(own, claim="own", code="B")
    make_trap(certification.objectives.get(section="2.1"), claim="elsewhere")

    assert [trap.claim for trap in traps_for(own)] == ["own", "beside"]


def test_the_sample_of_the_page_lends_no_trap_to_it_but_to_its_neighbours() -> None:
    own = first(make_certification())
    beside = Objective.objects.create(domain=own.domain, section="1.2", title="Beside")
    make_trap(own, claim="from the sample", sample=True)

    assert traps_for(own) == []
    assert [trap.claim for trap in traps_for(beside)] == ["from the sample"]


def test_no_trap_comes_from_a_question_that_is_not_published() -> None:
    objective = first(make_certification())
    withdraw(version=make_trap(objective).question.versions.get(), now=NOW)
    draft = make_draft(objective)
    Trap.objects.create(question=draft.question, option_uid=draft.options.get(position=2).uid, public_since=NOW)

    assert traps_for(objective) == []


def test_a_trap_follows_its_option_into_the_next_wording() -> None:
    objective = first(make_certification())
    trap = make_trap(objective)
    draft = revise(question=trap.question, by=None)
    draft.options.filter(uid=trap.option_uid).update(because="it was reworded.")
    publish(version=draft, by=None, now=NOW)

    assert [trap.wrong for trap in traps_for(objective)] == ["it was reworded."]


def test_a_key_is_never_shown_as_a_trap() -> None:
    objective = first(make_certification())
    make_trap(objective, option=1)

    assert traps_for(objective) == []


def test_a_trap_is_gone_once_its_option_was_dropped() -> None:
    objective = first(make_certification())
    trap = make_trap(objective)
    draft = revise(question=trap.question, by=None)
    draft.options.filter(uid=trap.option_uid).delete()
    publish(version=draft, by=None, now=NOW)

    assert traps_for(objective) == []


@pytest.mark.parametrize("rows", [1, 3])
def test_traps_take_two_queries_whatever_their_number(rows: int, django_assert_num_queries) -> None:
    objective = first(make_certification())
    for _row in range(rows):
        make_trap(objective)

    with django_assert_num_queries(2):
        assert len(traps_for(objective)) == rows


def test_a_page_shows_a_readable_number_of_traps() -> None:
    objective = first(make_certification())
    for _row in range(SHOWN + 1):
        make_trap(objective)

    assert len(traps_for(objective)) == SHOWN


def test_traps_read_the_rationale_of_their_own_options_only() -> None:
    objective = first(make_certification())
    make_trap(objective, code="Q-X")

    with CaptureQueriesContext(connection) as queries:
        traps_for(objective)

    assert not any("explained" in query["sql"] for query in queries)
    assert [query["sql"].count('"because"') for query in queries] == [0, 1]


# --- An objective -----------------------------------------------------------------------------------------------


def test_an_objective_reads_nothing_before_it_is_shown(django_assert_num_queries) -> None:
    objective = first(make_certification())
    make_question(objective)

    with django_assert_num_queries(0):
        page = ObjectivePage(objective)
    assert page.questions == 1


# --- Authored text ----------------------------------------------------------------------------------------------


def test_markup_in_descriptions_is_rendered_and_made_safe() -> None:
    assert "<em>x</em>" in prose("*x* <script>alert(1)</script>")
    assert "<script" not in prose("*x* <script>alert(1)</script>")


def test_a_summary_is_one_plain_line_cut_between_words() -> None:
    assert summary('Some *words* with\n\n- `a < b` & "quotes"') == 'Some words with a < b & "quotes"'
    assert summary("one two three, four", length=15) == "one two three…"
    assert summary("x" * 20, length=5) == "xxxx…"
    assert summary("") == ""
