"""Rows of the queue: what stands beside flags in other tables, in a fixed number of queries."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from questions.analysis.plain import from_plain
from questions.analysis.values import ItemStatistic as Statistic
from questions.models import Flag, ItemStatistic, Option
from questions.reports.card import LETTERS
from questions.reports.plots import sparkline
from questions.reports.quality.evidence import in_person, in_short
from questions.reports.quality.patience import until_reported
from questions.reports.quality.words import ICONS, RAISED_BY_PEOPLE, UNSEEN, words_of


@dataclass(frozen=True, slots=True)
class Row:
    """A question in the queue; ``kind`` is the reason's: b (bad), w (weak), n (neutral)."""

    flag_id: int
    question_id: int
    code: str
    number: int
    n: int
    stem: str
    language: str
    spark: SafeString
    kind: str
    icon: str
    reason: str
    waiting: int


class Beside:
    """What stands beside flags in other tables: statistics and options of their versions, and the other flags."""

    def __init__(self, flags: Sequence[Flag], condition: Q, named: set[int]) -> None:
        self.named = named
        lines = {flag.version_id: flag.version.lineage_id or flag.version_id for flag in flags}
        kept = ItemStatistic.objects.only("n", "data").in_bulk(set(lines.values()))
        self.statistics = {pk: from_plain(kept[line].data) for pk, line in lines.items() if line in kept}
        self.letters: dict[int, dict[str, str]] = {pk: {} for pk in lines}
        options = Option.objects.filter(version__in=lines).order_by("position", "pk")
        for version, uid in options.values_list("version", "uid"):
            self.letters[version][str(uid)] = LETTERS[len(self.letters[version])]
        self.flags: dict[int, list[Flag]] = {}
        # Only those about the same wording: what is called D there is called D here.
        for flag in Flag.objects.filter(condition, version__in=lines).defer("seen"):
            self.flags.setdefault(flag.version_id, []).append(flag)

    def row(self, flag: Flag) -> Row:
        """The row of a question whose worst flag is ``flag``."""
        words = words_of(flag.code)
        statistic = self.statistics.get(flag.version_id)
        n = statistic.n if statistic else 0
        named = flag.version_id in self.named
        beginning: str = flag.beginning  # type: ignore[attr-defined] # annotated
        kind = words.kind if named else "n"
        return Row(
            flag_id=flag.pk,
            question_id=flag.question_id,
            code=flag.question.code,
            number=flag.version.number,
            n=n,
            stem=shortened(beginning[:BEGINNING], cut=len(beginning) > BEGINNING),
            language=flag.version.language,
            spark=_course_of_key(statistic, kind) if named else SafeString(""),
            kind=kind,
            icon=ICONS[kind],
            reason=self._reason(flag, statistic) if named else str(UNSEEN),
            waiting=until_reported(n) if flag.code in RAISED_BY_PEOPLE else 0,
        )

    def _reason(self, flag: Flag, statistic: Statistic | None) -> str:
        letters = self.letters[flag.version_id]
        if flag.code in RAISED_BY_PEOPLE or statistic is None:
            return in_person(flag, letters)
        return in_short([flag, *self.flags.get(flag.version_id, ())], statistic, letters)


def _course_of_key(statistic: Statistic | None, kind: str) -> SafeString:
    """How the question works at a glance."""
    keys = statistic.keys if statistic else ()
    return sparkline(keys[0].trace, "b" if kind == "b" else "k") if len(keys) == 1 else SafeString("")


# As much of a stem as two lines can show; a character more tells that it goes on.
BEGINNING: Final = 300
# Listings and tables, which two lines cannot show; the last may have been cut off.
FENCED = re.compile(r"^ {0,3}(`{3,}|~{3,}).*?(?:^ {0,3}\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
TABLE = re.compile(r"(?:^[ \t]*\|.*(?:\n|\Z))+", re.MULTILINE)


def shortened(stem: str, *, cut: bool = False) -> str:
    """The beginning of a stem as plain words: ``…`` for listings, tables and what was ``cut`` off; no tags."""
    fenced = FENCED.sub("…", stem)
    words = strip_tags(TABLE.sub("…\n", fenced)).split()
    if cut and words and words[-1] != "…":
        # The last may be half a word.
        words[-1] = "…"
    return " ".join(words)
