"""Builders for instructors' reports: learners who answer, through the real actions."""

import datetime as dt
import uuid
from collections.abc import Sequence
from typing import Any

from questions.actions.answering import Answer, record_response
from questions.actions.dealing import Scope, start_practice
from questions.models import Attempt, Certification, Option, Quiz, User
from tests.builders import NOW, make_user


def key_of(version: int) -> frozenset[int]:
    return frozenset(Option.objects.filter(version=version, is_key=True).values_list("pk", flat=True))


def practise(
    person: User,
    quiz: Quiz | Certification,
    right: Sequence[bool],
    *,
    at: dt.datetime = NOW,
    milliseconds: int = 30_000,
    confidence: str = "",
) -> Attempt:
    """An attempt in which the first slots are answered right or wrong, the rest not at all."""
    scope = Scope(quiz.certification, quiz=quiz) if isinstance(quiz, Quiz) else Scope(quiz)
    attempt = start_practice(person=person, scope=scope, count=20, token=uuid.uuid4(), seed=1, now=at)
    for slot, good in zip(attempt.slots.order_by("number"), right, strict=False):
        key = key_of(slot.version_id)
        wrong = next(option for option in slot.option_order if option not in key)
        answer = Answer(key if good else frozenset({wrong}), confidence=confidence, milliseconds=milliseconds)
        record_response(slot=slot, answer=answer, now=at, request_id=uuid.uuid4(), staff=person.is_staff)
    attempt.refresh_from_db()
    return attempt


def learners(count: int, **extra: Any) -> list[User]:
    return [make_user(f"learner-{number}@example.org", "learner", **extra) for number in range(count)]
