"""What the numbers say now: each rule that holds, surely or perhaps, about an option or the question."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from questions.analysis.flags import findings, still_holds
from questions.analysis.limits import Code, Limits
from questions.analysis.values import ItemStatistic, OptionStatistic, Stage
from questions.items.words import Gravity
from questions.reports.quality.patience import until_correlation_settles, until_rate_settles
from questions.reports.quality.words import words_of

ORDER: Final = {gravity: place for place, gravity in enumerate(Gravity)}
# Of these only the gravest is said of an option, as the rules do.
STRONG: Final = (Code.BEATS_KEY, Code.ATTRACTS_STRONG, Code.AMBIGUOUS_WITH_KEY)
PERHAPS: Final = (Code.BEATS_KEY, Code.ATTRACTS_STRONG, Code.NON_FUNCTIONING, Code.KEY_PART_NEGATIVE)
LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Remark:
    """A rule that holds: surely, or only by its estimate; ``option`` is a uid, or "" for the question.

    ``more`` is about how many more answers would tell, None where that cannot be said.
    """

    code: str
    kind: str
    option: str
    sure: bool
    more: int | None = None


def remarks_of(statistic: ItemStatistic | None) -> list[Remark]:
    """The sure ones first, each kind with the gravest before."""
    if statistic is None or statistic.stage is Stage.COLLECTING:
        return []
    found = sorted(findings(statistic), key=lambda each: ORDER[each.severity])
    sure = [
        Remark(each.code, words_of(each.code).kind, each.option or _about(each.code, statistic), sure=True)
        for each in found
    ]
    known = {(each.option, each.code) for each in sure}
    # Never chosen is the graver word for not working.
    known |= {(option, Code.NON_FUNCTIONING) for option, code in known if code == Code.NEVER_CHOSEN}
    strong = {each.option for each in sure if each.code in {Code.POSSIBLE_MISKEY, *STRONG}}
    # Where the key itself is at fault, every other option seems to compete with it.
    doubted = any(each.code in {Code.POSSIBLE_MISKEY, Code.KEY_NEGATIVE} for each in sure)
    perhaps = [
        each
        for each in _perhaps(statistic)
        if (each.option, each.code) not in known
        and not (each.code in STRONG and (doubted or each.option in strong))
        and not (each.code is Code.KEY_NEGATIVE and doubted)
    ]
    return sure + perhaps


def _about(code: str, statistic: ItemStatistic) -> str:
    """A fault of the whole key shows at the key."""
    keys = statistic.keys
    return keys[0].option if code in {Code.KEY_NEGATIVE, Code.KEY_LOW} and len(keys) == 1 else ""


def _perhaps(statistic: ItemStatistic) -> Iterator[Remark]:
    """What the estimates say and the ranges leave open; for each option the first that does."""
    if statistic.r is not None and statistic.r < 0 and len(statistic.keys) == 1:
        more = until_correlation_settles(statistic.r, statistic.m)
        yield Remark(Code.KEY_NEGATIVE, "w", statistic.keys[0].option, sure=False, more=more)
    for option in statistic.options:
        code = next((code for code in PERHAPS if _leans(code, statistic, option)), None)
        if code is not None:
            # What is only perhaps so is never shown as bad.
            yield Remark(code, "w", option.option, sure=False, more=_more(code, statistic, option))


def _leans(code: Code, statistic: ItemStatistic, option: OptionStatistic) -> bool:
    if option.is_key != (code is Code.KEY_PART_NEGATIVE) or (option.is_key and not statistic.multiple):
        return False
    return still_holds(code, statistic, option.option)


def _more(code: Code, statistic: ItemStatistic, option: OptionStatistic) -> int | None:
    if code is Code.NON_FUNCTIONING:
        return until_rate_settles(option.rate or 0.0, statistic.n, limit=LIMITS.dead_rate)
    value = option.contrast if code is Code.BEATS_KEY else option.r
    return None if value is None else until_correlation_settles(value, statistic.m)
