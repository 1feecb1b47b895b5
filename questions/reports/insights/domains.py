"""Domain by domain: how difficulty spreads, beside the authors' own guess, and how many distractors do their work."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from questions.items.proportion import Interval, wilson
from questions.items.words import Difficulty
from questions.models import Certification
from questions.reports.insights.rows import rows

# Facility of questions with at least provisional statistics; distractors only where the statistic is reportable, since
# of thirty answers one in twenty is one or two.
STATEMENT: Final = """
SELECT d.id, d.number, d.name, q.difficulty, count(q.id) AS questions,
       count(*) FILTER (WHERE s.stage = 'collecting') AS collecting,
       count(*) FILTER (WHERE s.stage = 'provisional') AS provisional,
       count(*) FILTER (WHERE s.stage = 'reportable') AS reportable,
       percentile_cont(ARRAY[0, .25, .5, .75, 1]) WITHIN GROUP (ORDER BY s.p)
           FILTER (WHERE s.stage <> 'collecting') AS facility,
       coalesce(sum(o.distractors), 0)::bigint AS distractors, coalesce(sum(o.functioning), 0)::bigint AS functioning
  FROM questions_domain d JOIN questions_objective j ON j.domain_id = d.id
  JOIN questions_question q ON q.objective_id = j.id
  JOIN questions_version v ON v.question_id = q.id AND v.status = 'published'
  LEFT JOIN questions_itemstatistic s ON s.lineage_id = coalesce(v.lineage_id, v.id)
  LEFT JOIN LATERAL (
      SELECT count(*) AS distractors, count(*) FILTER (WHERE (option ->> 'functioning')::bool) AS functioning
        FROM jsonb_array_elements(s.data -> 'options') option WHERE NOT (option ->> 'is_key')::bool
  ) o ON s.stage = 'reportable'
 WHERE d.certification_id = %(certification)s
 GROUP BY GROUPING SETS ((d.id, d.number, d.name), (d.id, d.number, d.name, q.difficulty))
 ORDER BY d.number, q.difficulty NULLS FIRST
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """Facilities of ``n`` questions: the least, the quartiles with the median between them, the greatest."""

    n: int
    least: float
    lower: float
    median: float
    upper: float
    greatest: float

    @property
    def svg(self) -> SafeString:
        """A box strip on a scale from nobody to everybody; decoration beside the numbers."""
        least, lower, median, greatest = (
            f"{100 * each:.1f}%" for each in (self.least, self.lower, self.median, self.greatest)
        )
        return format_html(
            '<svg class="strip" width="100%" height="22" aria-hidden="true" focusable="false">'
            '<line class="axis" x1="0" x2="100%" y1="11" y2="11"/><line class="range" x1="{}" x2="{}" y1="11" y2="11"/>'
            '<rect class="box" x="{}" width="{}" y="4" height="14" rx="3"/>'
            '<line class="median" x1="{}" x2="{}" y1="2" y2="20"/></svg>',
            least,
            greatest,
            lower,
            # Where all are alike there is still a box to see.
            f"{max(100 * (self.upper - self.lower), 0.6):.1f}%",
            median,
            median,
        )


@dataclass(frozen=True, slots=True)
class Part:
    """The questions of a domain, or those of one authored ``difficulty`` in it, by what can be said of them."""

    difficulty: str
    questions: int
    collecting: int
    provisional: int
    reportable: int
    spread: Spread | None
    distractors: int
    functioning: int

    @property
    def authored(self) -> str:
        """The author's difficulty as it stands within a sentence."""
        return difficulty_in_words(self.difficulty)

    @property
    def judged(self) -> int:
        """Questions whose facility can be said."""
        return self.provisional + self.reportable

    @property
    def efficiency(self) -> float | None:
        """The share of distractors that function."""
        return self.functioning / self.distractors if self.distractors else None

    @property
    def interval(self) -> Interval:
        """Its range, 95 %."""
        return wilson(self.functioning, self.distractors)


@dataclass(frozen=True, slots=True)
class DomainReport:
    """A domain: all of it, and its parts by the author's difficulty, easy ones first."""

    number: int
    name: str
    whole: Part
    parts: tuple[Part, ...]


def domain_reports(certification: Certification) -> list[DomainReport]:
    """The domains that have published questions, in order; one query."""
    found = defaultdict[int, dict[str, Any]](dict)
    for row in rows(STATEMENT, certification=certification.pk):
        found[row.id][row.difficulty or ""] = row
    return [_report(parts) for parts in found.values()]


def _report(parts: Mapping[str, Any]) -> DomainReport:
    whole = parts[""]
    by_author = tuple(_part(parts[each.value], each.value) for each in Difficulty if each.value in parts)
    return DomainReport(whole.number, whole.name, _part(whole, ""), by_author)


def difficulty_in_words(difficulty: str) -> str:
    """An author's difficulty as it stands within a sentence; nothing for none."""
    words = {Difficulty.EASY: _("easy"), Difficulty.MEDIUM: _("medium"), Difficulty.HARD: _("hard")}
    return words[Difficulty(difficulty)] if difficulty else ""


def _part(row: Any, difficulty: str) -> Part:
    judged = row.provisional + row.reportable
    return Part(
        difficulty=difficulty,
        questions=row.questions,
        collecting=row.collecting,
        provisional=row.provisional,
        reportable=row.reportable,
        spread=Spread(judged, *row.facility) if judged and row.facility and None not in row.facility else None,
        distractors=row.distractors,
        functioning=row.functioning,
    )
