"""What this says: the numbers of one question as sentences, the worst first, and what works."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from questions.analysis.flags import Finding
from questions.analysis.limits import SEVERITY, Code
from questions.analysis.statistics import REPORTABLE
from questions.analysis.values import ItemStatistic, OptionStatistic, Stage
from questions.items.words import FlagState
from questions.models import Flag
from questions.reports.quality.evidence import Letters, finding_of, in_full, in_person, in_short
from questions.reports.quality.figures import percent
from questions.reports.quality.remarks import Remark
from questions.reports.quality.words import ICONS, RAISED_BY_PEOPLE, words_of

# A distractor that loses this share from the weakest to the strongest is worth praise.
STRONG_FALL: Final = 0.15
PRAISED: Final = 2
STAYS: Final = (FlagState.DISMISSED.value,)
PERHAPS: Final[dict[str, Promise]] = {
    Code.BEATS_KEY: gettext_lazy("%(option)s may compete with the key."),
    Code.ATTRACTS_STRONG: gettext_lazy("%(option)s may draw strong learners."),
    Code.NON_FUNCTIONING: gettext_lazy("%(option)s may not be doing any work."),
    Code.KEY_PART_NEGATIVE: gettext_lazy("%(option)s, a part of the key, may be doubtful."),
    Code.KEY_NEGATIVE: gettext_lazy("The key may be doubtful."),
}


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that the page says; ``kind`` is b (bad), w (weak), n (neutral) or k (works)."""

    kind: str
    lead: str
    text: str

    @property
    def icon(self) -> str:
        """The drawing beside it."""
        return ICONS[self.kind]


def points_of(
    statistic: ItemStatistic | None, remarks: Sequence[Remark], flags: Iterable[Flag], letters: Letters
) -> list[Point]:
    """Everything worth saying about a question as it is now."""
    flags = list(flags)
    n = statistic.n if statistic else 0
    watched = [flag for flag in flags if flag.state == FlagState.WATCHING]
    flags = [flag for flag in flags if flag not in watched]
    points = [_by_person(flag, letters) for flag in flags if flag.code in RAISED_BY_PEOPLE and flag.state not in STAYS]
    points += [_watched(watched, n, letters)] if watched else []
    if statistic is None or statistic.stage is Stage.COLLECTING:
        few = _("Too few answers to judge yet (%(n)s of 100).") % {"n": n}
        return [*points, Point("n", few, _("Statistics are shown from 30 answers up, and judged from 100."))]
    kept = {(flag.code, str(flag.option_uid or "")) for flag in flags if flag.state in STAYS}
    points += [_of_remark(each, statistic, letters, kept) for each in remarks]
    told = {(each.code, _about(each)) for each in remarks}
    points += [_fading(flag, statistic, letters) for flag in flags if flag.state not in STAYS and _untold(flag, told)]
    if statistic.stage is Stage.PROVISIONAL:
        points.append(Point("n", _("These numbers are provisional."), _("They are judged from 100 answers up.")))
    return points + list(_praise(statistic, remarks, letters))


def _by_person(flag: Flag, letters: Letters) -> Point:
    words = words_of(flag.code)
    who = _("Raised by %(who)s; the note stands in the history.") % {"who": flag.raised_by} if flag.raised_by else ""
    return Point(words.kind, f"{in_person(flag, letters)}.", who)


def _of_remark(remark: Remark, statistic: ItemStatistic, letters: Letters, kept: set[tuple[str, str]]) -> Point:
    code, about = Code(remark.code), _about(remark)
    finding = Finding(code, SEVERITY[code], about or None, 0.0, {})
    text = in_full(finding, statistic, letters)
    if (remark.code, about) in kept:
        lead = _("%(finding)s (kept as it is)") % {"finding": _lead(remark, letters, about)}
        return Point("n", lead, text)
    if not remark.sure and remark.more:
        text += " " + ngettext(
            "About %(n)d more answer would tell.", "About %(n)d more answers would tell.", remark.more
        ) % {"n": remark.more}
    return Point(remark.kind, _lead(remark, letters, about), text)


def _lead(remark: Remark, letters: Letters, about: str) -> str:
    letter = letters.get(about, "")
    if not remark.sure:
        return str(PERHAPS[remark.code]) % {"option": letter}
    tag = str(words_of(remark.code).tag)
    return f"{letter}: {tag[:1].lower()}{tag[1:]}." if letter else f"{tag}."


def _about(remark: Remark) -> str:
    """The option that the rule is about: a fault of the whole key is the question's."""
    return "" if remark.code in {Code.KEY_NEGATIVE, Code.KEY_LOW} else remark.option


def _untold(flag: Flag, told: set[tuple[str, str]]) -> bool:
    """A flag of the analysis that the newest numbers do not raise."""
    return flag.code not in RAISED_BY_PEOPLE and (flag.code, str(flag.option_uid or "")) not in told


def _fading(flag: Flag, statistic: ItemStatistic, letters: Letters) -> Point:
    """What the newest numbers no longer say of this wording: never put as if they did."""
    finding = finding_of(flag)
    # "Was never chosen" is not true of an option that somebody has chosen since.
    text = in_full(finding, statistic, letters) if finding and flag.code != Code.NEVER_CHOSEN else ""
    if flag.code == Code.NEVER_SEEN:
        return Point("n", f"{in_short([flag], statistic, letters)}.", text)
    lead = _("%(finding)s (flagged earlier).") % {"finding": in_person(flag, letters)}
    return Point("n", lead, f"{text} {_('The newest answers no longer show it surely.')}".strip())


def _watched(flags: Sequence[Flag], n: int, letters: Letters) -> Point:
    """What was said of earlier wordings, without numbers, and when it is judged again: after ``n`` of 100 answers."""
    told = [
        _("%(finding)s (version %(number)s)") % {"finding": in_person(flag, letters), "number": flag.version.number}
        for flag in flags
    ]
    again = _("Judged again by the next analysis.")
    if n < REPORTABLE:
        again = _("Judged again after %(enough)s new first answers; %(n)s so far.") % {"enough": REPORTABLE, "n": n}
    said = _("Said of an earlier version: %(findings)s.") % {"findings": "; ".join(told)}
    return Point("n", _("Revised, watching."), f"{again} {said}")


def _praise(statistic: ItemStatistic, remarks: Sequence[Remark], letters: Mapping[str, str]) -> Iterator[Point]:
    blamed = {each.option for each in remarks}
    good = [each for each in statistic.distractors if each.functioning and each.option not in blamed]
    falls = sorted(((_fall(each), each) for each in good), key=lambda pair: -pair[0])
    for fall, option in falls[:PRAISED]:
        if fall >= STRONG_FALL and option.option in letters:
            values = {"first": percent(option.trace[0]), "last": percent(option.trace[-1])}
            yield Point(
                "k",
                _("%(option)s is a strong distractor.") % {"option": letters[option.option]},
                _("%(first)s of the weakest fifth choose it, %(last)s of the strongest.") % values,
            )
    rises = statistic.r_interval is not None and statistic.r_interval.low > 0
    if rises and not any(each.kind == "b" or words_of(each.code).kind == "b" for each in remarks):
        yield Point("k", _("The key holds."), _("Being right goes with ability, and no wrong option rises with it."))


def _fall(option: OptionStatistic) -> float:
    """How much less the strongest group takes it than the weakest; 0 where one of them is too small."""
    if not option.trace or option.trace[0] is None or option.trace[-1] is None:
        return 0.0
    return option.trace[0] - option.trace[-1]
