"""Publishing, revising and withdrawing a question."""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from questions.actions import watching
from questions.actions.items import item_of
from questions.items.checks import Problem, Severity, problems
from questions.items.words import Status
from questions.markup import RENDERER
from questions.models import Option, Question, Rendering, User, Version
from questions.models.bank import OPEN
from questions.models.content import rendered

COPIED = ("uid", "position", "text", "is_key", "looks_right", "because", "pinned")


class CannotPublishError(Exception):
    """The version has errors; they are in ``problems``."""

    def __init__(self, version: Version, found: list[Problem]) -> None:
        super().__init__(f"{version}: {', '.join(problem.code for problem in found)}")
        self.version, self.problems = version, found


class NotCosmeticError(Exception):
    """The options or the key changed: the statistics cannot carry on."""


class NotOpenError(Exception):
    """The version is not in the state that this step starts from."""


@transaction.atomic
def publish(*, version: Version, by: User | None, now: datetime, cosmetic: bool = False) -> Version:
    """Make a draft the wording that learners meet; the former one is superseded.

    A ``cosmetic`` revision carries on the statistics of the wording before it. Raises :class:`CannotPublishError` with
    the errors found, :class:`NotOpenError` unless it is a draft, :class:`NotCosmeticError` where more than words
    changed.
    """
    if cosmetic:
        _carry_on(version)
    return publish_all(versions=[version], by=by, now=now)[0]


def _carry_on(version: Version) -> None:
    """Let a draft continue the line of the newest wording that learners have met."""
    take_turn(version.question_id)
    met = version.question.versions.exclude(status__in=OPEN)
    before = met.order_by("-number").prefetch_related("options").first()
    if before is None or _meaning(before) != _meaning(version):
        raise NotCosmeticError
    Version.objects.filter(pk=version.pk, status__in=OPEN).update(lineage=before.lineage_id or before.pk)


def _meaning(version: Version) -> tuple[str, frozenset[tuple[object, bool]]]:
    """What must stay for responses to remain comparable: the kind, the options' identities and the key."""
    return version.kind, frozenset((option.uid, option.is_key) for option in version.options.all())


@transaction.atomic
def publish_all(*, versions: Iterable[Version], by: User | None, now: datetime) -> list[Version]:
    """Publish drafts of different questions in one go, all of them or none; see :func:`publish`."""
    drafts = _locked(list(versions))
    for draft in drafts:
        errors = [found for found in problems(item_of(draft)) if found.severity == Severity.ERROR]
        if errors:
            raise CannotPublishError(draft, errors)
    questions = [draft.question_id for draft in drafts]
    Version.objects.filter(question__in=questions, status=Status.PUBLISHED).update(
        status=Status.SUPERSEDED, updated_at=now
    )
    changes = {"status": Status.PUBLISHED.value, "published_at": now, "published_by": by, "updated_at": now}
    Version.objects.filter(pk__in=[draft.pk for draft in drafts]).update(**changes)
    for draft in drafts:
        for name, value in changes.items():
            setattr(draft, name, value)
    _render(drafts)
    watching.revised(versions=drafts, by=by, now=now)
    return drafts


def take_turn(*questions: int) -> int:
    """Keep others from publishing or revising the questions until the transaction ends; how many there are."""
    # The question's row is the lock, taken in one order. "No key": learners go on answering meanwhile.
    rows = Question.objects.select_for_update(no_key=True).filter(pk__in=questions).order_by("pk")
    return len(rows.values_list("pk"))


def _locked(versions: list[Version]) -> list[Version]:
    """The drafts as they are now, with all that they say, and nobody else changing them."""
    take_turn(*(version.question_id for version in versions))
    found = (
        Version.objects.select_for_update(of=("self",))
        .filter(pk__in=[version.pk for version in versions], status__in=OPEN)
        .order_by("pk")
        .select_related("question__objective")
        .prefetch_related("options", "question__traps")
    )
    by_pk = {draft.pk: draft for draft in found}
    if len(by_pk) < len(versions):
        # Published, withdrawn or discarded since it was looked at.
        raise NotOpenError
    return [by_pk[version.pk] for version in versions]


def _render(drafts: list[Version]) -> None:
    renderings = []
    for draft in drafts:
        asked, explained = rendered(draft)
        renderings.append(Rendering(version=draft, renderer=RENDERER, asked=asked, explained=explained))
    Rendering.objects.bulk_create(
        renderings,
        update_conflicts=True,
        unique_fields=["version"],
        update_fields=["renderer", "asked", "explained"],
    )


@transaction.atomic
def revise(*, question: Question, by: User | None) -> Version:
    """Open the draft of the next version: the one under way, or a copy of the newest wording.

    Options keep their uids, so that responses to one that stays the same stay comparable. Raises
    :class:`NotOpenError` where there is no wording to copy.
    """
    if not take_turn(question.pk):
        raise NotOpenError
    draft = question.versions.open().first()
    if draft is not None:
        return draft
    newest = question.versions.order_by("-number").first()
    if newest is None:
        raise NotOpenError
    content = {name: getattr(newest, name) for name in Version.CONTENT}
    draft = Version.objects.create(question=question, number=newest.number + 1, author=by, **content)
    Option.objects.bulk_create(
        Option(version=draft, **{name: getattr(old, name) for name in COPIED}) for old in newest.options.all()
    )
    return draft


@transaction.atomic
def withdraw(*, version: Version, by: User | None = None, now: datetime) -> None:
    """Take a published version away from learners: open slots say so and do not count, results stay, flags end.

    Raises :class:`NotOpenError` unless it is published.
    """
    take_turn(version.question_id)
    taken = Version.objects.filter(pk=version.pk, status=Status.PUBLISHED).update(
        status=Status.WITHDRAWN, withdrawn_at=now, updated_at=now
    )
    if not taken:
        raise NotOpenError
    watching.withdrawn(version=version, by=by, now=now)
