"""Lineages of versions: a wording that began one, and those that carry it on."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from questions.items.words import Kind, Status
from questions.models import Option, Version
from questions.models.bank import OPEN


@dataclass(frozen=True, slots=True)
class Lineage:
    """What the analysis needs to know of a line of wordings that learners met."""

    pk: int
    question_id: int
    certification_id: int
    multiple: bool
    # All wordings, oldest first, and whether learners still meet the newest.
    versions: tuple[int, ...]
    live: bool
    published_at: datetime
    # Uids in the newest wording's order, those of the key, and the uid of each option id of any wording.
    uids: tuple[str, ...]
    keys: frozenset[str]
    options: dict[int, str]


def lineages(pks: Sequence[int]) -> list[Lineage]:
    """The lineages that begin with these versions, in that order."""
    versions = defaultdict(list)
    met = Version.objects.exclude(status__in=OPEN).filter(of_lineages(pks))
    for row in met.order_by("number").values_list(
        "pk", "lineage_id", "question_id", "question__objective__certification_id", "kind", "status", "published_at"
    ):
        versions[row[1] or row[0]].append(row)
    options = _options([row[0] for rows in versions.values() for row in rows])
    return [_lineage(pk, versions[pk], options) for pk in pks if pk in versions]


def of_lineages(pks: Sequence[int]) -> Q:
    """The versions of some lineages, by indexes: their texts are long to read past."""
    return Q(pk__in=pks, lineage=None) | Q(lineage__in=pks)


def _lineage(
    pk: int,
    versions: list[tuple[int, int, int, int, str, str, datetime | None]],
    options: dict[int, list[tuple[int, str, bool]]],
) -> Lineage:
    first, newest = versions[0], versions[-1]
    shown = options[newest[0]]
    return Lineage(
        pk=pk,
        question_id=first[2],
        certification_id=first[3],
        multiple=first[4] == Kind.MULTIPLE,
        versions=tuple(row[0] for row in versions),
        live=newest[5] == Status.PUBLISHED,
        published_at=min(row[6] for row in versions if row[6]),
        uids=tuple(uid for _pk, uid, _key in shown),
        keys=frozenset(uid for _pk, uid, key in shown if key),
        options={option: uid for row in versions for option, uid, _key in options[row[0]]},
    )


def _options(versions: list[int]) -> dict[int, list[tuple[int, str, bool]]]:
    """Id, uid and whether it is of the key, of each option of each version, in their order."""
    found = defaultdict(list)
    rows = Option.objects.filter(version__in=versions).order_by("version_id", "position", "pk")
    for version, pk, uid, key in rows.values_list("version_id", "pk", "uid", "is_key"):
        found[version].append((pk, str(uid), key))
    return found
