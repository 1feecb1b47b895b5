"""Saving drafts: all of it or nothing, and never over a published version or another author."""

import datetime as dt
import uuid

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from questions.actions.authoring import ChangedMeanwhileError, Draft, discard, save_draft, set_places, set_traps
from questions.actions.publishing import NotOpenError, revise
from questions.forms.refusals import sentence
from questions.models import Option, Question, Trap, User, Version
from tests.builders import NOW, make_draft, make_question, make_quiz

pytestmark = pytest.mark.django_db
LATER = NOW + dt.timedelta(days=1)


def draft_of(version: Version, **beside: object) -> Draft:
    question = version.question
    own = {name: getattr(question, name) for name in ("code", "objective", "difficulty", "tags", "sample")}
    return Draft(version=version, beside={**own, **beside}, options=list(version.options.all()), traps={})


def test_a_published_version_is_refused_by_the_database(ivan: User) -> None:
    version = make_question().versions.get()
    version.stem = "Other"

    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        save_draft(draft=draft_of(version, difficulty="hard"), seen=None, by=ivan, now=NOW)

    assert "published content never changes" in sentence(caught.value)
    assert Question.objects.get().difficulty == "medium"


def test_options_of_a_published_version_are_refused_by_the_database(ivan: User) -> None:
    version = make_question().versions.get()
    draft = draft_of(version)
    draft.options[0].is_key, draft.options[1].is_key = False, True

    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        save_draft(draft=draft, seen=None, by=ivan, now=NOW)

    assert "published content never changes" in sentence(caught.value)
    assert Option.objects.get(version=version, is_key=True).position == 1


def test_a_rule_without_a_sentence_is_named(ivan: User) -> None:
    version = make_draft()
    version.kind, version.choose_n = "single", 2

    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        save_draft(draft=draft_of(version), seen=None, by=ivan, now=NOW)

    assert "version_choose_n_is_for_multiple" in sentence(caught.value)


def test_what_was_changed_meanwhile_is_not_overwritten(ivan: User) -> None:
    version = make_draft()
    seen = version.updated_at
    save_draft(draft=draft_of(version), seen=seen, by=ivan, now=NOW)
    last = Version.objects.get().updated_at

    with pytest.raises(ChangedMeanwhileError) as caught:
        save_draft(draft=draft_of(version), seen=seen, by=ivan, now=NOW)

    assert caught.value.at == last


def test_options_not_handed_in_are_gone(ivan: User) -> None:
    version = make_draft()
    draft = draft_of(version)
    kept = [draft.options[2], Option(text="New", because="so."), draft.options[0]]

    save_draft(draft=Draft(version, draft.beside, kept, {}), seen=None, by=ivan, now=NOW)

    options = version.options.order_by("position")
    assert [(option.position, option.text) for option in options] == [
        (1, kept[0].text),
        (2, "New"),
        (3, kept[2].text),
    ]
    assert options[0].uid == draft.options[2].uid


def test_the_date_of_a_trap_stays_while_it_is_one() -> None:
    question = make_question()
    one, other = uuid.uuid4(), uuid.uuid4()
    set_traps(question=question, offered={one, other}, traps={one: "a"}, now=NOW)
    set_traps(question=question, offered={one, other}, traps={one: "b", other: ""}, now=LATER)

    assert list(Trap.objects.values_list("option_uid", "claim", "public_since")) == [
        (one, "b", NOW),
        (other, "", LATER),
    ]


def test_traps_not_offered_are_left_alone() -> None:
    question = make_question()
    one, other = uuid.uuid4(), uuid.uuid4()
    set_traps(question=question, offered={one, other}, traps={one: "", other: ""}, now=NOW)

    set_traps(question=question, offered={other}, traps={}, now=LATER)

    assert Trap.objects.get().option_uid == one


def test_a_published_version_is_not_discarded() -> None:
    version = make_question().versions.get()

    with pytest.raises(NotOpenError):
        discard(version=version)
    assert Version.objects.exists()


def test_a_question_in_a_quiz_keeps_its_only_draft() -> None:
    version = make_draft()
    make_quiz(version.question)

    with pytest.raises(ProtectedError):
        discard(version=version)
    assert Version.objects.filter(pk=version.pk).exists()


def test_a_revision_of_a_question_in_a_quiz_is_discarded() -> None:
    question = make_question()
    make_quiz(question)

    discard(version=revise(question=question, by=None))

    assert question.versions.count() == 1


def test_a_quiz_is_exactly_the_questions_named() -> None:
    one, two, three = make_question(), make_question(), make_question()
    quiz = make_quiz(one, two)
    kept = quiz.places.get(question=two).pk

    set_places(quiz=quiz, questions=[three, two])

    places = quiz.places.order_by("position").values_list("position", "question", flat=False)
    assert list(places) == [(1, three.pk), (2, two.pk)]
    assert quiz.places.get(question=two).pk == kept
