"""Who practised what in a period, and how it goes: one row a learner, summed up by the database in one statement."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Page, Paginator

from questions.items.proportion import Interval, wilson
from questions.models import Certification
from questions.reports.insights.histogram import Histogram, histogram
from questions.reports.insights.pseudonyms import pseudonym
from questions.reports.insights.rows import rows

PAGE: Final = 50
# First answers from which a learner's share says something, so that the picture does not show luck.
ENOUGH: Final = 10
BINS: Final = 10
# Columns that the table is sorted by, as parts of the statement: nothing of these is handed in by people.
SORTS: Final = {
    "active": "active DESC",
    "attempts": "attempts DESC",
    "answers": "answers DESC",
    "first": "first DESC",
    "right": "share DESC NULLS LAST",
    "struggling": "share NULLS LAST",
    "domains": "bit_count(domains::bit(64)) DESC",
    "name": "lower(coalesce(nullif(name, ''), email))",
}
# Wider than any certification; what is beyond shares the last bit.
BITS: Final = 62

# OFFSET 0 has the responses of the period read first: question by question it takes a minute where this takes a second.
# Accounts only: who was erased is nobody's learner any more, and staff try questions out.
STATEMENT: Final = """
WITH asked AS (
    SELECT q.id, 1::bigint << least(d.number, %(bits)s)::int AS bit
      FROM questions_question q JOIN questions_objective o ON o.id = q.objective_id
      JOIN questions_domain d ON d.id = o.domain_id WHERE o.certification_id = %(certification)s),
answered AS (
    SELECT r.learner_id, count(*) AS answers, count(*) FILTER (WHERE r.left_out = '') AS first,
           count(*) FILTER (WHERE r.left_out = '' AND r.correct) AS correct, bit_or(asked.bit) AS domains,
           max(r.answered_at) AS active
      FROM (SELECT learner_id, question_id, correct, left_out, answered_at FROM questions_response
             WHERE answered_at >= %(since)s AND answered_at <= %(now)s OFFSET 0) r
      JOIN asked ON asked.id = r.question_id GROUP BY r.learner_id),
started AS (
    SELECT learner_id, count(*) AS attempts, max(started_at) AS active FROM questions_attempt
     WHERE certification_id = %(certification)s AND started_at >= %(since)s AND started_at <= %(now)s
     GROUP BY learner_id),
met AS MATERIALIZED (
    SELECT l.id, l.uid, u.name, u.email, coalesce(s.attempts, 0) AS attempts, coalesce(a.answers, 0) AS answers,
           coalesce(a.first, 0) AS first, coalesce(a.correct, 0) AS correct,
           a.correct::float8 / nullif(a.first, 0) AS share, coalesce(a.domains, 0) AS domains,
           greatest(a.active, s.active) AS active
      FROM answered a FULL JOIN started s USING (learner_id)
      JOIN questions_learner l ON l.id = learner_id JOIN questions_user u ON u.id = l.user_id AND NOT u.is_staff),
total AS (
    SELECT count(*) AS learners, coalesce(sum(attempts), 0)::bigint AS attempts,
           coalesce(sum(answers), 0)::bigint AS answers, coalesce(sum(first), 0)::bigint AS first,
           coalesce(sum(correct), 0)::bigint AS correct FROM met),
bins AS (
    SELECT least(correct * %(bins)s / first, %(bins)s - 1) AS bin, count(*) AS learners
      FROM met WHERE first >= %(enough)s GROUP BY 1),
page AS (
    SELECT uid, {name} attempts, answers, first, correct, domains, active FROM met ORDER BY {order}, id
     LIMIT %(size)s OFFSET least(%(offset)s, (SELECT greatest(learners - 1, 0) / %(size)s * %(size)s FROM total)))
SELECT total.*, (SELECT jsonb_object_agg(bin, learners) FROM bins) AS bins,
       (SELECT jsonb_agg(page) FROM page) AS page FROM total
"""


@dataclass(frozen=True, slots=True)
class Member:
    """A learner's period: attempts started, answers, how many of the ``first`` ones (those that count) were right.

    ``name`` is a person's only where the reader may see names. ``domains`` are the numbers of those that were touched.
    """

    name: str
    named: bool
    attempts: int
    answers: int
    first: int
    right: int
    domains: tuple[int, ...]
    active: datetime

    @property
    def share(self) -> float | None:
        """The share of first answers that are right."""
        return self.right / self.first if self.first else None

    @property
    def interval(self) -> Interval:
        """Its range, 95 %."""
        return wilson(self.right, self.first)


@dataclass(frozen=True, slots=True)
class Cohort:
    """The learners of a period: one page of them, all of them summed up, and how their shares spread."""

    members: tuple[Member, ...]
    page: Page[Any]
    learners: int
    attempts: int
    answers: int
    first: int
    right: int
    spread: Histogram

    @property
    def share(self) -> float | None:
        """The share of all first answers that are right."""
        return self.right / self.first if self.first else None

    @property
    def interval(self) -> Interval:
        """Its range, 95 %."""
        return wilson(self.right, self.first)

    @property
    def enough(self) -> int:
        """First answers from which a learner is in the picture."""
        return ENOUGH


def cohort(
    certification: Certification, *, now: datetime, days: int, sort: str = "active", page: int = 1, named: bool = False
) -> Cohort:
    """The cohort of the last ``days``, in one query; ``sort`` is one of :data:`SORTS`, by name only where ``named``."""
    order = SORTS[sort if named or sort != "name" else "active"]
    (found,) = rows(
        STATEMENT.format(name="name, email," if named else "", order=order),
        certification=certification.pk,
        since=now - timedelta(days=days),
        now=now,
        bits=BITS,
        bins=BINS,
        enough=ENOUGH,
        size=PAGE,
        # Whatever page was asked for, no more rows are counted than there could be learners.
        offset=(min(max(page, 1), 1_000_000) - 1) * PAGE,
    )
    bins = {int(place): count for place, count in json.loads(found.bins or "{}").items()}
    return Cohort(
        members=tuple(_member(row, named=named) for row in json.loads(found.page or "[]")),
        page=Paginator(range(found.learners), PAGE).get_page(page),
        learners=found.learners,
        attempts=found.attempts,
        answers=found.answers,
        first=found.first,
        right=found.correct,
        spread=histogram([bins.get(place, 0) for place in range(BINS)]),
    )


def _member(row: dict[str, Any], *, named: bool) -> Member:
    return Member(
        name=(row["name"] or row["email"]) if named else pseudonym(UUID(row["uid"])),
        named=named,
        attempts=row["attempts"],
        answers=row["answers"],
        first=row["first"],
        right=row["correct"],
        domains=tuple(place for place in range(BITS + 1) if row["domains"] >> place & 1),
        active=datetime.fromisoformat(row["active"]),
    )
