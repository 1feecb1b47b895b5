"""Rapid guesses: the time below which an answer was none, and attempts that hold too many of them.

A rapid guess is left out where responses are summed up. An attempt with too many is written down as hurried and left
out whole, once and for all: what the analysis made of an attempt must not waver with the median of a question.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import numpy as np
from django.db.models.functions import Coalesce

from questions.actions.analysing.changes import all_lineages
from questions.actions.analysing.copying import BIGINT, INT, packed, placed
from questions.actions.analysing.lineages import of_lineages
from questions.actions.analysing.rows import batches, change, rows
from questions.analysis.bulk import quantiles
from questions.analysis.efforts import HIGHEST_THRESHOLD, is_dropped, rapid_threshold
from questions.models import Run, Version

# Lineages whose times are sorted in one statement.
SORTED: Final = 500
# Responses whose attempts are looked up in one statement.
LOOKED_UP: Final = 10_000
# Counted responses that an attempt needs to be judged.
LEAST: Final = 10
# An attempt that nobody ends is looked at after this time.
PATIENCE: Final = timedelta(days=1)

COLUMNS: Final = {"id": BIGINT, "ms": INT}
# One row a wording: its responses with their times, -1 where none is known.
TIMED: Final = f"""
SELECT v.place, p.*
  FROM unnest(%(versions)s::bigint[], %(places)s::int[]) AS v (id, place) CROSS JOIN LATERAL (
       SELECT {packed(COLUMNS)} FROM (
           SELECT r.id, coalesce(r.milliseconds, -1) AS ms
             FROM questions_response r WHERE r.version_id = v.id AND r.left_out = '') t) p
"""  # noqa: S608 - our own names
# In which attempts responses are.
ATTEMPTS: Final = """
SELECT s.attempt_id, count(*) FROM questions_response r JOIN questions_slot s ON s.id = r.slot_id
 WHERE r.id = ANY (%(responses)s) GROUP BY 1
"""
# How many responses those of the attempts have that are ready to be judged.
SIZES: Final = """
SELECT a.id, count(*)
  FROM questions_attempt a JOIN questions_slot s ON s.attempt_id = a.id
  JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
 WHERE a.id = ANY (%(attempts)s) AND (a.finished_at IS NOT NULL OR a.started_at < %(patience)s)
   AND (%(certification)s::bigint IS NULL OR a.certification_id = %(certification)s)
 GROUP BY a.id HAVING count(*) >= %(least)s
"""
# Attempts that have new responses, or that are only now ready to be judged.
NEWS: Final = """
SELECT s.attempt_id FROM questions_response n JOIN questions_slot s ON s.id = n.slot_id
 WHERE n.id > %(above)s AND n.left_out = ''
 UNION
SELECT id FROM questions_attempt WHERE started_at >= %(before)s AND (finished_at IS NULL OR finished_at >= %(last)s)
"""
# Those of them with answers that may be rapid. A list keeps the plan to their slots.
SUSPECTS: Final = """
SELECT a.id
  FROM questions_attempt a JOIN questions_slot s ON s.attempt_id = a.id
  JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
 WHERE a.id = ANY (%(attempts)s) AND (a.finished_at IS NOT NULL OR a.started_at < %(patience)s)
   AND (%(certification)s::bigint IS NULL OR a.certification_id = %(certification)s)
 GROUP BY a.id HAVING count(*) >= %(least)s AND count(*) FILTER (WHERE r.milliseconds < %(longest)s) > .1 * count(*)
"""
# Hurried ones that may have gone on since.
GOING_ON: Final = """
SELECT id FROM questions_attempt WHERE id IN (SELECT attempt_id FROM questions_hurried)
   AND (finished_at IS NULL OR %(last)s::timestamptz IS NULL OR finished_at >= %(last)s)
"""
TIMES: Final = """
SELECT s.attempt_id, coalesce(v.lineage_id, v.id), r.milliseconds
  FROM questions_slot s JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
  JOIN questions_version v ON v.id = r.version_id
 WHERE s.attempt_id = ANY (%(attempts)s)
"""
WRITE: Final = """
INSERT INTO questions_hurried (response_id, attempt_id)
SELECT r.id, s.attempt_id FROM questions_slot s JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
 WHERE s.attempt_id = ANY (%(attempts)s) ORDER BY r.id ON CONFLICT DO NOTHING
"""


class Limits(dict[int, float]):
    """The time in milliseconds below which an answer is a rapid guess, by lineage; worked out on first need."""

    def need(self, lineages: Iterable[int]) -> None:
        """Work out those that are missing."""
        for batch in batches(sorted(set(lineages) - self.keys()), SORTED):
            self.rapid(batch)

    def rapid(self, lineages: Sequence[int]) -> list[int]:
        """Work out those of some lineages; the ids of their rapid guesses."""
        place_of = {lineage: place for place, lineage in enumerate(lineages)}
        pairs = versions_of(lineages)
        versions, places = [pk for pk, _line in pairs], [place_of[line] for _pk, line in pairs]
        place, found = placed(TIMED, COLUMNS, versions=versions, places=places)
        timed = found["ms"] >= 0
        place, ids, ms = place[timed], found["id"][timed], found["ms"][timed]
        medians = quantiles(place, ms.astype(np.float64), len(lineages), (0.5,))[:, 0].tolist()
        counts = np.bincount(place, minlength=len(lineages)).tolist()
        limits = [rapid_threshold(*each) for each in zip(medians, counts, strict=True)]
        self.update(zip(lineages, limits, strict=True))
        below: list[int] = ids[ms < np.array(limits)[place]].tolist()
        return below


def versions_of(lineages: Sequence[int]) -> list[tuple[int, int]]:
    """Each version of these lineages with its lineage."""
    return list(Version.objects.filter(of_lineages(lineages)).values_list("pk", Coalesce("lineage_id", "pk")))


def write_hurried(limits: Limits, *, last: Run | None, above: int, certification: int | None, now: datetime) -> int:
    """Write down attempts with too many rapid guesses; how many responses are newly left out.

    Looks at the attempts with responses above an id, and at those that were not ready at the ``last`` run: neither
    ended nor a day old. Without a last run all are looked at, by all their questions.
    """
    places = {"certification": certification, "patience": now - PATIENCE, "least": LEAST}
    if last is None:
        suspects = _of_all(limits, all_lineages(certification), **places)
    else:
        before = {"above": above, "before": last.started_at - PATIENCE, "last": last.started_at}
        suspects = [
            pk
            for batch in batches([pk for (pk,) in rows(NEWS, **before)], SORTED)
            for (pk,) in rows(SUSPECTS, attempts=list(batch), longest=HIGHEST_THRESHOLD, **places)
        ]
    going_on = rows(GOING_ON, last=last and last.started_at)
    return change(WRITE, attempts=[*_hurried(suspects, limits), *(pk for (pk,) in going_on)])


def _of_all(limits: Limits, lineages: Sequence[int], **places: Any) -> list[int]:
    """The attempts with too many rapid guesses among the answers to these lineages."""
    rapid: Counter[int] = Counter()
    for batch in batches(lineages, SORTED):
        for ids in batches(limits.rapid(batch), LOOKED_UP):
            rapid.update(dict(rows(ATTEMPTS, responses=list(ids))))
    # One in ten is none too many.
    several = sorted(attempt for attempt, count in rapid.items() if count > 1)
    return [
        attempt
        for batch in batches(several, SORTED)
        for attempt, size in rows(SIZES, attempts=list(batch), **places)
        if is_dropped(rapid[attempt], size)
    ]


def _hurried(attempts: list[int], limits: Limits) -> list[int]:
    """Those of the attempts that have too many rapid guesses."""
    found = []
    for batch in batches(attempts, SORTED):
        times = defaultdict(list)
        answers = rows(TIMES, attempts=list(batch))
        limits.need(lineage for _attempt, lineage, _time in answers)
        for attempt, lineage, time in answers:
            times[attempt].append(time is not None and time < limits[lineage])
        found += [
            attempt for attempt, rapid in times.items() if len(rapid) >= LEAST and is_dropped(sum(rapid), len(rapid))
        ]
    return found
