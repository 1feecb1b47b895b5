"""Calibrating: how hard each lineage of wordings is and how able each learner, on one scale a certification.

Difficulties come from at most about two million responses, all those of some learners; the ability of every learner
then follows from them. Responses travel packed as arrays, those of a part of the learners at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np
from django.db import connection, transaction
from django.db.models import Max, Sum

from questions.actions.analysing.copying import BIGINT, INT, arrays
from questions.actions.analysing.rows import change, rows
from questions.analysis.calibration import Answers
from questions.analysis.calibration import calibrate as fit
from questions.analysis.learners import abilities_at
from questions.models import Calibration, Certification

MOST: Final = 2_000_000
# Share of new responses, and age, from which the scale is worth another fit.
GROWTH: Final = 0.1
AGE: Final = timedelta(days=7)
# The advisory lock under which scales are made: "exam, calibration".
LOCK: Final = 0x6578_6361

LINES: Final = """
SELECT v.id, coalesce(v.lineage_id, v.id) FROM questions_version v JOIN questions_question q ON q.id = v.question_id
  JOIN questions_objective o ON o.id = q.objective_id
 WHERE o.certification_id = %(certification)s AND v.status NOT IN ('draft', 'submitted')
"""
COUNTED: Final = """
SELECT count(*) FROM questions_response r WHERE r.version_id = ANY (%(versions)s) AND r.left_out = ''
   AND NOT EXISTS (SELECT FROM questions_hurried h WHERE h.response_id = r.id)
"""
RESPONSES: Final = """
SELECT r.learner_id, r.version_id, r.correct::int FROM questions_response r
 WHERE r.version_id = ANY (%(versions)s) AND r.left_out = '' AND r.learner_id %% %(parts)s = %(part)s
   AND NOT EXISTS (SELECT FROM questions_hurried h WHERE h.response_id = r.id)
"""
SAVE: Final = {
    "questions_ability": """
INSERT INTO questions_ability (learner_id, certification_id, theta, information, n, computed_at)
SELECT a, %(certification)s, x, y, n, %(now)s FROM calibrated
    ON CONFLICT (learner_id, certification_id) DO UPDATE SET
       (theta, information, n, computed_at) = (excluded.theta, excluded.information, excluded.n, excluded.computed_at)
""",
    "questions_calibration": """
INSERT INTO questions_calibration (lineage_id, b, n, computed_at) SELECT a, x, n, %(now)s FROM calibrated
    ON CONFLICT (lineage_id) DO UPDATE SET (b, n, computed_at) = (excluded.b, excluded.n, excluded.computed_at)
""",
}


@dataclass(slots=True)
class Scales:
    """What was calibrated: certifications with responses, their responses, learners and lineages."""

    certifications: int = 0
    responses: int = 0
    learners: int = 0
    lineages: int = 0


def calibrate(
    *,
    now: datetime,
    certification: Certification | None = None,
    tell: Callable[[int, int], None] | None = None,
    most: int = MOST,
) -> Scales:
    """Fit the scale of a certification, or of each; abilities and difficulties take the place of those before.

    One transaction a certification. ``tell`` is called with how many parts of the learners are done and how many there
    are; ``most`` is about how many responses the difficulties are fitted to.
    """
    scales = Scales()
    for each in [certification] if certification else Certification.objects.order_by("pk"):
        with transaction.atomic():
            rows("SELECT pg_advisory_xact_lock(%(lock)s)", lock=LOCK)
            _calibrate(each.pk, now, scales, tell, most)
    return scales


def is_due(certification: Certification, *, now: datetime) -> bool:
    """Whether a certification has gained a tenth of its responses since it was calibrated, or that is a week ago."""
    versions = [version for version, _line in rows(LINES, certification=certification.pk)]
    ((counted,),) = rows(COUNTED, versions=versions)
    known = Calibration.objects.filter(lineage__question__objective__certification=certification)
    last = known.aggregate(n=Sum("n"), at=Max("computed_at"))
    if not last["at"]:
        return bool(counted)
    return bool(counted >= (1 + GROWTH) * last["n"] or last["at"] <= now - AGE)


def _calibrate(
    certification: int, now: datetime, scales: Scales, tell: Callable[[int, int], None] | None, most: int
) -> None:
    lines = dict(rows(LINES, certification=certification))
    ((counted,),) = rows(COUNTED, versions=list(lines))
    if not counted:
        return
    parts = -(-counted // most)
    order = {line: place for place, line in enumerate(sorted(set(lines.values())))}
    items = _Items(lines, order)
    sample = next(found for found in (items.answers(part, parts) for part in range(parts)) if found[1].learners)
    _learners, answers = sample
    scale = fit(answers.learner, answers.item, answers.correct, learners=answers.learners, items=len(order))
    met = np.zeros(len(order), dtype=np.int64)
    for part in range(parts):
        learners, answers = items.answers(part, parts)
        met += np.bincount(answers.item, minlength=len(order))
        theta, information = abilities_at(answers, b=scale.b, mu=scale.mu, sigma=scale.sigma)
        n = np.bincount(answers.learner, minlength=answers.learners)
        columns = (learners.tolist(), theta.tolist(), information.tolist(), n.tolist())
        _save("questions_ability", columns, certification, now)
        scales.learners += answers.learners
        if tell:
            tell(part + 1, parts)
    known = [(line, b, 0.0, n) for line, b, n in zip(order, scale.b.tolist(), met.tolist(), strict=True) if n]
    _save("questions_calibration", tuple(map(list, zip(*known, strict=True))), certification, now)
    scales.certifications, scales.lineages = scales.certifications + 1, scales.lineages + len(known)
    scales.responses += int(met.sum())


class _Items:
    """The wordings of a certification, each by the place of its lineage."""

    def __init__(self, lines: dict[int, int], order: dict[int, int]) -> None:
        self.versions = np.array(sorted(lines), dtype=np.int64)
        self.places = np.array([order[lines[version]] for version in self.versions.tolist()], dtype=np.int64)
        self.items = len(order)

    def answers(self, part: int, parts: int) -> tuple[np.ndarray[tuple[int], np.dtype[np.int64]], Answers]:
        """The learners of a part, and what they answered."""
        kinds = {"learner": BIGINT, "version": BIGINT, "correct": INT}
        found = arrays(RESPONSES, kinds, versions=self.versions.tolist(), part=part, parts=parts)
        learners, learner = np.unique(found["learner"], return_inverse=True)
        item = self.places[np.searchsorted(self.versions, found["version"])]
        return learners, Answers(learner, item, found["correct"].astype(np.float64), len(learners), self.items)


def _save(table: str, columns: Sequence[Sequence[float]], certification: int, now: datetime) -> None:
    """Columns as rows of a table: an id, two numbers and a count."""
    change("CREATE TEMP TABLE IF NOT EXISTS calibrated (a bigint, x float8, y float8, n int) ON COMMIT DROP")
    change("TRUNCATE calibrated")
    text = "".join(f"{a}\t{x!r}\t{y!r}\t{n}\n" for a, x, y, n in zip(*columns, strict=True))
    with connection.cursor() as cursor, cursor.copy("COPY calibrated FROM STDIN") as copy:
        copy.write(text)
    change(SAVE[table], certification=certification, now=now)
