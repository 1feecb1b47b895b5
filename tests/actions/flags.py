"""Builders and checks for flags."""

import datetime as dt
from typing import Any

from questions.actions.analysing.values import Judged
from questions.actions.publishing import publish, revise
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic as Statistic
from questions.analysis.values import ItemSums, OptionSums
from questions.models import Flag, ItemStatistic, Question, User, Version
from tests.builders import NOW

LATER = NOW + dt.timedelta(days=1)
# Of 400 learners, half of them strong: how many of the weak and of the strong choose each option, the key first.
HEALTHY = ((60, 140), (50, 25), (50, 20), (40, 15))
# The strong take the second option: it is the key, or should be.
MISKEYED = ((45, 50), (35, 125), (65, 17), (55, 8))
# A good part of the strong takes it, and more of them than of the weak.
DRAWN = ((60, 100), (40, 70), (50, 15), (50, 15))
# As many of the strong as of the weak take it: nothing is sure.
UNSURE = ((70, 120), (38, 40), (50, 20), (42, 20))
DEAD = ((60, 140), (70, 35), (69, 24), (1, 1))
Shape = tuple[tuple[int, int], ...]


def published_again(question: Question, *, by: User | None = None, cosmetic: bool = False) -> Version:
    """The next version, with another stem."""
    draft = revise(question=question, by=by)
    Version.objects.filter(pk=draft.pk).update(stem=f"What does it ask, in wording {draft.number}?")
    return publish(version=draft, by=by, now=LATER, cosmetic=cosmetic)


def make_statistic(version: Version, *, n: int, **extra: Any) -> ItemStatistic:
    line = version.lineage_id or version.pk
    facts = {"n": n, "stage": "reportable", "data": {}, "criterion": "ability", "method": "1", "upto": n}
    statistic, _new = ItemStatistic.objects.update_or_create(pk=line, defaults={**facts, "computed_at": NOW, **extra})
    return statistic


def states() -> list[str]:
    return list(Flag.objects.order_by("pk").values_list("state", flat=True))


def explained(flag: Flag) -> None:
    """Every state of a flag has an entry that led to it, and each entry saw what was or says what it was taken past."""
    state = ""
    for event in sorted(flag.events.all(), key=lambda event: event.pk):
        if event.by is None:
            assert event.before == state, (event.decision, event.before, state)
        if event.before != state:
            # Taken past somebody: the state stays, or becomes what was decided.
            assert event.decision in {"keep", "to_author", "revise", "withdraw", "note"}
        state = event.after
    assert flag.state == state != ""


def statistic(version: Version, shape: Shape, *, n: int = 400) -> Statistic:
    """What ``n`` responses say that are spread like the shape's."""
    counts = [(weak * n // 400, strong * n // 400) for weak, strong in shape]
    counts[0] = (counts[0][0], counts[0][1] + n - sum(map(sum, counts)))
    uids = version.options.order_by("position").values_list("uid", "is_key")
    options = tuple(
        OptionSums(str(uid), is_key, weak + strong, weak + strong, strong - weak, weak, strong, (weak, 0, 0, 0, strong))
        for (uid, is_key), (weak, strong) in zip(uids, counts, strict=True)
    )
    weak, strong = (sum(each) for each in zip(*counts, strict=True))
    right = [option for option in options if option.is_key]
    return describe(
        ItemSums(
            item=version.question.code,
            multiple=False,
            n=weak + strong,
            right=sum(option.n for option in right),
            m=weak + strong,
            right_m=sum(option.m for option in right),
            sy=strong - weak,
            syy=weak + strong,
            sy_right=sum(option.sy for option in right),
            lower=weak,
            upper=strong,
            lower_right=sum(option.lower for option in right),
            upper_right=sum(option.upper for option in right),
            groups=(weak, 0, 0, 0, strong),
            options=options,
        )
    )


def judged(version: Version, shape: Shape, *, n: int = 400, **extra: Any) -> Judged:
    """A line of versions as a run of the analysis hands it on."""
    said = statistic(version, shape, n=n)
    facts = {"live": True, "lineage_id": version.lineage_id or version.pk, "question_id": version.question_id}
    return Judged(**{"version_id": version.pk, **facts, "statistic": said, "basis": said, **extra})
