"""Item analysis of responses from elsewhere: two CSV files in, statistics and findings out, no database between."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from questions.analysis.evidence import evidence
from questions.analysis.flags import Finding, findings
from questions.analysis.forms import FormStatistic, fixed_form
from questions.analysis.limits import Code
from questions.analysis.matrix import GUARD, Criterion, sums_of
from questions.analysis.numbers import correlation, correlation_range, percent, percent_range
from questions.analysis.responses import Responses, read
from questions.analysis.statistics import describe
from questions.analysis.tables import LARGEST, Problem, UnusableError
from questions.analysis.values import ItemStatistic, OptionStatistic
from questions.items.proportion import Interval
from questions.items.text import mark
from questions.reports.saying import in_words

__all__ = [
    "CRITERIA",
    "LARGEST",
    "Analysed",
    "Judged",
    "Problem",
    "UnusableError",
    "analyse",
    "as_data",
    "correlation",
    "correlation_range",
    "percent",
    "percent_range",
    "place_of",
    "sentences",
    "title_of",
]

_NO_CRITERION: Final = mark(
    "Nobody has answers to %(least)s other items, so that abilities say nothing: use the rest score."
)
CRITERIA: Final[tuple[Criterion, ...]] = ("rest", "ability")


@dataclass(frozen=True, slots=True)
class Judged:
    """An item with its key as the file writes it, and what the rules found."""

    statistic: ItemStatistic
    key: str
    findings: list[Finding]

    def code(self, option: OptionStatistic) -> Code | None:
        """The gravest finding about an option."""
        return next((each.code for each in self.findings if each.option == option.option), None)


@dataclass(frozen=True, slots=True)
class Analysed:
    """The form as a whole, its items in the order of the file, and what looks odd without being wrong."""

    form: FormStatistic
    items: list[Judged]
    odd: list[Problem]


def analyse(
    *, responses: tuple[str, bytes], key: tuple[str, bytes], multiple: bool = False, criterion: Criterion = "rest"
) -> Analysed:
    """Analyse a complete form given as name and bytes of two CSV files. Raises UnusableError with what is wrong."""
    table = read(responses, key, multiple=multiple)
    sums = sums_of(
        table.columns,
        {item: each.options for item, each in table.keys.items()},
        criterion,
        multiple=multiple,
    )
    odd = list(table.odd)
    if not any(each.m for each in sums.items):
        odd.append(Problem(responses[0], None, None, _NO_CRITERION, {"least": GUARD}))
    items = [_judged(describe(each), table) for each in sums.items]
    return Analysed(fixed_form(sums.items, sums.totals), items, odd)


def _judged(statistic: ItemStatistic, table: Responses) -> Judged:
    return Judged(statistic, table.keys[statistic.item].written, findings(statistic))


def sentences(item: Judged) -> Iterator[str]:
    """The findings of an item in the reader's language."""
    for finding in item.findings:
        said = evidence(finding, item.statistic)
        yield in_words(*said.texts, params=said.params)


def place_of(problem: Problem) -> str:
    """File, row and column as people write them."""
    return ":".join(str(part) for part in (problem.file, problem.row, problem.column) if part is not None)


def title_of(problem: Problem) -> str:
    """A problem with its place, in the reader's language."""
    return f"{place_of(problem)}: {in_words(problem.reason, params=problem.params)}"


def as_data(analysed: Analysed) -> dict[str, object]:
    """The analysis for programs: plain values, None where a number cannot be said."""
    form = analysed.form
    return {
        "test": {
            "n_learners": form.n,
            "n_items": form.k,
            "mean": form.mean,
            "sd": form.sd,
            "alpha": form.alpha,
            "sem": form.sem,
        },
        "items": [_item(each) for each in analysed.items],
    }


def _item(judged: Judged) -> dict[str, object]:
    item = judged.statistic
    return {
        "item": item.item,
        "key": judged.key,
        "stage": item.stage,
        "n": item.n,
        "omitted": item.omitted,
        "p": item.p,
        "p_interval": _pair(item.p_interval),
        "sd": item.sd,
        "r": item.r,
        "r_interval": _pair(item.r_interval),
        "d27": item.d27,
        "groups": list(item.groups),
        "options": [_option(each, judged.code(each)) for each in item.options],
        "findings": [each.code for each in judged.findings if each.option is None],
    }


def _option(option: OptionStatistic, code: Code | None) -> dict[str, object]:
    """``upper`` and ``lower`` are shares within the groups of 27 %, ``trace`` the choosers in the five groups."""
    return {
        "option": option.option,
        "is_key": option.is_key,
        "n": option.n,
        "rate": option.rate,
        "rate_interval": _pair(option.rate_interval),
        "r": option.r,
        "r_interval": _pair(option.r_interval),
        "mean": option.mean,
        "contrast": option.contrast,
        "contrast_interval": _pair(option.contrast_interval),
        "upper": option.upper,
        "lower": option.lower,
        "upper_n": option.upper_n,
        "lower_n": option.lower_n,
        "trace": list(option.trace_n),
        "trace_rates": list(option.trace),
        "finding": code,
    }


def _pair(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
