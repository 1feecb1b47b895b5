"""Which lineages have changed since their statistic was computed: states are compared, not events."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from questions.actions.analysing.criteria import Criterion
from questions.actions.analysing.public import Windows, public_times
from questions.actions.analysing.rows import batches, rows

METHOD: Final = "2"
# A transaction with a smaller id may commit later; this many ids are looked at again.
OVERLAP: Final = 10_000
COUNTED_AT_ONCE: Final = 2_000
# After this time it is worth saying that hardly anybody was shown a question.
COVERAGE: Final = timedelta(days=30)

STATE: Final = """
SELECT v.id, s.criterion, s.method, s.upto, s.data ->> 'read',
       s.computed_at < v.published_at + %(coverage)s AND v.published_at + %(coverage)s <= %(now)s
  FROM questions_version v
  JOIN questions_question q ON q.id = v.question_id JOIN questions_objective o ON o.id = q.objective_id
  LEFT JOIN questions_itemstatistic s ON s.lineage_id = v.id
 WHERE v.lineage_id IS NULL AND v.status NOT IN ('draft', 'submitted')
   AND (%(certification)s::bigint IS NULL OR o.certification_id = %(certification)s)
   AND (%(pks)s::bigint[] IS NULL OR v.id = ANY (%(pks)s))
 ORDER BY v.id
"""
LINEAGES: Final = """
SELECT v.id FROM questions_version v
  JOIN questions_question q ON q.id = v.question_id JOIN questions_objective o ON o.id = q.objective_id
 WHERE v.lineage_id IS NULL AND v.status NOT IN ('draft', 'submitted')
   AND (%(certification)s::bigint IS NULL OR o.certification_id = %(certification)s)
 ORDER BY 1
"""
NEWEST: Final = """
SELECT coalesce(v.lineage_id, v.id), max(r.id), count(*), sum(r.id)
  FROM questions_response r JOIN questions_version v ON v.id = r.version_id
 WHERE r.id > %(above)s AND r.left_out = '' GROUP BY 1
"""
COUNTED: Final = """
SELECT coalesce(v.lineage_id, v.id), count(*) FROM questions_version v
  JOIN questions_response r ON r.version_id = v.id AND r.left_out = ''
 WHERE v.id = ANY (%(pks)s) OR v.lineage_id = ANY (%(pks)s) GROUP BY 1
"""
HURRIED: Final = """
SELECT coalesce(v.lineage_id, v.id), count(*) FROM questions_hurried h JOIN questions_response r ON r.id = h.response_id
  JOIN questions_version v ON v.id = r.version_id GROUP BY 1
"""
LINES: Final = "SELECT id, coalesce(lineage_id, id) FROM questions_version WHERE id = ANY (%(versions)s)"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a run is asked for: which lineages, by which criterion, and after which response it began to matter."""

    criterion: str
    certification: int | None
    everything: bool
    above: int
    now: datetime


@dataclass(frozen=True, slots=True)
class Basis:
    """What a statistic rests on apart from the responses themselves, as kept with it and as it is now."""

    hurried: int
    formed: int
    # When the lineage was calibrated, as the database counts time.
    calibrated: int | None
    # Times in which options were public, by uid.
    public: dict[str, Windows]


def all_lineages(certification: int | None) -> list[int]:
    """All lineages that learners met, of a certification where one is named."""
    return [row[0] for row in rows(LINEAGES, certification=certification)]


def changed(wanted: Wanted, criterion: Criterion) -> tuple[dict[int, Basis], int]:
    """The lineages whose statistic is missing or out of date, with what it will rest on; and how many there are."""
    states = _states(wanted, certification=wanted.certification)
    now = _bases(criterion, [row[0] for row in states])
    stale = {row[0] for row in states if wanted.everything or _differs(wanted, now[row[0]], row)}
    rest = {row[0]: row for row in states if row[0] not in stale}
    stale |= _answered(wanted, rest) if rest else set()
    return {pk: basis for pk, basis in now.items() if pk in stale}, len(now)


def still_changed(wanted: Wanted, bases: dict[int, Basis]) -> list[int]:
    """Those of these lineages that no other run has brought up to date meanwhile."""
    if wanted.everything:
        return list(bases)
    states = {row[0]: row for row in _states(wanted, pks=list(bases))}
    stale = {pk for pk, state in states.items() if _differs(wanted, bases[pk], state)}
    stale |= _gained([pk for pk in bases if pk not in stale], states)
    return [pk for pk in bases if pk in stale]


def _states(wanted: Wanted, *, certification: int | None = None, pks: list[int] | None = None) -> list[tuple[Any, ...]]:
    return rows(STATE, certification=certification, pks=pks, coverage=COVERAGE, now=wanted.now)


def _bases(criterion: Criterion, pks: list[int]) -> dict[int, Basis]:
    hurried, public = dict(rows(HURRIED)), public_times()
    formed = _by_lineage(criterion.formed())
    return {
        pk: Basis(
            hurried=hurried.get(pk, 0),
            formed=formed[pk],
            calibrated=criterion.calibrated(pk),
            public=public.get(pk, {}),
        )
        for pk in pks
    }


def _by_lineage(by_version: dict[int, int]) -> Counter[int]:
    found: Counter[int] = Counter()
    for version, lineage in rows(LINES, versions=list(by_version)) if by_version else ():
        found[lineage] += by_version[version]
    return found


def _differs(wanted: Wanted, basis: Basis, state: tuple[Any, ...]) -> bool:
    """Whether a statistic was computed in another way or from something else, responses apart."""
    _pk, criterion, method, _upto, read, due = state
    # Time alone makes a question that nobody is shown worth a note.
    if due or read is None or (criterion, method) != (wanted.criterion, METHOD):
        return True
    was = json.loads(read)
    return any(was[name] != getattr(basis, name) for name in Basis.__slots__)


def _answered(wanted: Wanted, states: dict[int, tuple[Any, ...]]) -> set[int]:
    """Those whose newest response is newer than their statistic, or that gained one with a smaller id.

    The ids that a statistic was computed from are kept as far as they may be asked for again.
    """
    newest = {row[0]: row[1:] for row in rows(NEWEST, above=wanted.above) if row[0] in states}
    stale = {pk for pk, (new, _count, _sum) in newest.items() if new > states[pk][3]}
    unsure = set()
    for pk in newest.keys() - stale:
        read = json.loads(states[pk][4])
        if read["since"] > wanted.above:
            unsure.add(pk)
            continue
        known = [each for each in read["recent"] if each > wanted.above]
        if (len(known), sum(known)) != newest[pk][1:]:
            stale.add(pk)
    return stale | _gained(sorted(unsure), states)


def _gained(pks: Sequence[int], states: dict[int, tuple[Any, ...]]) -> set[int]:
    """Those with other responses than their statistic counted."""
    found = set()
    for batch in batches(pks, COUNTED_AT_ONCE):
        counted = dict(rows(COUNTED, pks=list(batch)))
        found |= {pk for pk in batch if counted.get(pk, 0) != json.loads(states[pk][4])["counted"]}
    return found
