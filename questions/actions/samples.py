"""Free samples: asked of anybody, kept for people with an account only.

Without an account nothing is stored: the form carries a signed token that says which wording was asked and, by a
number drawn for it, in which order its options stood; a signed cookie remembers which samples were explained.
"""

import random
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

from questions.actions.answering import Answer, AttemptClosedError, Recorded, WithdrawnError, record_response
from questions.actions.dealing import NothingToDealError, deal, shown_order
from questions.items.words import Mode, Reason
from questions.models import Learner, Option, Question, Sighting, Slot, User, Version

COOKIE = "samples"
COOKIE_AGE = timedelta(days=180)
REMEMBERED = 60
# A tab may stay open over a weekend and more.
TOKEN_AGE = timedelta(days=7)
SALT = "questions.samples"


class StaleSampleError(Exception):
    """The token is forged, too old, or asks a wording that is not the published one any more."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample as one visitor meets it: the published version, the form's own number, the option ids as shown."""

    version: Version
    nonce: uuid.UUID
    order: tuple[int, ...]

    @property
    def token(self) -> str:
        """What the form carries. Not even the option ids are in it: their order could tell the key."""
        return _signed([self.version.pk, self.nonce.hex], "asked")

    def answered(self, chosen: Collection[int]) -> str:
        """What a link to the verdict carries: the token's content, and the places of the options chosen."""
        places = [place for place, option in enumerate(self.order) if option in chosen]
        return _signed([self.version.pk, self.nonce.hex, places], "answered")


def ask_sample(*, version: Version, nonce: uuid.UUID) -> Sample:
    """Deal the options of a sample's published version in the order that ``nonce`` draws."""
    options = list(Option.objects.filter(version=version).order_by("position", "pk").only("pk", "pinned"))
    order = shown_order(options, shuffle=version.shuffle, draw=random.Random(_seed(version, nonce)))  # noqa: S311
    return Sample(version, nonce, tuple(order))


def asked_sample(*, version: Version, token: str) -> Sample:
    """The sample that a form asked, in its order. Raises :class:`StaleSampleError`."""
    return ask_sample(version=version, nonce=_nonce(version, _content(token, "asked")))


def answered_sample(*, version: Version, link: str) -> tuple[Sample, frozenset[int]]:
    """The sample behind a link to its verdict, and the options chosen. Raises :class:`StaleSampleError`."""
    *asked, places = _content(link, "answered")
    sample = ask_sample(version=version, nonce=_nonce(version, asked))
    return sample, frozenset(sample.order[place] for place in places)


def record_sample(*, person: User, sample: Sample, answer: Answer, now: datetime, request_id: uuid.UUID) -> Recorded:
    """Record the answer of somebody with an account, once for each form; a repeat gets the recorded response.

    Raises :class:`StaleSampleError` where the question has been withdrawn or published anew meanwhile, or its attempt
    was ended without an answer.
    """
    learner = Learner.objects.of(person)
    question = sample.version.question
    try:
        attempt = deal(
            learner=learner,
            certification=question.objective.certification,
            quiz=None,
            name=str(question.objective),
            questions=[question.pk],
            mode=Mode.SAMPLE,
            reason=Reason.PICKED,
            token=sample.nonce,
            seed=_seed(sample.version, sample.nonce),
            now=now,
        )
        slot = Slot.objects.to_answer().get(attempt=attempt)
        if (slot.version_id, *slot.option_order) != (sample.version.pk, *sample.order):
            raise StaleSampleError
        return record_response(slot=slot, answer=answer, now=now, request_id=request_id)
    except (NothingToDealError, WithdrawnError, AttemptClosedError) as error:
        raise StaleSampleError from error


def seen_after(cookie: str, question: int) -> str:
    """The cookie's next value, once the sample ``question`` was explained too."""
    seen = [*(pk for pk in seen_in(cookie) if pk != question), question]
    return _signed(seen[-REMEMBERED:], "seen")


def seen_in(cookie: str) -> list[int]:
    """Question ids that a cookie remembers; none for a forged or expired one."""
    try:
        seen: list[int] = signing.loads(cookie, salt=f"{SALT}.seen", max_age=COOKIE_AGE)
    except signing.BadSignature:
        return []
    return seen


def adopt_seen(*, user: User, cookie: str, now: datetime) -> int:
    """Count samples seen before signing up as seen by ``user``; how many were new. Forged cookies count nothing."""
    seen = seen_in(cookie)
    if not seen:
        return 0
    learner = Learner.objects.of(user)
    known = set(Sighting.objects.filter(learner=learner, question__in=seen).values_list("question", flat=True))
    new = [pk for pk in Question.objects.filter(pk__in=seen).values_list("pk", flat=True) if pk not in known]
    Sighting.objects.bulk_create(
        (Sighting(learner=learner, question_id=pk, seen_at=now) for pk in new), ignore_conflicts=True
    )
    return len(new)


def _signed(content: list[Any], purpose: str) -> str:
    return signing.dumps(content, salt=f"{SALT}.{purpose}")


def _content(token: str, purpose: str) -> list[Any]:
    try:
        # Without fallback keys: after a change of key the same number draws another order.
        content: list[Any] = signing.loads(token, salt=f"{SALT}.{purpose}", max_age=TOKEN_AGE, fallback_keys=[])
    except signing.BadSignature as error:
        raise StaleSampleError from error
    return content


def _nonce(version: Version, asked: list[Any]) -> uuid.UUID:
    pk, nonce = asked
    if pk != version.pk:
        raise StaleSampleError
    return uuid.UUID(hex=str(nonce))


def _seed(version: Version, nonce: uuid.UUID) -> int:
    """A number that the reader of a token cannot work out, for it draws the order of the options."""
    digest = salted_hmac(f"{SALT}.order", f"{version.pk}:{nonce.hex}", secret=settings.SECRET_KEY, algorithm="sha256")
    return int.from_bytes(digest.digest()[:7])
