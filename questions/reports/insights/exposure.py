"""Exposure: which published questions nobody has been shown, and which are shown least and most."""

from dataclasses import dataclass
from typing import Any, Final

from questions.models import Certification
from questions.reports.insights.rows import rows

NAMED: Final = 30
EXTREMES: Final = 5

# Counting the slots of every question would read all of them; first answers, which the statistics hold, order the bank
# as well, and only of those at its ends the slots are counted.
STATEMENT: Final = """
WITH bank AS MATERIALIZED (
    SELECT q.id, q.code, coalesce(s.n, 0) AS n,
           NOT EXISTS (SELECT FROM questions_version w JOIN questions_slot l ON l.version_id = w.id
                        WHERE w.question_id = q.id) AS never
      FROM questions_version v JOIN questions_question q ON q.id = v.question_id
      JOIN questions_objective o ON o.id = q.objective_id
      LEFT JOIN questions_itemstatistic s ON s.lineage_id = coalesce(v.lineage_id, v.id)
     WHERE o.certification_id = %(certification)s AND v.status = 'published'),
ends AS (
    (SELECT 'never' AS part, id, code, n FROM bank WHERE never ORDER BY code LIMIT %(named)s) UNION ALL
    (SELECT 'least', id, code, n FROM bank WHERE NOT never ORDER BY n, code LIMIT %(extremes)s) UNION ALL
    (SELECT 'most', id, code, n FROM bank WHERE NOT never ORDER BY n DESC, code LIMIT %(extremes)s))
SELECT part, code, n, (SELECT count(*) FROM bank WHERE never) AS never, (SELECT count(*) FROM bank) AS questions,
       CASE WHEN part = 'never' THEN 0 ELSE
           (SELECT count(*) FROM questions_version w JOIN questions_slot l ON l.version_id = w.id
             WHERE w.question_id = ends.id) END AS shown
  FROM ends
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """A question, how often it was dealt in any wording, and how many first answers its present line has."""

    code: str
    shown: int
    n: int


@dataclass(frozen=True, slots=True)
class Exposure:
    """The ends of the bank; of ``never`` questions that nobody was shown the first ones are named."""

    questions: int
    never: int
    unseen: tuple[Shown, ...]
    least: tuple[Shown, ...]
    most: tuple[Shown, ...]

    @property
    def more(self) -> int:
        """How many unseen questions are not named."""
        return self.never - len(self.unseen)


def exposure(certification: Certification) -> Exposure:
    """One query."""
    found = rows(STATEMENT, certification=certification.pk, named=NAMED, extremes=EXTREMES)
    if not found:
        return Exposure(0, 0, (), (), ())
    unseen, least, most = (_part(found, part) for part in ("never", "least", "most"))
    return Exposure(found[0].questions, found[0].never, unseen, least, most)


def _part(found: list[Any], part: str) -> tuple[Shown, ...]:
    return tuple(Shown(row.code, row.shown, row.n) for row in found if row.part == part)
