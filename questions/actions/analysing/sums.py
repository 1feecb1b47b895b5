"""A batch of lineages: its responses as arrays, and the sums of the kernel from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from questions.actions.analysing.copying import BIGINT, INT, TIME, Arrays, arrays, packed, placed
from questions.actions.analysing.criteria import Criterion, Rows
from questions.actions.analysing.lineages import Lineage
from questions.actions.analysing.public import Windows
from questions.analysis.bulk import Answers, Asked, Bools, Places, item_sums
from questions.analysis.values import ItemSums
from questions.items.words import Reason

COLUMNS: Final = {"id": BIGINT, "learner": BIGINT, "option": BIGINT, "flags": INT, "ms": INT, "at": TIME}
# One row a wording, its responses packed. The covering index holds all of it; the table is not read.
RESPONSES: Final = f"""
SELECT v.place, p.*
  FROM unnest(%(versions)s::bigint[], %(places)s::int[]) AS v (id, place) CROSS JOIN LATERAL (
       SELECT {packed(COLUMNS)} FROM (
           SELECT r.id, r.learner_id AS learner, coalesce(r.chosen[1], 0) AS option,
                  r.correct::int + 2 * (r.reason = ANY (%(fair)s::text[]))::int AS flags,
                  coalesce(r.milliseconds, -1) AS ms, r.answered_at AS at
             FROM questions_response r WHERE r.version_id = v.id AND r.left_out = '') t) p
 ORDER BY v.place, v.id
"""  # noqa: S608 - our own names
# What was chosen beside the first.
MORE: Final = """
SELECT r.id, t.option
  FROM unnest(%(versions)s::bigint[]) AS v (id) JOIN questions_response r ON r.version_id = v.id AND r.left_out = ''
  CROSS JOIN unnest(r.chosen[2:]) AS t (option)
"""
# What does not depend on the learner's ability.
FAIR: Final = [Reason.PICKED.value, Reason.RANDOM.value, Reason.BLUEPRINT.value]


@dataclass(frozen=True, slots=True)
class Scope:
    """Which of a lineage's responses are summed up.

    All, only those chosen without regard to ability (``fair``), or only those from ``outside`` some times.
    """

    lineage: int
    fair: bool = False
    outside: Windows = field(default_factory=list)


class Batch:
    """Some lineages with their responses; ``counts`` says which of them the statistics take."""

    def __init__(
        self, lines: Sequence[Lineage], limits: dict[int, float], hurried: Places, criterion: Criterion
    ) -> None:
        self.lines, self.criterion = list(lines), criterion
        self.place = {line.pk: place for place, line in enumerate(lines)}
        place, read = self._read()
        self.correct: Bools = read["flags"] % 2 == 1
        self.fair: Bools = read["flags"] >= 2  # noqa: PLR2004 - the second bit
        self.ms: Places = read["ms"]
        self.rows = Rows(
            place=place,
            id=read["id"],
            learner=read["learner"],
            correct=self.correct,
            at=read["at"],
            lineages=[line.pk for line in lines],
            certifications=[line.certification_id for line in lines],
        )
        below = np.array([limits[line.pk] for line in lines])
        self.hurried: Bools = np.isin(self.rows.id, hurried, assume_unique=True)
        self.rapid: Bools = ~self.hurried & (self.ms >= 0) & (self.ms < below[self.rows.place])
        self.counts: Bools = ~self.hurried & ~self.rapid
        self.answers = self._answers(read["option"])

    def _read(self) -> tuple[Places, Arrays]:
        """By lineage, so that each has its rows together: their places, and the columns."""
        pairs = [(version, place) for place, line in enumerate(self.lines) for version in line.versions]
        versions, places = [version for version, _place in pairs], [place for _version, place in pairs]
        return placed(RESPONSES, COLUMNS, versions=versions, places=places, fair=FAIR)

    def _answers(self, first: Places) -> Answers:
        """Those that count; the criterion is worked out once, and for them alone."""
        kept = np.flatnonzero(self.counts)
        taken = self.rows.taken(kept)
        y = self.criterion.y(taken)
        ticked, chosen = self._ticks(taken, first[kept])
        return Answers(taken.place, taken.correct, y, self.criterion.band(taken, y), ticked, self._within(chosen))

    def _ticks(self, taken: Rows, first: Places) -> tuple[Places, Places]:
        """For each tick the place of the response, ascending, and the option's id."""
        ticked = np.flatnonzero(first)
        chosen = first[ticked]
        versions = [version for line in self.lines if line.multiple for version in line.versions]
        if versions:
            more = arrays(MORE, {"id": BIGINT, "option": BIGINT}, versions=versions)
            by_id = np.argsort(taken.id)
            place = np.searchsorted(taken.id, more["id"], sorter=by_id)
            row, option = by_id[place[place < len(by_id)]], more["option"][place < len(by_id)]
            known = taken.id[row] == more["id"][place < len(by_id)]
            ticked, chosen = np.concatenate([ticked, row[known]]), np.concatenate([chosen, option[known]])
            order = np.argsort(ticked, kind="stable")
            ticked, chosen = ticked[order], chosen[order]
        return ticked, chosen

    def _within(self, chosen: Places) -> Places:
        """The places of options within their lineage."""
        found = {option: line.uids.index(uid) for line in self.lines for option, uid in line.options.items()}
        ids = np.array(sorted(found), dtype=np.int64)
        places = np.array([found[option] for option in ids.tolist()], dtype=np.int64)
        return places[np.searchsorted(ids, chosen)]

    def sums(self) -> list[ItemSums]:
        """The sums over all that counts, by lineage."""
        return item_sums([_asked(line) for line in self.lines], self.answers)

    def sums_within(self, scopes: Sequence[Scope]) -> list[ItemSums]:
        """The sums within each scope; groups are cut anew."""
        if not scopes:
            return []
        kept = np.flatnonzero(self.counts)
        ends = np.searchsorted(self.answers.item, np.arange(len(self.lines) + 1))
        chosen, item = [], []
        for number, scope in enumerate(scopes):
            place = self.place[scope.lineage]
            here = np.arange(ends[place], ends[place + 1])
            facts = kept[here]
            holds = (self.fair[facts] | (not scope.fair)) & self._outside(self.rows.at[facts], scope)
            chosen.append(here[holds])
            item.append(np.full(int(holds.sum()), number))
        taken = self.answers.taken(np.concatenate(chosen), np.concatenate(item))
        return item_sums(
            [_asked(self.lines[self.place[scope.lineage]]) for scope in scopes], self.criterion.cut(taken, len(scopes))
        )

    @staticmethod
    def _outside(at: Places, scope: Scope) -> Bools:
        holds: Bools = np.ones(len(at), dtype=bool)
        for since, until in scope.outside:
            holds &= (at < since) | (at >= until)
        return holds


def _asked(line: Lineage) -> Asked:
    return Asked(str(line.pk), line.multiple, line.uids, line.keys)
