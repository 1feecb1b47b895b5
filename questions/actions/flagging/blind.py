"""Blind solving: a reviewer answers before key and numbers are shown, so that neither leads them."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from questions.actions.flagging.bank import wordings_of
from questions.actions.flagging.raising import KEY_SUSPECT, UnknownOptionError, suspect_key
from questions.actions.publishing import take_turn
from questions.items.grading import grade
from questions.items.words import Gravity
from questions.models import BlindSolve, Flag, Option, User, Version


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer that counts, whether this call gave it, and the doubt about the key where it disagrees."""

    solve: BlindSolve
    fresh: bool
    flag: Flag | None = None


class NothingChosenError(Exception):
    """An answer chooses something."""


@transaction.atomic
def solve_blind(*, version: Version, chosen: Collection[int], note: str = "", by: User, now: datetime) -> Solved:
    """Record what a reviewer takes to be the key (option ids); only the first answer is blind, later ones get it back.

    Disagreeing with the key opens or joins a doubt about it, of high gravity; two people who disagree make it critical.
    Raises :class:`NothingChosenError`, and :class:`UnknownOptionError` for options of another version.
    """
    if not chosen:
        raise NothingChosenError
    take_turn(version.question_id)
    first = BlindSolve.objects.filter(version=version, by=by).first()
    if first is not None:
        return Solved(first, fresh=False, flag=_doubt(first))
    key = dict(Option.objects.filter(version=version).order_by("position", "pk").values_list("pk", "is_key"))
    if not key.keys() >= set(chosen):
        raise UnknownOptionError
    verdict = grade(chosen=set(chosen), key={pk for pk, is_key in key.items() if is_key}, options=key)
    solve = BlindSolve.objects.create(
        version=version,
        by=by,
        chosen=[pk for pk in key if pk in set(chosen)],
        agrees=verdict.correct,
        note=note.strip(),
        at=now,
    )
    return Solved(solve, fresh=True, flag=None if verdict.correct else _disagree(solve))


@transaction.atomic
def skip_blind(*, version: Version, by: User, now: datetime) -> BlindSolve:
    """Record that a reviewer had the key shown without answering; an answer given before stays."""
    solve, _new = BlindSolve.objects.get_or_create(version=version, by=by, defaults={"chosen": [], "at": now})
    return solve


def may_see_key(version: Version, by: User) -> bool:
    """Whether key and numbers may be shown: the wording is theirs, or they answered it (or said that they would not).

    A cosmetic revision asks the same: whoever answered one wording of a line has answered all.
    """
    if by.pk in {version.author_id, version.published_by_id}:
        return True
    line = version.lineage_id or version.pk
    return BlindSolve.objects.filter(Q(version=line) | Q(version__lineage=line), by=by).exists()


def _disagree(solve: BlindSolve) -> Flag | None:
    """Open or join the doubt about the key; about a wording that is no more there is nothing to doubt."""
    known = wordings_of(solve.version.question_id)
    if not known.current(solve.version_id):
        return None
    line = [version for version, line in known.lines.items() if line == known.line]
    against = BlindSolve.objects.filter(version__in=line, agrees=False).values("by").distinct().count()
    gravity = Gravity.CRITICAL if against > 1 else Gravity.HIGH
    said = {"by": solve.by, "note": solve.note, "request_id": uuid.uuid4()}
    return suspect_key(known=known, option_uid=None, gravity=gravity, now=solve.at, said=said)


def _doubt(solve: BlindSolve) -> Flag | None:
    if solve.agrees is not False:
        return None
    question = solve.version.question_id
    return Flag.objects.filter(question=question, option_uid=None, code=KEY_SUSPECT).order_by("-changed_at").first()
