"""Writing: drafts with their options and what the question keeps beside them, and the questions of a quiz."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from questions.actions.publishing import NotOpenError
from questions.models import Option, Question, Quiz, QuizQuestion, Trap, User, Version

WRITTEN = ("position", "text", "is_key", "looks_right", "because", "pinned")


class ChangedMeanwhileError(Exception):
    """Somebody saved the draft after its form was opened, the last time ``at``."""

    def __init__(self, at: datetime) -> None:
        super().__init__(at)
        self.at = at


@dataclass(frozen=True, slots=True)
class Draft:
    """What an author hands in.

    ``beside``: the question's own fields. ``options``: all of them in their order, new ones without a primary key.
    ``traps``: claims by option uid, for the distractors that may be shown publicly.
    """

    version: Version
    beside: Mapping[str, Any]
    options: Sequence[Option]
    traps: Mapping[UUID, str]


@transaction.atomic
def save_draft(*, draft: Draft, seen: datetime | None, by: User, now: datetime) -> Version:
    """Write a draft, and its question where that is new.

    ``seen`` is the draft's last change as the author saw it, or None not to compare. Raises
    :class:`ChangedMeanwhileError`; the database refuses a version that is published by now.
    """
    version = draft.version
    if not version.pk:
        version.question = Question.objects.create(**draft.beside)
        version.author = by
        version.save()
    else:
        # The question's row is the lock, as for publishing.
        Question.objects.select_for_update().get(pk=version.question_id)
        last = Version.objects.values_list("updated_at", flat=True).get(pk=version.pk)
        if seen is not None and seen != last:
            raise ChangedMeanwhileError(last)
        Question.objects.filter(pk=version.question_id).update(**draft.beside)
        version.save(update_fields=[*Version.CONTENT, "updated_at"])
    _write_options(draft)
    set_traps(question=version.question, offered={o.uid for o in draft.options}, traps=draft.traps, now=now)
    drop_lost_traps(question=version.question)
    return version


def _write_options(draft: Draft) -> None:
    kept = [option.pk for option in draft.options if option.pk]
    Option.objects.filter(version=draft.version).exclude(pk__in=kept).delete()
    for position, option in enumerate(draft.options, 1):
        option.version, option.position = draft.version, position
    Option.objects.bulk_update([option for option in draft.options if option.pk], WRITTEN)
    Option.objects.bulk_create([option for option in draft.options if not option.pk])


@transaction.atomic
def set_traps(*, question: Question, offered: set[UUID], traps: Mapping[UUID, str], now: datetime) -> None:
    """Among the ``offered`` options let exactly those in ``traps`` be shown publicly; the date of the first stays."""
    question.traps.filter(option_uid__in=offered - traps.keys()).delete()
    for uid, claim in traps.items():
        Trap.objects.update_or_create(
            question=question,
            option_uid=uid,
            defaults={"claim": claim},
            create_defaults={"claim": claim, "public_since": now},
        )


def drop_lost_traps(*, question: Question) -> None:
    """Forget traps whose option no version of the question has any more."""
    question.traps.exclude(option_uid__in=Option.objects.filter(version__question=question).values("uid")).delete()


@transaction.atomic
def discard(*, version: Version) -> None:
    """Delete a draft; a question that was nothing but this draft goes with it.

    Raises :class:`NotOpenError` once published, ``ProtectedError`` where the question stands in a quiz.
    """
    question = Question.objects.select_for_update().get(pk=version.question_id)
    open_versions = Version.objects.open().filter(pk=version.pk)
    if not open_versions.exists():
        raise NotOpenError
    open_versions.delete()
    if question.versions.exists():
        drop_lost_traps(question=question)
    else:
        question.delete()


@transaction.atomic
def set_places(*, quiz: Quiz, questions: Sequence[Question]) -> None:
    """Let a quiz be exactly these questions, in this order."""
    quiz.places.exclude(question__in=questions).delete()
    there = {place.question_id: place for place in quiz.places.all()}
    for position, question in enumerate(questions, 1):
        there.setdefault(question.pk, QuizQuestion(quiz=quiz, question=question)).position = position
    QuizQuestion.objects.bulk_update([place for place in there.values() if place.pk], ["position"])
    QuizQuestion.objects.bulk_create([place for place in there.values() if not place.pk])
