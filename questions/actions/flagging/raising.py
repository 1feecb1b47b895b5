"""Raising flags by hand: with or without data, in the same queue."""

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction

from questions.actions.flagging.bank import RANK, NotLiveError, Wordings, graver, responses, wordings_of
from questions.actions.flagging.history import bound
from questions.actions.publishing import take_turn
from questions.items.words import Decision, FlagState, Gravity
from questions.models import Flag, FlagEvent, User, Version
from questions.models.review import PENDING

MANUAL = "manual"
KEY_SUSPECT = "key_suspect"
GRAVITY = {MANUAL: Gravity.MEDIUM, KEY_SUSPECT: Gravity.HIGH}


class UnknownOptionError(Exception):
    """The version has no such option."""


@transaction.atomic
def raise_flag(
    *,
    version: Version,
    option_uid: uuid.UUID | None = None,
    note: str = "",
    by: User,
    now: datetime,
    request_id: uuid.UUID,
    code: str = MANUAL,
) -> Flag:
    """Complain about a version or one of its options; the same request again gives the flag that it raised.

    Doubts about the key (``key_suspect``) join the one about the same thing; other complaints stand each for itself.
    Raises :class:`NotLiveError` unless learners meet the wording (or a cosmetic revision of it), and
    :class:`UnknownOptionError`.
    """
    request_id = bound(request_id, by, code, option_uid, note.strip())
    take_turn(version.question_id)
    told = FlagEvent.objects.filter(flag__question=version.question_id, request_id=request_id).first()
    if told is not None:
        return told.flag
    known = wordings_of(version.question_id)
    if not known.current(version.pk):
        raise NotLiveError
    if option_uid is not None and not version.options.filter(uid=option_uid).exists():
        raise UnknownOptionError
    said = {"by": by, "note": note.strip(), "request_id": request_id}
    if code == KEY_SUSPECT:
        return suspect_key(known=known, option_uid=option_uid, gravity=GRAVITY[code], now=now, said=said)
    return _open(known, option_uid, code, GRAVITY[code], now=now, said=said)


def suspect_key(
    *, known: Wordings, option_uid: uuid.UUID | None, gravity: Gravity, now: datetime, said: dict[str, Any]
) -> Flag:
    """Open a doubt about the key, or join the one there is, in the turn of the question; ``said`` goes on record.

    One that was kept, ended or is watched since a revision opens again: somebody doubts the wording of today.
    """
    flags = Flag.objects.filter(question=known.question, code=KEY_SUSPECT, option_uid=option_uid).order_by("pk")
    flag = next((flag for flag in flags if known.current(flag.version_id) or flag.state in PENDING), None)
    if flag is None:
        return _open(known, option_uid, KEY_SUSPECT, gravity, now=now, said=said)
    if graver(gravity, flag.gravity):
        flag.gravity, flag.rank = gravity.value, max(flag.rank, RANK[gravity])
    flag.n = responses(known.line)
    flag.version_id = known.today
    if flag.state in {FlagState.OPEN, FlagState.FLAGGED}:
        event = flag.move(Decision.RAISED, FlagState(flag.state), now=now, **said)
    else:
        event = flag.move(Decision.REOPENED, FlagState.OPEN, now=now, **said)
    Flag.objects.keep([flag], [event])
    return flag


def _open(
    known: Wordings,
    option_uid: uuid.UUID | None,
    code: str,
    gravity: Gravity,
    *,
    now: datetime,
    said: dict[str, Any],
) -> Flag:
    flag = Flag(
        question_id=known.question,
        version_id=known.today,
        option_uid=option_uid,
        code=code,
        gravity=gravity.value,
        rank=RANK[gravity],
        n=responses(known.line),
        raised_by=said["by"],
        raised_at=now,
    )
    Flag.objects.keep([flag], [flag.move(Decision.RAISED, FlagState.OPEN, now=now, **said)])
    return flag
