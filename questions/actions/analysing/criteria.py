"""How able the learner of each response is elsewhere: by ability, or by the score in the rest of a fixed form."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from questions.actions.analysing.copying import BIGINT, FLOAT, INT, TIME, arrays
from questions.analysis.bulk import CUTS, Answers, Bools, Floats, Places, bands
from questions.analysis.calibration import leave_one_out
from questions.analysis.matrix import GUARD

# Slots that a form has at least.
SHORTEST: Final = 20

ABILITIES: Final = """
SELECT learner_id, certification_id, theta, information, n, computed_at FROM questions_ability ORDER BY 2, 1
"""
DIFFICULTIES: Final = "SELECT lineage_id, b, computed_at FROM questions_calibration ORDER BY 1"
# Mock exams answered whole: each response with the exact set of wordings that it was among, the total score, and its
# band between the cuts of `bulk.CUTS` among all who answered the same.
FORMS: Final = """
WITH whole AS (
    SELECT array_agg(s.version_id ORDER BY s.version_id) AS form, sum(r.correct::int) AS total,
           array_agg(r.id ORDER BY s.version_id) AS responses
      FROM questions_attempt a JOIN questions_slot s ON s.attempt_id = a.id
      LEFT JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
     WHERE a.mode = 'mock' AND a.finished_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM questions_hurried h WHERE h.attempt_id = a.id)
     GROUP BY a.id HAVING count(*) >= %(shortest)s AND count(*) = count(r.id)),
cut AS (
    SELECT form, percentile_cont(%(cuts)s::float8[]) WITHIN GROUP (ORDER BY total) AS at, row_number() OVER () AS number
      FROM whole GROUP BY form)
SELECT unnest(w.responses) AS id, unnest(w.form), c.number::int, w.total::int,
       (SELECT count(*) FROM unnest(c.at) AS t (at) WHERE w.total > t.at)
  FROM whole w JOIN cut c ON c.form = w.form
 ORDER BY 1
"""


@dataclass(frozen=True, slots=True)
class Rows:
    """Responses of a batch: the place of the lineage, whether it is right, and the facts that criteria ask for.

    ``lineages`` and ``certifications`` are those of the places.
    """

    place: Places
    id: Places
    learner: Places
    correct: Bools
    at: Places
    lineages: Sequence[int]
    certifications: Sequence[int]

    def taken(self, rows: Places) -> "Rows":
        """Some of the responses, by their places."""
        return replace(
            self,
            place=self.place[rows],
            id=self.id[rows],
            learner=self.learner[rows],
            correct=self.correct[rows],
            at=self.at[rows],
        )


class Criterion(Protocol):
    """What stands for ability."""

    def y(self, rows: Rows) -> Floats:
        """The criterion of each response, without the response itself; NaN where there is none."""

    def band(self, rows: Rows, y: Floats) -> Places:
        """Its band among all whose criterion is comparable, see :func:`bulk.bands`."""

    def cut(self, answers: Answers, items: int) -> Answers:
        """Some of the answers with the bands that they have among themselves, where bands depend on that."""

    def formed(self) -> dict[int, int]:
        """By version, how many responses belong to fixed forms."""

    def calibrated(self, lineage: int) -> int | None:
        """When a lineage was calibrated, as the database counts time."""


class ByAbility:
    """The calibrated ability as it would be without the response, given twenty others.

    A response that came after the calibration is not in the ability and needs not be taken out.
    """

    def __init__(self) -> None:
        # In this order: of a calibration that comes between, only later abilities are taken, and the next run sees it.
        found = arrays(DIFFICULTIES, {"lineage": BIGINT, "b": FLOAT, "at": TIME})
        self.difficulties = {
            lineage: (b, at)
            for lineage, b, at in zip(*(found[name].tolist() for name in ("lineage", "b", "at")), strict=True)
        }
        kinds = {"learner": BIGINT, "certification": BIGINT, "theta": FLOAT, "information": FLOAT, "n": INT, "at": TIME}
        self.abilities = arrays(ABILITIES, kinds)

    def y(self, rows: Rows) -> Floats:
        """See the protocol."""
        theta, information, n, at = self._of(rows)
        unknown = (np.nan, np.iinfo(np.int64).min)
        difficulties = [self.difficulties.get(lineage, unknown) for lineage in rows.lineages]
        b = np.array([each[0] for each in difficulties])[rows.place]
        since = np.array([each[1] for each in difficulties], dtype=np.int64)[rows.place]
        inside = (rows.at <= np.minimum(at, since)) & ~np.isnan(b)
        p = 1 / (1 + np.exp(np.where(inside, b, 0.0) - theta))
        y = np.where(inside, leave_one_out(theta, information, p, rows.correct.astype(np.float64)), theta)
        y[n - inside < GUARD] = np.nan
        return y

    def _of(self, rows: Rows) -> tuple[Floats, Floats, Places, Places]:
        """Theta, information, responses and time of calibration for each response; NaN and 0 for the unknown."""
        theta, information = np.full(len(rows.id), np.nan), np.ones(len(rows.id))
        n, at = np.zeros(len(rows.id), dtype=np.int64), np.zeros(len(rows.id), dtype=np.int64)
        certification = np.asarray(rows.certifications)[rows.place]
        all_of = self.abilities
        for pk in sorted(set(rows.certifications)):
            first, last = np.searchsorted(all_of["certification"], [pk, pk + 1])
            here = np.flatnonzero(certification == pk)
            place = first + np.searchsorted(all_of["learner"][first:last], rows.learner[here])
            here, place = here[place < last], place[place < last]
            known = all_of["learner"][place] == rows.learner[here]
            here, place = here[known], place[known]
            theta[here], information[here] = all_of["theta"][place], all_of["information"][place]
            n[here], at[here] = all_of["n"][place], all_of["at"][place]
        return theta, information, n, at

    def band(self, rows: Rows, y: Floats) -> Places:
        """Among the responses to the lineage."""
        return bands(rows.place, y, len(rows.lineages))

    def cut(self, answers: Answers, items: int) -> Answers:
        """Groups are those of the item's own responses."""
        return replace(answers, band=bands(answers.item, answers.y, items))

    def formed(self) -> dict[int, int]:
        """None are asked for."""
        return {}

    def calibrated(self, lineage: int) -> int | None:
        """See the protocol."""
        found = self.difficulties.get(lineage)
        return found and found[1]


class ByRest:
    """The total score of a complete fixed form without the response's own; bands are those of the total.

    Where a lineage stands in several forms, scores are in standard deviations from the mean of each.
    """

    def __init__(self) -> None:
        kinds = {"id": BIGINT, "version": BIGINT, "form": INT, "total": INT, "band": BIGINT}
        self.forms = arrays(FORMS, kinds, shortest=SHORTEST, cuts=list(CUTS))

    def y(self, rows: Rows) -> Floats:
        """See the protocol."""
        place, known = self._of(rows)
        y = np.full(len(rows.id), np.nan)
        y[known] = _comparable(
            rows.place[known], self.forms["form"][place], self.forms["total"][place] - rows.correct[known].astype(float)
        )
        return y

    def band(self, rows: Rows, y: Floats) -> Places:
        """Among all who took the form."""
        place, known = self._of(rows)
        found = np.full(len(rows.id), -1)
        found[known] = self.forms["band"][place]
        # Nothing to compare with in the form, nothing to group by.
        found[np.isnan(y)] = -1
        return found

    def cut(self, answers: Answers, items: int) -> Answers:
        """Groups are those of all who took the form."""
        return answers

    def _of(self, rows: Rows) -> tuple[Places, Bools]:
        """Where the responses stand among those of forms, and which do."""
        place = np.searchsorted(self.forms["id"], rows.id)
        known: Bools = np.zeros(len(rows.id), dtype=bool)
        inside = place < len(self.forms["id"])
        known[inside] = self.forms["id"][place[inside]] == rows.id[inside]
        return place[known], known

    def formed(self) -> dict[int, int]:
        """By version, how many responses belong to fixed forms."""
        versions, counts = np.unique(self.forms["version"], return_counts=True)
        return dict(zip(versions.tolist(), counts.tolist(), strict=True))

    def calibrated(self, lineage: int) -> int | None:
        """No calibration is asked for."""
        return None


def _comparable(item: Places, form: Places, scores: Floats) -> Floats:
    """Scores as they are where an item stands in one form, else in standard deviations from each form's mean."""
    pairs, pair = np.unique(np.stack([item, form]), axis=1, return_inverse=True)
    several = (np.bincount(pairs[0], minlength=1) > 1)[item] if len(item) else np.zeros(0, dtype=bool)
    counts = np.bincount(pair)
    away = scores - (np.bincount(pair, scores) / counts)[pair]
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.sqrt(np.bincount(pair, away * away) / (counts - 1))
        z = away / np.where(spread > 0, spread, np.nan)[pair]
    return np.where(several, z, scores)
