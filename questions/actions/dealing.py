"""Dealing: which questions an attempt holds, in which wording and order, fixed when it starts."""

import random
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, Max, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import MD5, Cast, Concat

from questions.items.words import Mode, Reason
from questions.models import (
    Attempt,
    Certification,
    Domain,
    Learner,
    Objective,
    Option,
    Question,
    Quiz,
    Response,
    Sighting,
    Slot,
    User,
    Version,
)


class NothingToDealError(Exception):
    """No published question fits."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What is practised: a whole certification, or one quiz, domain or objective of it."""

    certification: Certification
    quiz: Quiz | None = None
    domain: Domain | None = None
    objective: Objective | None = None

    @property
    def name(self) -> str:
        """What the learner sees it called, kept in the attempt as it is now."""
        return str(self.quiz or self.objective or self.domain or self.certification)

    def questions(self) -> QuerySet[Question]:
        """Its questions that can be dealt."""
        live = Question.objects.live()
        if self.quiz is not None:
            return live.filter(places__quiz=self.quiz).order_by("places__position", "places__pk")
        if self.objective is not None:
            return live.filter(objective=self.objective)
        if self.domain is not None:
            return live.filter(objective__domain=self.domain)
        return live.filter(objective__certification=self.certification)


def start_practice(*, person: User, scope: Scope, count: int, token: uuid.UUID, seed: int, now: datetime) -> Attempt:
    """Deal a practice attempt: a quiz whole and in its order, else ``count`` questions, unseen first.

    ``token`` makes a repeated start give back the attempt it started. Raises :class:`NothingToDealError`.
    """
    learner = Learner.objects.of(person)
    pool = outside_open_mock(scope.questions(), learner)
    picked = scope.quiz is not None
    questions = list(pool.values_list("pk", flat=True)) if picked else unseen_first(pool, learner, seed)[:count]
    return deal(
        learner=learner,
        certification=scope.certification,
        quiz=scope.quiz,
        name=scope.name,
        questions=questions,
        mode=Mode.PRACTICE,
        reason=Reason.PICKED if picked else Reason.RANDOM,
        token=token,
        seed=seed,
        now=now,
    )


def start_again(*, attempt: Attempt, token: uuid.UUID, seed: int, now: datetime) -> Attempt:
    """Deal the questions missed in ``attempt`` once more, in the wording published now."""
    missed = Response.objects.filter(slot__attempt=attempt, correct=False).order_by("slot__number")
    live = Question.objects.live().filter(pk__in=missed.values("question"))
    open_to_learner = set(outside_open_mock(live, attempt.learner).values_list("pk", flat=True))
    return deal(
        learner=attempt.learner,
        certification=attempt.certification,
        quiz=attempt.quiz,
        name=attempt.name,
        questions=[pk for pk in missed.values_list("question", flat=True) if pk in open_to_learner],
        mode=Mode.PRACTICE,
        reason=Reason.PICKED,
        token=token,
        seed=seed,
        now=now,
        again_of=attempt,
    )


def outside_open_mock(questions: QuerySet[Question], learner: Learner) -> QuerySet[Question]:
    """Leave out what the learner's open mock holds: practice would give its answers away."""
    dealt = Slot.objects.filter(
        attempt__learner=learner,
        attempt__mode=Mode.MOCK,
        attempt__finished_at=None,
        version__question=OuterRef("pk"),
    )
    return questions.filter(~Exists(dealt))


def unseen_first(questions: QuerySet[Question], learner: Learner, seed: int) -> QuerySet[Question, Any]:
    """Ids in an order drawn by ``seed``: never met first, then those met longest ago."""
    mine = {"learner": learner, "question": OuterRef("pk")}
    met = Response.objects.filter(**mine).values("question").annotate(last=Max("answered_at")).values("last")
    seen = Sighting.objects.filter(**mine).values("seen_at")[:1]
    return (
        questions.annotate(
            met=Subquery(met),
            seen=Subquery(seen),
            draw=MD5(Concat(Value(f"{seed}:"), Cast("pk", TextField()), output_field=TextField())),
        )
        .order_by(F("met").asc(nulls_first=True), F("seen").asc(nulls_first=True), "draw")
        .values_list("pk", flat=True)
    )


def deal(
    *,
    learner: Learner,
    certification: Certification,
    quiz: Quiz | None,
    name: str,
    questions: Any,
    mode: Mode,
    reason: Reason,
    token: uuid.UUID,
    seed: int,
    now: datetime,
    again_of: Attempt | None = None,
) -> Attempt:
    """Write an attempt with one slot for each of ``questions`` (ids, in order); see :func:`start_practice`."""
    # Two people may send the same form, as on a shared computer; each has an attempt of their own.
    token = uuid.uuid5(token, learner.uid.hex)
    started = Attempt.objects.filter(token=token).first()
    if started is not None:
        return started
    wanted = list(questions)
    published = Version.objects.published().filter(question__in=wanted)
    versions = {v.question_id: v for v in published.select_related("question__objective")}
    if not versions:
        raise NothingToDealError
    try:
        with transaction.atomic():
            attempt = Attempt.objects.create(
                token=token,
                learner=learner,
                certification=certification,
                quiz=quiz,
                mode=mode.value,
                name=name,
                seed=seed,
                blueprint=blueprint_of(certification),
                again_of=again_of,
                started_at=now,
            )
            _fill(attempt, [versions[pk] for pk in wanted if pk in versions], reason)
    except IntegrityError as error:
        # The same form sent twice at once: the other one's attempt is this one's.
        started = Attempt.objects.filter(token=token).first()
        if started is None:
            # The quiz went away meanwhile.
            raise NothingToDealError from error
        return started
    return attempt


def _fill(attempt: Attempt, versions: list[Version], reason: Reason) -> None:
    orders: dict[int, list[Option]] = {version.pk: [] for version in versions}
    for option in Option.objects.filter(version__in=versions).order_by("position", "pk"):
        orders[option.version_id].append(option)
    draw = random.Random(attempt.seed)  # noqa: S311 - an order to show, not a secret
    Slot.objects.bulk_create(
        Slot(
            attempt=attempt,
            number=number,
            version=version,
            domain_id=version.question.objective.domain_id,
            option_order=shown_order(orders[version.pk], shuffle=version.shuffle, draw=draw),
            reason=reason.value,
        )
        for number, version in enumerate(versions, 1)
    )


def shown_order(options: list[Option], *, shuffle: bool, draw: random.Random) -> list[int]:
    """Option ids as a slot shows them: shuffled unless the version forbids it, pinned ones last as authored."""
    if not shuffle:
        return [option.pk for option in options]
    free = [option.pk for option in options if not option.pinned]
    draw.shuffle(free)
    return free + [option.pk for option in options if option.pinned]


def blueprint_of(certification: Certification) -> dict[str, Any]:
    """The exam's facts as they are now, frozen into the attempt."""
    return {
        "pass_mark": None if certification.pass_mark is None else str(certification.pass_mark),
        "minutes": certification.minutes,
        "domains": [
            {"id": domain.pk, "number": domain.number, "name": domain.name, "weight": str(domain.weight)}
            for domain in certification.domains.order_by("number")
        ],
    }
