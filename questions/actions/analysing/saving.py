"""Statistics as rows: a few columns for lists, everything else as JSON."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from questions.actions.analysing.changes import METHOD, Basis
from questions.actions.analysing.met import Met
from questions.actions.analysing.rows import change
from questions.actions.analysing.values import Judged
from questions.analysis.plain import as_plain

# One text for all rows: hundreds of JSON values as so many parameters cost more than computing them.
SAVE: Final = """
INSERT INTO questions_itemstatistic
       (lineage_id, n, stage, p, r, time, data, criterion, method, upto, judged_n, computed_at)
SELECT s.lineage, s.n, s.stage, s.p, s.r, s.time, s.data, %(criterion)s, %(method)s, s.upto, 0, %(now)s
  FROM jsonb_to_recordset(%(found)s::jsonb) AS s (lineage bigint, n int, stage text, p float8, r float8, time float8,
                                                  upto bigint, data jsonb)
    ON CONFLICT (lineage_id) DO UPDATE SET
       (n, stage, p, r, time, data, criterion, method, upto, computed_at)
     = (excluded.n, excluded.stage, excluded.p, excluded.r, excluded.time, excluded.data, excluded.criterion,
        excluded.method, excluded.upto, excluded.computed_at)
"""


def save(
    found: Iterable[Judged], met: dict[int, Met], bases: dict[int, Basis], *, criterion: str, now: datetime
) -> None:
    """Put the statistics in the place of those before."""
    rows = [_row(each, met[each.lineage_id], bases[each.lineage_id]) for each in found]
    change(SAVE, found=json.dumps(rows, allow_nan=False), criterion=criterion, method=METHOD, now=now)


def _row(each: Judged, met: Met, basis: Basis) -> dict[str, Any]:
    statistic = each.statistic
    return {
        "lineage": each.lineage_id,
        "n": statistic.n,
        "stage": statistic.stage,
        "p": statistic.p,
        "r": statistic.r,
        "time": met.times.median,
        "upto": met.upto,
        "data": as_plain(statistic)
        | {
            "times": _plain(met.times),
            # What flags rest on.
            "basis": {"n": each.basis.n, "adaptive": each.adaptive, "fair": met.fair, "steered": met.steered},
            "exposures": met.month,
            "rapid": met.rapid,
            # What was read, so that a change is seen; see `changes.Basis`.
            "read": _plain(basis)
            | {"counted": met.counted, "hurried": met.hurried, "since": met.since, "recent": met.recent},
        },
    }


def _plain(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in thing.__slots__}
