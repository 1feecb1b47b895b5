"""From sums to statistics, and to what the rules may judge them by."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from questions.actions.analysing.changes import Basis
from questions.actions.analysing.lineages import Lineage
from questions.actions.analysing.met import Met
from questions.actions.analysing.rows import rows
from questions.actions.analysing.sums import Batch, Scope
from questions.actions.analysing.values import Judged
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic

# So many responses chosen without regard to ability are enough for the rules.
ENOUGH: Final = 100
# Below this number it is worth counting how often a question was shown.
SELDOM: Final = 30

SHOWN: Final = """
SELECT coalesce(v.lineage_id, v.id), count(*) FROM questions_version v JOIN questions_slot s ON s.version_id = v.id
 WHERE v.id = ANY (%(versions)s) GROUP BY 1
"""


def judged(
    batch: Batch, found: dict[int, Met], bases: dict[int, Basis], before: dict[int, int], now: datetime
) -> list[Judged]:
    """Each lineage of a batch with its statistic and the bases of its flags.

    Flags rest on exposures that do not depend on ability, where there are enough of them. ``before`` is how many
    responses there were when the rules judged last.
    """
    whole = dict(zip(batch.place, map(describe, batch.sums()), strict=True))
    fair = [pk for pk, met in found.items() if met.fair >= ENOUGH]
    mixed = [pk for pk in fair if found[pk].steered]
    scopes = [Scope(pk, fair=True) for pk in mixed]
    basis = dict(zip(mixed, map(describe, batch.sums_within(scopes)), strict=True))
    hidden = _outside(batch, bases, set(fair))
    shown = _shown([line for line in batch.lines if found[line.pk].counted < SELDOM])
    return [
        Judged(
            version_id=line.versions[-1],
            live=line.live,
            lineage_id=line.pk,
            question_id=line.question_id,
            statistic=whole[line.pk],
            basis=basis.get(line.pk, whole[line.pk]),
            adaptive=line.pk not in basis and found[line.pk].steered > 0,
            trap_basis=hidden.get(line.pk, {}),
            n_before=before.get(line.pk, 0),
            published_days=max(0, (now - line.published_at).days),
            displayed=dict.fromkeys(line.uids, shown.get(line.pk, found[line.pk].counted)),
            exposures=found[line.pk].month,
        )
        for line in batch.lines
    ]


def _outside(batch: Batch, bases: dict[int, Basis], fair: set[int]) -> dict[int, dict[str, ItemStatistic]]:
    """For each option that is or was public, the statistic without the responses of that time."""
    places = [(pk, uid, windows) for pk in batch.place for uid, windows in bases[pk].public.items()]
    sums = batch.sums_within([Scope(pk, fair=pk in fair, outside=windows) for pk, _uid, windows in places])
    found: dict[int, dict[str, ItemStatistic]] = {}
    for (pk, uid, _windows), each in zip(places, sums, strict=True):
        found.setdefault(pk, {})[uid] = describe(each)
    return found


def _shown(lines: Sequence[Lineage]) -> dict[int, int]:
    """How often each lineage was dealt, answered or not."""
    versions = [version for line in lines for version in line.versions]
    return {line.pk: 0 for line in lines} | dict(rows(SHOWN, versions=versions)) if versions else {}
