"""Before and after the last revision: what changed in the wording, and whether the numbers say more than noise."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import hypot

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from questions.analysis.values import ItemStatistic, OptionStatistic, Stage
from questions.items.proportion import Interval
from questions.models import Option, Version
from questions.reports.card import LETTERS
from questions.reports.quality.figures import percent, percents, points, signed, signeds
from questions.reports.quality.wording import changed_words

# Options whose shares are compared; more would be no summary.
COMPARED = 4


@dataclass(frozen=True, slots=True)
class Change:
    """A part of the question before and after, word by word."""

    part: str
    words: SafeString | str


@dataclass(frozen=True, slots=True)
class Measure:
    """A number before and after with its ranges; ``change`` is the difference, or that it is within noise."""

    name: str
    before: str
    before_range: str
    after: str
    after_range: str
    change: str
    says: bool


@dataclass(frozen=True, slots=True)
class Revision:
    """The last revision: versions, who and when, changes, measures. ``cosmetic``: the statistics were carried on."""

    before: int
    after: int
    at: datetime | None
    by: str
    cosmetic: bool
    changes: list[Change]
    measures: list[Measure]


def revision_of(
    before: Version,
    after: Version,
    statistics: Mapping[int, ItemStatistic | None],
    flagged: Iterable[str] = (),
) -> Revision:
    """What the revision from ``before`` to ``after`` did; ``statistics`` by version, ``flagged`` options by uid."""
    old, new = list(before.options.all()), list(after.options.all())
    pairs = paired(old, new)
    line = before.lineage_id or before.pk
    cosmetic = after.lineage_id == line
    return Revision(
        before=before.number,
        after=after.number,
        at=after.published_at,
        by=str(after.published_by) if after.published_by else "",
        cosmetic=cosmetic,
        changes=list(_changes(before, after, pairs)),
        measures=[] if cosmetic else _measures(statistics[before.pk], statistics[after.pk], pairs, set(flagged)),
    )


Pair = tuple[str, Option | None, Option | None]


def paired(old: Sequence[Option], new: Sequence[Option]) -> list[Pair]:
    """``(letter, before, after)``: by uid, and what is left by its place; the letter is that of the newer wording."""
    by_uid = {option.uid: option for option in old}
    fresh = {option.uid for option in new}
    left = {place: option for place, option in enumerate(old) if option.uid not in fresh}
    pairs: list[Pair] = []
    for place, option in enumerate(new):
        before = by_uid.get(option.uid) or left.pop(place, None)
        pairs.append((LETTERS[place], before, option))
    return pairs + [(LETTERS[place], option, None) for place, option in left.items()]


def _changes(before: Version, after: Version, pairs: Iterable[Pair]) -> Iterable[Change]:
    if before.stem != after.stem:
        yield Change(_("Question"), changed_words(before.stem, after.stem))
    for letter, old, new in pairs:
        was, now = old.text if old else "", new.text if new else ""
        if was != now:
            yield Change(letter, changed_words(was, now))
        if old and new and old.is_key != new.is_key:
            text = _("is now right") if new.is_key else _("is no longer right")
            yield Change(letter, text)


def _measures(
    before: ItemStatistic | None, after: ItemStatistic | None, pairs: Sequence[Pair], flagged: set[str]
) -> list[Measure]:
    if before is None or after is None:
        return []
    found = [Measure(_("First answers"), str(before.n), "", str(after.n), "", "–", says=False)]
    if Stage.COLLECTING in {before.stage, after.stage}:
        return found
    of_interest = [
        (letter, old, new)
        for letter, old, new in pairs
        if old and new and (str(old.uid) in flagged or old.text != new.text)
    ]
    for letter, old, new in of_interest[:COMPARED]:
        was, now = before.option(str(old.uid)), after.option(str(new.uid))
        if was is not None and now is not None:
            found.append(_share(_("%(letter)s chosen by") % {"letter": letter}, _rate(was), _rate(now)))
    found.append(_share(_("Right first time"), (before.p, before.p_interval), (after.p, after.p_interval)))
    found.append(_correlation((before.r, before.r_interval), (after.r, after.r_interval)))
    return [each for each in found if each.before]


Ranged = tuple[float | None, Interval | None]


def _rate(option: OptionStatistic) -> Ranged:
    return option.rate, option.rate_interval


def _share(name: str, before: Ranged, after: Ranged) -> Measure:
    change, says = _verdict(before, after, points)
    return Measure(name, percent(before[0]), percents(before[1]), percent(after[0]), percents(after[1]), change, says)


def _correlation(before: Ranged, after: Ranged) -> Measure:
    change, says = _verdict(before, after, signed)
    values = (signed(before[0]), signeds(before[1]), signed(after[0]), signeds(after[1]))
    return Measure(_("Discrimination"), *values, change, says)


def _verdict(before: Ranged, after: Ranged, said: object) -> tuple[str, bool]:
    range_ = range_of_difference(before, after)
    if range_ is None or before[0] is None or after[0] is None:
        return "–", False
    if 0 in range_:
        return _("within noise"), False
    return said(after[0] - before[0]), True  # type: ignore[operator]


def range_of_difference(before: Ranged, after: Ranged) -> Interval | None:
    """The range of ``after - before`` from the ranges of both.

    Source: Zou & Donner, Construction of confidence limits about effect measures, Statistics in Medicine 27 (2008)
    1693-1702; with Wilson's ranges it is Newcombe's method 10, with Fisher's Zou's for independent correlations.
    """
    (old, old_range), (new, new_range) = before, after
    if old is None or new is None or old_range is None or new_range is None:
        return None
    difference = new - old
    low = hypot(new - new_range.low, old_range.high - old)
    high = hypot(new_range.high - new, old - old_range.low)
    return Interval(difference - low, difference + high)
