"""The option table: what learners chose, how the choice goes with ability, and a finding in a word."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from questions.analysis.values import ItemStatistic, OptionStatistic, Stage
from questions.models import Option
from questions.reports.card import LETTERS, safe
from questions.reports.plots import Line, sparkline, whisker
from questions.reports.quality.figures import percent, percents, signed, signeds
from questions.reports.quality.remarks import Remark
from questions.reports.quality.words import ICONS, words_of

CSS = {"b": "bad", "w": "weak"}
TAGS = {"b": "bad", "w": "warn", "k": "ok", "n": "plain"}


@dataclass(frozen=True, slots=True)
class Badge:
    """A finding in a word: CSS class of the tag, drawing, text."""

    css: str
    icon: str
    text: str | Promise


@dataclass(frozen=True, slots=True)
class OptionRow:
    """One option with its numbers, in words; empty where nothing is known yet. ``width`` is its share in percent."""

    letter: str
    uid: str
    text: SafeString
    is_key: bool
    css: str
    n: int
    bar: str
    badge: Badge
    rate: str = ""
    rate_range: str = ""
    width: float = 0
    spark: SafeString | str = ""
    r: str = ""
    r_range: str = ""
    whisker: SafeString | str = ""


def option_rows(
    options: Sequence[Option],
    texts: Mapping[str, str],
    statistic: ItemStatistic | None,
    remarks: Sequence[Remark],
) -> list[OptionRow]:
    """The options as authored, with their numbers; ``texts`` are their rendered texts by id."""
    rows = []
    shown = statistic is not None and statistic.stage is not Stage.COLLECTING
    for letter, option in zip(LETTERS, options, strict=False):
        uid = str(option.uid)
        about = statistic.option(uid) if statistic else None
        gravest = next((each for each in remarks if each.option == uid), None)
        kind = gravest.kind if gravest else ""
        row = OptionRow(
            letter=letter,
            uid=uid,
            text=safe(texts[str(option.pk)]),
            is_key=option.is_key,
            css=" ".join(filter(None, ("key" if option.is_key else "", CSS.get(kind, "")))),
            n=about.n if about else 0,
            bar=TAGS[kind] if kind in CSS else "ok" if option.is_key else "",
            badge=_badge(option, about if shown else None, gravest),
        )
        rows.append(_with_numbers(row, about) if about and shown else row)
    return rows


def _with_numbers(row: OptionRow, about: OptionStatistic) -> OptionRow:
    line = "b" if "bad" in row.css else "w" if "weak" in row.css else "k" if row.is_key else ""
    return replace(
        row,
        rate=percent(about.rate),
        rate_range=percents(about.rate_interval),
        width=(about.rate or 0) * 100,
        spark=sparkline(about.trace, line, width=112, height=34),
        r=signed(about.r),
        r_range=signeds(about.r_interval),
        whisker=whisker(about.r, about.r_interval, kind=line),
    )


def _badge(option: Option, about: OptionStatistic | None, gravest: Remark | None) -> Badge:
    if gravest is not None:
        words = words_of(gravest.code)
        text = words.tag if gravest.sure else _("Perhaps: %(finding)s") % {"finding": str(words.tag).lower()}
        return Badge(TAGS[gravest.kind], ICONS[gravest.kind], text)
    if about is None:
        return Badge("plain", "circle-dot", _("Key") if option.is_key else _("Too few answers"))
    if option.is_key:
        rises = about.r is not None and about.r > 0
        return Badge("ok", "check", _("Key, working") if rises else _("Key"))
    if about.functioning:
        return Badge("plain", "check", _("Working"))
    return Badge("plain", "circle-dot", _("Not clear yet"))


def lines_of(options: Sequence[Option], statistic: ItemStatistic) -> list[Line]:
    """The options as lines of the trace plot; those that the responses do not know are left out."""
    found = []
    for letter, option in zip(LETTERS, options, strict=False):
        about = statistic.option(str(option.uid))
        if about is not None and about.trace:
            found.append(Line(letter, about.trace, option.is_key))
    return found
