"""Publishing, revising, withdrawing: one wording at a time, and what was published stays as it was."""

import datetime as dt

import pytest
from django.db.models import Q

from questions.actions.authoring import discard
from questions.actions.items import item_of, wording_of
from questions.actions.publishing import (
    CannotPublishError,
    NotCosmeticError,
    NotOpenError,
    publish,
    publish_all,
    revise,
    withdraw,
)
from questions.items.checks import problems
from questions.items.words import Kind, Status
from questions.models import Option, Question, Rendering, User, Version
from tests.actions.together import together
from tests.builders import NOW, make_certification, make_draft, make_question

pytestmark = pytest.mark.django_db
LATER = NOW + dt.timedelta(days=1)


def states(question: Question) -> list[tuple[int, str]]:
    return list(question.versions.order_by("number").values_list("number", "status"))


# --- Publishing --------------------------------------------------------------------------------------------------


def test_a_draft_becomes_the_wording_that_learners_meet(ivan: User) -> None:
    version = publish(version=make_draft(), by=ivan, now=NOW)

    assert states(version.question) == [(1, "published")]
    assert (version.status, version.published_at, version.published_by) == ("published", NOW, ivan)
    version.refresh_from_db()
    assert (version.status, version.published_at, version.published_by) == ("published", NOW, ivan)


def test_a_submitted_draft_can_be_published() -> None:
    draft = make_draft(status=Status.SUBMITTED)

    assert publish(version=draft, by=None, now=NOW).status == Status.PUBLISHED


def test_the_former_wording_is_superseded() -> None:
    question = make_question()

    publish(version=revise(question=question, by=None), by=None, now=LATER)

    assert states(question) == [(1, "superseded"), (2, "published")]


def test_its_html_is_kept_beside_it() -> None:
    version = publish(version=make_draft(), by=None, now=NOW)

    rendering = Rendering.objects.get(version=version)
    assert set(rendering.asked["options"]) == {str(option.pk) for option in version.options.all()}
    assert rendering.explained["key"] == [version.options.get(is_key=True).pk]
    assert "because" not in str(rendering.asked)


def test_errors_keep_it_a_draft() -> None:
    draft = make_draft()
    draft.options.filter(position=2).update(because=" ")

    with pytest.raises(CannotPublishError) as caught:
        publish(version=draft, by=None, now=NOW)

    assert [problem.code for problem in caught.value.problems] == ["E10"]
    assert caught.value.version == draft
    assert states(draft.question) == [(1, "draft")]
    assert not Rendering.objects.exists()


def test_warnings_do_not() -> None:
    draft = make_draft(takeaway="")

    assert problems(item_of(draft)) != []
    assert publish(version=draft, by=None, now=NOW).status == Status.PUBLISHED


@pytest.mark.parametrize("end", [Status.PUBLISHED, Status.SUPERSEDED, Status.WITHDRAWN])
def test_only_an_open_version_can_be_published(end: Status) -> None:
    version = make_question().versions.get()
    if end != Status.PUBLISHED:
        Version.objects.update(status=end)

    with pytest.raises(NotOpenError):
        publish(version=version, by=None, now=LATER)


def test_what_counts_is_the_draft_as_it_is_now() -> None:
    draft = make_draft()
    Option.objects.filter(version=draft, position=1).update(is_key=False)

    with pytest.raises(CannotPublishError):
        publish(version=draft, by=None, now=NOW)


def test_a_draft_that_was_discarded_meanwhile_cannot_be_published() -> None:
    draft = make_draft()
    Version.objects.filter(pk=draft.pk).delete()

    with pytest.raises(NotOpenError):
        publish(version=draft, by=None, now=NOW)


def test_of_several_drafts_all_are_published_or_none() -> None:
    objective = make_certification().objectives.first()
    good, bad = make_draft(objective), make_draft(objective)
    bad.options.update(is_key=False)

    with pytest.raises(CannotPublishError) as caught:
        publish_all(versions=[good, bad], by=None, now=NOW)
    assert caught.value.version == bad
    assert states(good.question) == [(1, "draft")]

    bad.options.filter(position=1).update(is_key=True)
    assert publish_all(versions=[bad, good], by=None, now=NOW) == [bad, good]
    assert Rendering.objects.count() == 2


@pytest.mark.parametrize("count", [1, 5])
def test_publishing_more_takes_no_more_statements(count: int, django_assert_num_queries: object) -> None:
    objective = make_certification().objectives.first()
    drafts = [make_draft(objective) for _ in range(count)]

    with django_assert_num_queries(9):  # type: ignore[operator]
        publish_all(versions=drafts, by=None, now=NOW)


def test_publishing_nothing_is_nothing() -> None:
    assert publish_all(versions=[], by=None, now=NOW) == []


# --- Revising ----------------------------------------------------------------------------------------------------


def test_a_revision_is_a_copy_of_the_newest_wording(ivan: User) -> None:
    question = make_question(keys=2, choose_n=2, shuffle=False, references=[{"title": "A book", "url": ""}])
    published = question.versions.get()

    draft = revise(question=question, by=ivan)

    assert (draft.number, draft.status, draft.author) == (2, "draft", ivan)
    assert wording_of(item_of(draft)) == wording_of(item_of(published))
    assert states(question) == [(1, "published"), (2, "draft")]


def test_revising_twice_gives_the_draft_under_way(ivan: User, rita: User) -> None:
    question = make_question()

    assert revise(question=question, by=ivan) == revise(question=question, by=rita)


def test_a_withdrawn_question_can_be_revised() -> None:
    question = make_question()
    withdraw(version=question.versions.get(), now=NOW)

    assert revise(question=question, by=None).number == 2


def test_a_question_without_wording_cannot_be_revised() -> None:
    question = make_draft().question
    Version.objects.all().delete()

    with pytest.raises(NotOpenError):
        revise(question=question, by=None)


def test_a_question_that_is_gone_cannot_be_revised() -> None:
    question = make_draft().question
    pk = question.pk
    discard(version=question.versions.get())
    question.pk = pk

    with pytest.raises(NotOpenError):
        revise(question=question, by=None)


# --- Withdrawing -------------------------------------------------------------------------------------------------


def test_a_withdrawn_version_is_no_longer_dealt() -> None:
    question = make_question()

    withdraw(version=question.versions.get(), now=LATER)

    assert states(question) == [(1, "withdrawn")]
    assert question.versions.get().withdrawn_at == LATER
    assert not Question.objects.live().exists()


def test_only_a_published_version_can_be_withdrawn() -> None:
    draft = make_draft()

    with pytest.raises(NotOpenError):
        withdraw(version=draft, now=NOW)


def test_withdrawing_twice_is_refused_and_keeps_the_first_time() -> None:
    version = make_question().versions.get()
    withdraw(version=version, now=NOW)

    with pytest.raises(NotOpenError):
        withdraw(version=version, now=LATER)
    version.refresh_from_db()
    assert version.withdrawn_at == NOW


# --- At the same moment ------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_two_publications_of_a_draft_one_happens() -> None:
    draft = make_draft()

    results = together(*[lambda: publish(version=draft, by=None, now=NOW)] * 4)

    assert sorted(type(result).__name__ for result in results) == ["NotOpenError"] * 3 + ["Version"]
    assert states(draft.question) == [(1, "published")]


@pytest.mark.django_db(transaction=True)
def test_two_revisions_at_once_open_one_draft() -> None:
    question = make_question()

    results = together(*[lambda: revise(question=question, by=None)] * 4)

    assert len({result.pk for result in results if isinstance(result, Version)}) == 1
    assert not [result for result in results if isinstance(result, Exception)]
    assert states(question) == [(1, "published"), (2, "draft")]


@pytest.mark.django_db(transaction=True)
def test_publishing_and_withdrawing_at_once_leaves_one_wording_or_none() -> None:
    question = make_question()
    draft, first = revise(question=question, by=None), question.versions.get(number=1)

    results = together(lambda: publish(version=draft, by=None, now=NOW), lambda: withdraw(version=first, now=NOW))

    assert not isinstance(results[0], Exception)
    # Whichever came first: the old wording is over, the new one is live.
    assert states(question) in (
        [(1, "superseded"), (2, "published")],
        [(1, "withdrawn"), (2, "published")],
    )


@pytest.mark.django_db(transaction=True)
def test_publishing_and_discarding_at_once_do_not_both_happen() -> None:
    question = make_question()
    draft = revise(question=question, by=None)

    results = together(lambda: publish(version=draft, by=None, now=NOW), lambda: discard(version=draft))

    failed = [result for result in results if isinstance(result, Exception)]
    assert [type(error) for error in failed] == [NotOpenError]
    assert states(question) in ([(1, "published")], [(1, "superseded"), (2, "published")])


@pytest.mark.django_db(transaction=True)
def test_an_option_cannot_slip_in_while_its_version_is_published() -> None:
    draft = make_draft()

    def slip() -> object:
        return Option.objects.create(version=draft, position=9, text="Late", because="")

    results = together(lambda: publish(version=draft, by=None, now=NOW), slip)

    # Either it came first and publishing sees that it has no rationale, or it came too late.
    failed = [type(result).__name__ for result in results if isinstance(result, Exception)]
    assert failed in (["CannotPublishError"], ["IntegrityError"])
    assert not Option.objects.filter(version__status=Status.PUBLISHED, because="").exists()


# --- Lines of statistics -----------------------------------------------------------------------------------------


def test_a_revision_begins_a_line_of_its_own() -> None:
    question = make_question()

    assert publish(version=revise(question=question, by=None), by=None, now=NOW).lineage is None


def test_cosmetic_revisions_carry_on_the_line_from_its_beginning() -> None:
    question = make_question()
    first = question.versions.get()
    for _again in range(2):
        draft = revise(question=question, by=None)
        Version.objects.filter(pk=draft.pk).update(stem="What does it ask, then?")
        publish(version=draft, by=None, now=NOW, cosmetic=True)

    assert list(question.versions.order_by("number").values_list("lineage", flat=True)) == [None, first.pk, first.pk]


@pytest.mark.parametrize("change", ["key", "option", "kind"])
def test_what_changes_the_meaning_is_not_cosmetic(change: str) -> None:
    question = make_question()
    draft = revise(question=question, by=None)
    if change == "key":
        draft.options.filter(position__lte=2).update(is_key=~Q(is_key=True))
    elif change == "option":
        draft.options.filter(position=4).delete()
    else:
        Version.objects.filter(pk=draft.pk).update(kind=Kind.MULTIPLE)
    draft.refresh_from_db()

    with pytest.raises(NotCosmeticError):
        publish(version=draft, by=None, now=NOW, cosmetic=True)
    assert states(question) == [(1, "published"), (2, "draft")]
    assert not question.versions.exclude(lineage=None).exists()


def test_the_first_wording_carries_nothing_on() -> None:
    with pytest.raises(NotCosmeticError):
        publish(version=make_draft(), by=None, now=NOW, cosmetic=True)
