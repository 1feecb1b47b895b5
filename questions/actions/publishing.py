"""Publishing, revising and withdrawing a question."""

from datetime import datetime

from django.db import transaction

from questions.actions.items import item_of
from questions.actions.rendering import render_version
from questions.items.checks import Problem, Severity, problems
from questions.items.words import Status
from questions.models import Option, Question, User, Version


class CannotPublishError(Exception):
    """The version has errors; they are in ``problems``."""

    def __init__(self, found: list[Problem]) -> None:
        super().__init__(", ".join(problem.code for problem in found))
        self.problems = found


class NotOpenError(Exception):
    """The version is not in the state that this step starts from."""


@transaction.atomic
def publish(*, version: Version, by: User | None, now: datetime) -> Version:
    """Make a draft the wording that learners meet; the former one is superseded.

    Raises :class:`CannotPublishError` with the errors found, :class:`NotOpenError` unless it is a draft.
    """
    # The question's row is the lock: two publications of one question happen one after the other.
    Question.objects.select_for_update().get(pk=version.question_id)
    version = Version.objects.select_for_update().get(pk=version.pk)
    if version.status not in {Status.DRAFT, Status.SUBMITTED}:
        raise NotOpenError
    errors = [found for found in problems(item_of(version)) if found.severity == Severity.ERROR]
    if errors:
        raise CannotPublishError(errors)
    Version.objects.filter(question=version.question_id, status=Status.PUBLISHED).update(status=Status.SUPERSEDED)
    version.status, version.published_at, version.published_by = Status.PUBLISHED.value, now, by
    version.save(update_fields=["status", "published_at", "published_by", "updated_at"])
    render_version(version=version)
    return version


@transaction.atomic
def revise(*, question: Question, by: User | None) -> Version:
    """Open the draft of the next version: the one under way, or a copy of the newest wording.

    Options keep their uids, so that responses to one that stays the same stay comparable.
    """
    Question.objects.select_for_update().get(pk=question.pk)
    draft = question.versions.open().first()
    if draft is not None:
        return draft
    newest = question.versions.order_by("-number").first()
    if newest is None:
        raise NotOpenError
    content = {name: getattr(newest, name) for name in Version.CONTENT}
    draft = Version.objects.create(question=question, number=newest.number + 1, author=by, **content)
    Option.objects.bulk_create(
        Option(
            version=draft,
            uid=old.uid,
            position=old.position,
            text=old.text,
            is_key=old.is_key,
            looks_right=old.looks_right,
            because=old.because,
            pinned=old.pinned,
        )
        for old in newest.options.all()
    )
    return draft


def withdraw(*, version: Version, now: datetime) -> None:
    """Take a published version away from learners: open slots say so and do not count, results stay.

    Raises :class:`NotOpenError` unless it is published.
    """
    taken = Version.objects.filter(pk=version.pk, status=Status.PUBLISHED).update(
        status=Status.WITHDRAWN, withdrawn_at=now
    )
    if not taken:
        raise NotOpenError
