"""Certifications, domains, objectives and quizzes: refusals are sentences, history stays."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from questions.actions.dealing import Scope, start_practice
from questions.models import Attempt, Certification, Domain, Objective, Question, Quiz, Trap, User
from tests.admin.forms import filled, words
from tests.builders import NOW, make_certification, make_draft, make_question, make_quiz

pytestmark = pytest.mark.django_db


def address(obj: Any, name: str = "change") -> str:
    return reverse(f"admin:questions_{obj._meta.model_name}_{name}", args=[obj.pk])


def send(client: Client, obj: Any, **fields: Any) -> Any:
    return client.post(address(obj), filled(client.get(address(obj)), **fields), follow=True)


# --- Certification ---------------------------------------------------------------------------------------------------


def test_weights_of_a_published_certification_add_up(as_ivan: Client) -> None:
    certification = make_certification(weights=(60, 40))

    page = send(as_ivan, certification, domains__0__weight="55.5", name="Typed meanwhile")

    assert "The weights add up to 95.50, not to 100." in words(page)
    assert filled(page)["name"] == "Typed meanwhile"
    assert certification.domains.get(number=1).weight == 60


def test_weights_are_moved_between_domains_in_one_go(as_ivan: Client) -> None:
    certification = make_certification(weights=(60, 40))

    send(as_ivan, certification, domains__0__weight="50", domains__1__weight="50")

    assert set(certification.domains.values_list("weight", flat=True)) == {50}


def test_weights_may_be_wrong_before_publishing_and_the_page_says_so(as_ivan: Client) -> None:
    certification = make_certification(weights=(60, 30), published=False)

    page = send(as_ivan, certification, vendor="Somebody")
    assert "The weights add up to 90.00; before publishing they must add up to 100." in words(page)
    refused = send(as_ivan, certification, published="on")

    assert "The weights add up to 90.00, not to 100." in words(refused)
    assert not Certification.objects.get().published


def test_a_certification_without_domains_is_not_published(as_ivan: Client) -> None:
    certification = make_certification(weights=(), published=False)

    assert "The weights add up to 0, not to 100." in words(send(as_ivan, certification, published="on"))


@pytest.mark.django_db(transaction=True)
def test_what_only_the_database_sees_at_the_end_comes_back_to_the_form(as_ivan: Client) -> None:
    certification = make_certification(weights=(60, 40))
    data = filled(as_ivan.get(address(certification)), name="Typed meanwhile")
    # Somebody adds a domain that this form does not know of, and takes the weight from the second.
    second = certification.domains.get(number=2)
    certification.published = False
    certification.save()
    Domain.objects.create(certification=certification, number=3, name="New", weight=10)
    Domain.objects.filter(pk=second.pk).update(weight=30)

    page = as_ivan.post(address(certification), data)

    assert page.status_code == 200
    assert "must add up to 100 while the certification is published" in words(page)
    assert filled(page)["name"] == "Typed meanwhile"
    certification.refresh_from_db()
    assert (certification.name, certification.published) != ("Typed meanwhile", True)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"questions_min": "61"}, "This is less than the least."),
        ({"questions_min": "0"}, "At least 1."),
        ({"minutes": "0"}, "At least 1."),
        ({"minutes": "99999"}, "less than or equal to 32767"),
        ({"pass_mark": "101"}, "at most 100 percent"),
        ({"code": "not a slug"}, "Enter a valid “slug”"),
        ({"domains__0__weight": "0"}, "A weight is more than 0 and at most 100 percent."),
        ({"domains__0__number": "2"}, "Please correct the duplicate data for number"),
        ({"domains__1__name": ""}, "This field is required."),
        ({"description": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_a_certification_says_what_is_wrong(as_ivan: Client, fields: dict[str, str], reason: str) -> None:
    certification = make_certification()

    assert reason in words(send(as_ivan, certification, **fields))


def test_a_code_in_use_is_refused(as_ivan: Client) -> None:
    certification, other = make_certification(), make_certification()

    assert "with this Code already exists" in words(send(as_ivan, certification, code=other.code))


def test_the_page_of_a_certification_leads_to_its_objectives(as_ivan: Client) -> None:
    certification = make_certification()

    page = as_ivan.get(address(certification)).content.decode()

    for domain in certification.domains.all():
        assert f'href="{address(domain)}"' in page
    assert "1.1 Objective 1" in page
    assert reverse("admin:view_on_site", args=[page.partition("/admin/r/")[2].partition("/")[0], certification.pk])


def test_view_on_site_leads_to_the_public_page(as_ivan: Client) -> None:
    certification = make_certification()
    objective = certification.objectives.get(section="1.1")

    for obj in (certification, objective):
        page = as_ivan.get(address(obj)).content.decode()
        link = page[page.index("/admin/r/") :].partition('"')[0]
        assert as_ivan.get(link)["Location"].endswith(obj.get_absolute_url())


# --- Domain and objective --------------------------------------------------------------------------------------------


def test_a_domain_takes_objectives(as_ivan: Client) -> None:
    domain = make_certification().domains.get(number=1)

    send(as_ivan, domain, objectives__1__section="1.10", objectives__1__title="The tenth")
    send(as_ivan, domain, objectives__2__section="1.2", objectives__2__title="The second")

    assert [str(objective) for objective in domain.objectives.all()] == [
        "1.1 Objective 1",
        "1.2 The second",
        "1.10 The tenth",
    ]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"objectives__1__section": "1.1", "objectives__1__title": "Twin"}, "This is “Objective 1” already."),
        ({"objectives__1__section": "2.1", "objectives__1__title": "Twin"}, "This is “Objective 2” already."),
        ({"objectives__1__section": "one", "objectives__1__title": "Word"}, "A section is a number such as 4.2."),
        ({"objectives__1__section": "1.9", "objectives__1__title": ""}, "This field is required."),
    ],
)
def test_an_objective_says_what_is_wrong(as_ivan: Client, fields: dict[str, str], reason: str) -> None:
    domain = make_certification().domains.get(number=1)

    assert reason in words(send(as_ivan, domain, **fields))
    assert domain.objectives.count() == 1


def test_two_new_objectives_do_not_share_a_section(as_ivan: Client) -> None:
    domain = make_certification().domains.get(number=1)
    domain.objectives.all().delete()
    twins = {f"objectives__{place}__section": "1.5" for place in (0, 1)}
    titles = {f"objectives__{place}__title": "Twin" for place in (0, 1)}

    assert "Section 1.5 stands here twice." in words(send(as_ivan, domain, **twins, **titles))


def test_an_objective_moves_to_another_domain(as_ivan: Client) -> None:
    certification = make_certification()
    objective, second = certification.objectives.get(section="1.1"), certification.domains.get(number=2)

    send(as_ivan, objective, domain=second.pk, section="2.9")

    assert Objective.objects.get(pk=objective.pk).domain == second


def test_the_weight_is_read_only_on_the_domains_own_page(as_ivan: Client) -> None:
    domain = make_certification().domains.get(number=1)

    send(as_ivan, domain, weight="10", certification="999")

    domain.refresh_from_db()
    assert domain.weight == 60


# --- What stays ------------------------------------------------------------------------------------------------------


def deleting(client: Client, obj: Any) -> Any:
    return client.post(address(obj, "delete"), {"post": "yes"}, follow=True)


def test_what_others_depend_on_is_not_deleted_and_the_page_says_what(as_ivan: Client, lea: User) -> None:
    question = make_question()
    objective, certification = question.objective, question.objective.certification
    quiz = make_quiz(question)
    scope = Scope(certification, quiz=quiz)
    start_practice(person=lea, scope=scope, count=1, token=uuid.uuid4(), seed=1, now=NOW)

    assert "1 question" in words(deleting(as_ivan, objective))
    assert "1 objective" in words(deleting(as_ivan, objective.domain))
    page = words(deleting(as_ivan, certification))
    assert "2 domains" in page
    assert "1 attempt" in page
    assert "1 attempt" in words(deleting(as_ivan, quiz))
    assert Attempt.objects.count() == 1
    assert Quiz.objects.exists()


def test_what_nothing_depends_on_is_deleted(as_ivan: Client) -> None:
    certification = make_certification(published=False)
    objective = certification.objectives.get(section="1.1")
    domain = objective.domain

    deleting(as_ivan, objective)
    deleting(as_ivan, domain)

    assert not Domain.objects.filter(pk=domain.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_a_domain_of_a_published_certification_is_not_deleted(as_ivan: Client) -> None:
    domain = make_certification().domains.get(number=1)
    domain.objectives.all().delete()

    page = deleting(as_ivan, domain)

    assert "must add up to 100 while the certification is published" in words(page)
    assert Domain.objects.filter(pk=domain.pk).exists()


@pytest.mark.parametrize("model", ["certification", "domain", "objective", "quiz", "question"])
def test_nothing_is_deleted_in_bulk(as_ivan: Client, model: str) -> None:
    make_quiz(make_question())
    page = as_ivan.get(reverse(f"admin:questions_{model}_changelist"))

    assert 'name="action"' not in page.content.decode()


# --- Quiz ------------------------------------------------------------------------------------------------------------


def codes(quiz: Quiz) -> list[str]:
    return list(quiz.places.order_by("position").values_list("question__code", flat=True))


def test_a_quiz_takes_questions_by_code_and_in_order(as_ivan: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    one, two, three = (make_question(objective, code=code) for code in ("A-1", "A-2", "A-3"))
    quiz = make_quiz(one, two)

    send(as_ivan, quiz, places__2__question=" A-3 ", places__2__position="1")
    assert codes(quiz) == ["A-3", "A-1", "A-2"]
    send(as_ivan, quiz, places__1__DELETE="on", published=None)

    assert codes(quiz) == ["A-3", "A-2"]
    assert list(quiz.places.order_by("position").values_list("position", flat=True)) == [1, 2]
    assert not Quiz.objects.get().published
    assert three.places.count() == 1


def test_a_quiz_says_what_is_wrong(as_ivan: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    foreign = make_question(code="F-1")
    quiz = make_quiz(make_question(objective, code="A-1"))

    for code, reason in (
        ("nowhere", "There is no question with this code."),
        ("a\x00b", "cannot be stored"),
        (foreign.code, "This question belongs to another certification."),
        ("A-1", "Please correct the duplicate"),
    ):
        page = send(as_ivan, quiz, places__1__question=code)
        assert reason in words(page), code
        assert filled(page)["places-1-question"] == code
    assert codes(quiz) == ["A-1"]


def test_a_quiz_is_made_from_nothing(as_ivan: Client) -> None:
    question = make_question(code="A-1")
    add = reverse("admin:questions_quiz_add")
    fields = {"certification": question.objective.certification_id, "name": "Mixed", "code": "mixed"}

    as_ivan.post(add, filled(as_ivan.get(add), **fields, places__0__question="A-1"))

    assert codes(Quiz.objects.get(code="mixed")) == ["A-1"]


# --- A question's own fields -----------------------------------------------------------------------------------------


def test_own_fields_change_while_the_wording_is_published(as_ivan: Client) -> None:
    question = make_question()
    version = question.versions.get()
    wrong = version.options.get(position=2)

    page = send(
        as_ivan, question, difficulty="hard", tags="b, a,, b ", sample="on", traps__0__option_uid=str(wrong.uid)
    )

    assert page.request["PATH_INFO"] == address(version)
    question.refresh_from_db()
    assert (question.difficulty, question.tags, question.sample) == ("hard", ["b", "a"], True)
    assert Trap.objects.get().option_uid == wrong.uid


def test_the_key_is_not_offered_as_a_trap(as_ivan: Client) -> None:
    question = make_question()
    key = question.versions.get().options.get(is_key=True)

    page = send(as_ivan, question, traps__0__option_uid=str(key.uid))

    assert "Select a valid choice" in words(page)
    assert not Trap.objects.exists()


def test_a_trap_is_taken_back(as_ivan: Client) -> None:
    question = make_question()
    wrong = question.versions.get().options.get(position=2)
    send(as_ivan, question, traps__0__option_uid=str(wrong.uid), traps__0__claim="So it is.")
    since = Trap.objects.get().public_since

    send(as_ivan, question, traps__0__claim="So it is always.")
    assert Trap.objects.values_list("claim", "public_since").get() == ("So it is always.", since)
    send(as_ivan, question, traps__0__DELETE="on")

    assert not Trap.objects.exists()


def test_a_question_is_neither_made_nor_deleted_by_itself(as_ivan: Client) -> None:
    question = make_draft().question

    assert as_ivan.get(reverse("admin:questions_question_add")).status_code == 403
    assert as_ivan.post(address(question, "delete"), {"post": "yes"}).status_code == 403
    assert Question.objects.exists()


def test_the_index_names_questions_once(as_ivan: Client) -> None:
    page = as_ivan.get(reverse("admin:index")).content.decode()

    assert reverse("admin:questions_version_changelist") in page
    assert reverse("admin:questions_question_changelist") not in page
