"""Findings in words: marked texts with their numbers, translated at the doors.

A text says "may" where the range does not clear the rule's limit any more: a flag stays open for a while when new
responses make it less sure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from questions.analysis.flags import Finding, findings, grouped, weight
from questions.analysis.limits import Code, Limits
from questions.analysis.numbers import UNKNOWN, correlation, correlation_range, percent, percent_range
from questions.analysis.phrases import BY_PREFERENCE, HEADLINES, MANY_DEAD, SENTENCES, TICKED, TWO_DEAD
from questions.analysis.values import ItemStatistic, OptionStatistic

Names = Mapping[str, str]
_OPTION_PLACES: Final = (
    "chosen",
    "rate",
    "rate_range",
    "r",
    "r_range",
    "contrast",
    "contrast_range",
    "upper_option",
)


@dataclass(frozen=True, slots=True)
class Said:
    """Marked ``texts``, one sentence after the other, and the values for their places, ready to be shown."""

    texts: tuple[str, ...]
    params: Mapping[str, object]

    def __str__(self) -> str:
        """The English."""
        return " ".join(text % dict(self.params) for text in self.texts)


def evidence(
    finding: Finding, statistic: ItemStatistic, *, names: Names | None = None, limits: Limits | None = None
) -> Said:
    """What a finding rests on, in sentences, by a statistic that may be newer than the finding.

    ``names`` are what options are called where this is shown; an option without one is called as in the statistic.
    """
    limits = limits or Limits()
    option = _about(finding, statistic)
    fires = any(each.code is finding.code and each.option == finding.option for each in findings(statistic, limits))
    sure, unsure = SENTENCES[finding.code]
    if statistic.multiple:
        sure, unsure = TICKED.get(finding.code, (sure, unsure))
    elif finding.code is Code.BEATS_KEY and not _competes(option, limits, surely=fires):
        sure, unsure = BY_PREFERENCE
    said = sure if fires or finding.code is Code.NEVER_SEEN else unsure
    return Said(said, _params(finding, statistic, option, names or {}))


def headline(finding: Finding, statistic: ItemStatistic, *, names: Names | None = None) -> Said:
    """One line for a queue, such as "D is rarely chosen (3.9 %)"."""
    option = _about(finding, statistic)
    return Said((HEADLINES[finding.code],), _params(finding, statistic, option, names or {}))


def reason(
    found: Sequence[Finding], statistic: ItemStatistic, *, names: Names | None = None, limits: Limits | None = None
) -> Said | None:
    """The one line that stands for all findings of an item: its gravest, or its dead options together."""
    limits = limits or Limits()
    ordered = sorted(grouped(found, limits), key=lambda each: -weight(each, limits))
    if not ordered:
        return None
    dead = [each.option for each in found if each.code in limits.dead and each.option is not None]
    if ordered[0].code not in limits.dead or len(dead) == 1:
        return headline(ordered[0], statistic, names=names)
    called = [_name(option, names or {}) for option in dead]
    if len(called) == 2:  # noqa: PLR2004 - a pair has its own sentence
        return Said((TWO_DEAD,), {"first": called[0], "second": called[1]})
    return Said((MANY_DEAD,), {"options": ", ".join(called)})


def _about(finding: Finding, statistic: ItemStatistic) -> OptionStatistic | None:
    return statistic.option(finding.option) if finding.option is not None else None


def _competes(option: OptionStatistic | None, limits: Limits, *, surely: bool) -> bool:
    """Whether choosing the option instead of the key goes with ability: surely, or by the estimate."""
    if option is None or option.contrast is None or option.contrast_interval is None:
        return False
    return (option.contrast_interval.low if surely else option.contrast) > limits.zero


def _name(option: str, names: Names) -> str:
    return names.get(option, option)


def _params(
    finding: Finding, statistic: ItemStatistic, option: OptionStatistic | None, names: Names
) -> dict[str, object]:
    """Everything that a sentence may name."""
    keys = [_name(key.option, names) for key in statistic.keys]
    params: dict[str, object] = {
        "n": statistic.n,
        "right": statistic.right,
        "wrong": statistic.n - statistic.right,
        "p": percent(statistic.p),
        "p_range": percent_range(statistic.p_interval, share=statistic.p),
        "r_key": correlation(statistic.r),
        "r_key_range": correlation_range(statistic.r_interval),
        "guess": percent(statistic.guess),
        "key": ", ".join(keys),
        "upper_key": sum(key.upper_n for key in statistic.keys),
        "option": "" if finding.option is None else _name(finding.option, names),
        "displayed": _whole(finding.values.get("displayed")),
        "days": _whole(finding.values.get("days")),
    }
    return params | _of_option(option)


def _of_option(option: OptionStatistic | None) -> dict[str, object]:
    if option is None:
        return dict[str, object].fromkeys(_OPTION_PLACES, UNKNOWN)
    return {
        "chosen": option.n,
        "rate": percent(option.rate),
        "rate_range": percent_range(option.rate_interval, share=option.rate),
        "r": correlation(option.r),
        "r_range": correlation_range(option.r_interval),
        "contrast": correlation(option.contrast),
        "contrast_range": correlation_range(option.contrast_interval),
        "upper_option": option.upper_n,
    }


def _whole(value: float | None) -> int:
    return int(value or 0)
