"""Each published question's numbers: how many are right, and how well it tells the able from the others."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.core.paginator import Page, Paginator
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from questions.analysis.values import Stage
from questions.items.proportion import Interval, wilson
from questions.models import Certification
from questions.reports.insights.domains import difficulty_in_words
from questions.reports.insights.rows import rows
from questions.reports.quality.figures import percent, signed
from questions.reports.scatter import Dot, scatter_plot

# Dots in the picture: more would be a blot, and a megabyte of page.
MOST: Final = 5_000
PAGE: Final = 50
# Below this a question hardly tells the able from the others.
LOW: Final = 0.1

STATEMENT: Final = """
SELECT q.code, d.number AS domain, q.difficulty, s.n, s.stage, s.p, s.r, s.data -> 'r_interval' AS range
  FROM questions_version v JOIN questions_question q ON q.id = v.question_id
  JOIN questions_objective o ON o.id = q.objective_id JOIN questions_domain d ON d.id = o.domain_id
  JOIN questions_itemstatistic s ON s.lineage_id = coalesce(v.lineage_id, v.id)
 WHERE o.certification_id = %(certification)s AND v.status = 'published'
   AND s.stage <> 'collecting' AND s.p IS NOT NULL AND s.r IS NOT NULL
 ORDER BY s.stage = 'reportable' DESC, s.n DESC, q.code LIMIT %(most)s
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """A question with its facility ``p``, its discrimination ``r`` and their ranges, from ``n`` first answers."""

    code: str
    domain: int
    difficulty: str
    n: int
    reportable: bool
    p: float
    r: float
    r_interval: Interval | None

    @property
    def authored(self) -> str:
        """The author's difficulty in words."""
        return difficulty_in_words(self.difficulty)

    @property
    def p_interval(self) -> Interval:
        """The range of the facility, 95 %."""
        return wilson(round(self.p * self.n), self.n)


Order = Callable[[Measured], Any]
SORTS: Final[dict[str, Order]] = {
    "r": lambda each: (each.r, each.code),
    "p": lambda each: (each.p, each.code),
    "easy": lambda each: (-each.p, each.code),
    "n": lambda each: (-each.n, each.code),
    "code": lambda each: each.code,
}


class BankReport:
    """The questions that have enough answers, for a picture and a table; ``linked`` gives a question's address."""

    def __init__(self, certification: Certification, *, sort: str, page: int, linked: Callable[[str], str]) -> None:
        self.certification, self.sort, self.number, self.linked = certification, sort, page, linked

    @cached_property
    def measured(self) -> list[Measured]:
        """At most :data:`MOST`, those of which there is most to say; one query."""
        found = rows(STATEMENT, certification=self.certification.pk, most=MOST)
        return [_measured(row) for row in found]

    @cached_property
    def page(self) -> Page[Measured]:
        """A page of the table."""
        return Paginator(sorted(self.measured, key=SORTS[self.sort]), PAGE).get_page(self.number)

    @property
    def full(self) -> bool:
        """Whether there may be more questions than are drawn."""
        return len(self.measured) == MOST

    @property
    def most(self) -> int:
        """Questions that are drawn at most."""
        return MOST

    @property
    def low(self) -> int:
        """Questions that hardly tell the able from the others, the negative ones among them."""
        return sum(each.r < LOW for each in self.measured)

    @property
    def negative(self) -> int:
        """Questions that the able get wrong."""
        return sum(each.r < 0 for each in self.measured)

    @property
    def svg(self) -> SafeString:
        """The picture; empty where there is nothing to draw."""
        return scatter_plot([self._dot(each) for each in self.measured])

    def _dot(self, each: Measured) -> Dot:
        values = {"code": each.code, "p": percent(each.p), "r": signed(each.r), "n": each.n}
        said = _("%(code)s: %(p)s right, discrimination %(r)s, %(n)s first answers") % values
        kind = ("" if each.reportable else "early ") + ("low" if each.r < LOW else "")
        return Dot(self.linked(each.code), each.p, each.r, said, kind.strip())


def _measured(row: Any) -> Measured:
    range_ = json.loads(row.range) if row.range else None
    return Measured(
        code=row.code,
        domain=row.domain,
        difficulty=row.difficulty,
        n=row.n,
        reportable=row.stage == Stage.REPORTABLE,
        p=row.p,
        r=row.r,
        r_interval=Interval(*range_) if range_ else None,
    )
