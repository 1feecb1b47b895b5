"""Who practised what, and how it goes."""

import datetime as dt
from typing import Any

import pytest
from django.db import connection

from questions.models import Certification, Learner, Quiz, User
from questions.reports.insights import cohort as module
from questions.reports.insights.cohort import Cohort, cohort
from questions.reports.insights.pseudonyms import pseudonym
from tests.builders import NOW, make_certification, make_question, make_quiz
from tests.reports.insights import learners, practise

pytestmark = pytest.mark.django_db
DAY = dt.timedelta(days=1)
LATER = NOW + DAY


@pytest.fixture
def quiz(db: None) -> Quiz:
    """Two questions of domain 1 and one of domain 2."""
    certification = make_certification("cert")
    first, second = certification.objectives.order_by("section")
    return make_quiz(make_question(first), make_question(first), make_question(second))


def met(quiz: Quiz, **wishes: Any) -> Cohort:
    return cohort(quiz.certification, **{"now": LATER, "days": 30, **wishes})


def test_nobody_has_practised(quiz: Quiz) -> None:
    found = met(quiz)

    assert (found.learners, found.answers, found.members, found.share, found.spread.total) == (0, 0, (), None, 0)


def test_a_learner_is_summed_up(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [True, False])

    (member,) = met(quiz).members

    assert (member.attempts, member.answers, member.first, member.right) == (1, 2, 2, 1)
    assert (member.share, member.domains, member.active) == (0.5, (1,), NOW)
    assert member.interval.low == pytest.approx(0.0945, abs=1e-4)


def test_repeats_are_answers_but_not_first_ones(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [False, False, False])
    practise(lea, quiz, [True, True, True], at=NOW + DAY / 2)

    (member,) = met(quiz).members

    assert (member.attempts, member.answers, member.first, member.right) == (2, 6, 3, 0)
    assert member.domains == (1, 2)


def test_only_the_period_counts(quiz: Quiz, lea: User, mallory: User) -> None:
    practise(lea, quiz, [True], at=NOW - 20 * DAY)
    practise(mallory, quiz, [True], at=NOW)

    assert [each.name for each in met(quiz, days=7).members] == [pseudonym(Learner.objects.of(mallory).uid)]
    assert met(quiz, days=30).learners == 2


def test_another_certification_does_not_count(quiz: Quiz, lea: User) -> None:
    other = make_quiz(make_question(make_certification("other").objectives.get(section="1.1")), code="other")
    practise(lea, other, [True])

    assert met(quiz).learners == 0
    assert cohort(Certification.objects.get(code="other"), now=LATER, days=30).learners == 1


def test_staff_are_no_learners(quiz: Quiz, ivan: User) -> None:
    practise(ivan, quiz, [True])

    assert met(quiz).learners == 0


def test_who_was_erased_is_nobodys_learner(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [True])
    with connection.cursor() as cursor:
        cursor.execute("SELECT erase_learner(%s)", [lea.pk])

    assert met(quiz).learners == 0


def test_who_started_and_answered_nothing_is_there(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [])

    (member,) = met(quiz).members

    assert (member.attempts, member.answers, member.share, member.domains, member.active) == (1, 0, None, (), NOW)


def test_names_are_pseudonyms_unless_they_may_be_seen(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [True])

    assert met(quiz).members[0].name == pseudonym(Learner.objects.of(lea).uid)
    assert met(quiz, named=True).members[0].name == "Lea"


def test_a_pseudonym_is_stable_and_hangs_on_the_key_of_the_site(lea: User, settings: Any) -> None:
    uid = Learner.objects.of(lea).uid
    first = pseudonym(uid)
    pseudonym.cache_clear()

    assert pseudonym(uid) == first
    assert uid.hex[:5].upper() not in first
    pseudonym.cache_clear()
    settings.SECRET_KEY = "another"
    assert pseudonym(uid) != first
    pseudonym.cache_clear()


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("active", "cab"),
        ("attempts", "bac"),
        ("answers", "bac"),
        ("first", "acb"),
        ("right", "cab"),
        ("struggling", "bac"),
        ("domains", "abc"),
        ("name", "abc"),
    ],
)
def test_every_order(quiz: Quiz, sort: str, order: str) -> None:
    a, b, c = learners(3)
    for person, name in ((a, "a"), (b, "b"), (c, "c")):
        person.name = name
        person.save()
    practise(a, quiz, [True, False, True], at=NOW - 2 * DAY)
    for ago in (5, 4, 3):
        practise(b, quiz, [False], at=NOW - ago * DAY)
    practise(b, quiz, [False], at=NOW - 3 * DAY)
    practise(c, quiz, [True, True][:2], at=NOW - DAY)

    found = met(quiz, sort=sort, named=True)

    assert "".join(each.name for each in found.members) == order


def test_an_order_by_name_does_not_tell_names(quiz: Quiz, lea: User) -> None:
    practise(lea, quiz, [True])

    assert met(quiz, sort="name").members == met(quiz, sort="active").members


def test_pages_are_counted_and_one_too_far_is_the_last(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAGE", 2)
    for number, person in enumerate(learners(5)):
        practise(person, quiz, [True], at=NOW - number * DAY / 24)

    pages = [met(quiz, page=page) for page in (1, 2, 3, 4, 900_000_000)]

    assert [len(each.members) for each in pages] == [2, 2, 1, 1, 1]
    assert [each.page.number for each in pages] == [1, 2, 3, 3, 3]
    names = [member.name for each in pages[:3] for member in each.members]
    assert len(set(names)) == 5
    assert pages[2].members == pages[4].members


def test_the_picture_counts_learners_with_enough_answers(quiz: Quiz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ENOUGH", 2)
    for person, right in zip(learners(4), ([True, True], [True, False], [False, False], [True]), strict=True):
        practise(person, quiz, right)

    spread = met(quiz).spread

    assert [each.count for each in spread.bins] == [1, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    assert spread.svg.count("<rect") == 10


@pytest.mark.parametrize("count", [1, 3])
def test_it_takes_one_query(quiz: Quiz, django_assert_num_queries: Any, count: int) -> None:
    for person in learners(count):
        practise(person, quiz, [True, False])

    with django_assert_num_queries(1):
        found = met(quiz)

    assert len(found.members) == count
