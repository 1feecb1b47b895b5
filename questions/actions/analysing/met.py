"""What there is of each lineage beside its sums: how much was read, what was left out, and the times."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import numpy as np

from questions.actions.analysing.copying import ticks
from questions.actions.analysing.sums import Batch
from questions.analysis.bulk import Bools, Floats, quantiles
from questions.analysis.efforts import LONGEST

# Exposures of this time say how much a question is met at present.
MONTH: Final = timedelta(days=30)
QUARTILES: Final = (0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds, each capped at ten minutes.

    Quartiles and the 95 % point, medians of the right and the wrong, mean and standard deviation of the logarithm.
    """

    n: int
    p25: float | None
    median: float | None
    p75: float | None
    p95: float | None
    right: float | None
    wrong: float | None
    log_mean: float | None
    log_sd: float | None


@dataclass(frozen=True, slots=True)
class Met:
    """What was read of a lineage: ``counted`` responses up to id ``upto``, of which some are hurried or rapid.

    ``recent`` are the ids above ``since``: what a later run looks for there is something else.

    The others are the statistic's: ``fair`` ones and ``steered`` (adaptive or due) ones; ``month`` of them are recent.
    """

    counted: int
    upto: int
    since: int
    recent: list[int]
    hurried: int
    rapid: int
    fair: int
    steered: int
    month: int
    times: Times


def met(batch: Batch, now: datetime, since: int) -> list[Met]:
    """By lineage of the batch, in its order."""
    upto = np.zeros(len(batch.lines), dtype=np.int64)
    np.maximum.at(upto, batch.rows.place, batch.rows.id)
    everything = np.ones(len(batch.counts), dtype=bool)
    recent = batch.rows.at > ticks(now - MONTH)
    columns = (
        _counts(batch, everything),
        upto.tolist(),
        [since] * len(batch.lines),
        _ids(batch, batch.rows.id > since),
        _counts(batch, batch.hurried),
        _counts(batch, batch.rapid),
        _counts(batch, batch.counts & batch.fair),
        _counts(batch, batch.counts & ~batch.fair),
        _counts(batch, batch.counts & recent),
        _times(batch),
    )
    return [Met(*row) for row in zip(*columns, strict=True)]


def _counts(batch: Batch, among: Bools) -> list[int]:
    found: list[int] = np.bincount(batch.rows.place[among], minlength=len(batch.lines)).tolist()
    return found


def _ids(batch: Batch, among: Bools) -> list[list[int]]:
    found: list[list[int]] = [[] for _line in batch.lines]
    for place, pk in zip(batch.rows.place[among].tolist(), batch.rows.id[among].tolist(), strict=True):
        found[place].append(pk)
    return found


def _times(batch: Batch) -> Iterator[Times]:
    timed = batch.counts & (batch.ms >= 0)
    place, right = batch.rows.place[timed], batch.correct[timed]
    ms = np.minimum(batch.ms[timed], LONGEST).astype(np.float64)
    size = len(batch.lines)
    n = np.bincount(place, minlength=size)
    logs = np.log(np.maximum(ms, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.bincount(place, logs, size) / n
        sd = np.sqrt(np.bincount(place, (logs - mean[place]) ** 2, size) / np.where(n > 1, n - 1, np.nan))
    columns = (
        *quantiles(place, ms, size, QUARTILES).T,
        quantiles(place[right], ms[right], size, (0.5,))[:, 0],
        quantiles(place[~right], ms[~right], size, (0.5,))[:, 0],
        mean,
        sd,
    )
    for count, *row in zip(n.tolist(), *map(_known, columns), strict=True):
        yield Times(count, *row)


def _known(values: Floats) -> list[float | None]:
    return [None if value != value else value for value in values.tolist()]  # noqa: PLR0124 - NaN is not itself
