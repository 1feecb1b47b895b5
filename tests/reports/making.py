"""Builders for reviewers' pages: statistics through the real sums, flags as a run raises them."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from questions.actions.analysing.values import Judged
from questions.actions.flagging import judge
from questions.analysis.plain import as_plain
from questions.analysis.statistics import describe
from questions.analysis.values import ItemSums, OptionSums
from questions.models import Flag, ItemStatistic, Question, Version
from tests.builders import NOW, make_question

Shares = Sequence[float]
# The mock-up's question: B is the key there, the first option here.
WORKING: Mapping[int, Shares] = {
    1: (0.18, 0.28, 0.38, 0.51, 0.70),
    2: (0.50, 0.47, 0.40, 0.32, 0.21),
    3: (0.24, 0.20, 0.18, 0.15, 0.08),
    4: (0.08, 0.05, 0.04, 0.02, 0.01),
}
# Option 2 is what the able take.
MISKEYED: Mapping[int, Shares] = {
    1: (0.42, 0.40, 0.30, 0.22, 0.12),
    2: (0.18, 0.26, 0.42, 0.58, 0.78),
    3: (0.22, 0.20, 0.16, 0.12, 0.06),
    4: (0.18, 0.14, 0.12, 0.08, 0.04),
}
DEAD: Mapping[int, Shares] = {
    1: (0.35, 0.44, 0.52, 0.66, 0.81),
    2: (0.64, 0.55, 0.47, 0.33, 0.18),
    3: (0.01, 0.01, 0.01, 0.01, 0.01),
    4: (0.0, 0.0, 0.0, 0.0, 0.0),
}


def sums_of(version: Version, shares: Mapping[int, Shares], n: int) -> ItemSums:
    """Sums over ``n`` learners in five groups of equal size, whose criterion is -2 … 2; by option position."""
    size = n // 5
    counts = {place: [round(share * size) for share in of] for place, of in shares.items()}
    for group in range(5):
        counts[1][group] += size - sum(of[group] for of in counts.values())
    spots = range(-2, 3)
    options = list(version.options.order_by("position"))

    def option(uid: uuid.UUID, is_key: bool, of: list[int]) -> OptionSums:
        total = sum(of)
        return OptionSums(
            str(uid), is_key, total, total, sum(c * y for c, y in zip(of, spots, strict=True)), of[0], of[4], tuple(of)
        )

    found = [option(o.uid, o.is_key, counts[o.position]) for o in options]
    right = next(each for each in found if each.is_key)
    return ItemSums(
        item=str(version.pk),
        multiple=False,
        n=size * 5,
        right=right.n,
        m=size * 5,
        right_m=right.n,
        sy=0.0,
        syy=float(size * 10),
        sy_right=right.sy,
        lower=size,
        upper=size,
        lower_right=right.lower,
        upper_right=right.upper,
        groups=(size,) * 5,
        options=tuple(found),
        declared=len(options),
    )


def make_statistic(version: Version, shares: Mapping[int, Shares] = WORKING, n: int = 410) -> ItemStatistic:
    """What a run of the analysis leaves about a version's line."""
    found = describe(sums_of(version, shares, n))
    line = version.lineage_id or version.pk
    values: dict[str, Any] = {
        "n": found.n,
        "stage": found.stage,
        "p": found.p,
        "r": found.r,
        "time": 58_000.0,
        "data": as_plain(found),
        "criterion": "ability",
        "method": "1",
        "upto": 1,
        "computed_at": NOW,
    }
    return ItemStatistic.objects.update_or_create(lineage_id=line, defaults=values)[0]


def judged(version: Version, shares: Mapping[int, Shares] = WORKING, n: int = 410) -> list[Flag]:
    """A statistic, and the flags that the run raises by it."""
    make_statistic(version, shares, n)
    found = describe(sums_of(version, shares, n))
    line = version.lineage_id or version.pk
    judge([Judged(version.pk, True, line, version.question_id, found, found, published_days=5)], now=NOW)
    return list(Flag.objects.filter(version=version).order_by("-rank"))


def live(question: Question) -> Version:
    """The wording that learners meet."""
    return question.versions.get(status="published")


def make_flagged(shares: Mapping[int, Shares] = DEAD, n: int = 530, **extra: Any) -> Question:
    """A published question with a statistic and its flags."""
    question = make_question(**extra)
    judged(live(question), shares, n)
    return question
