"""The review queue: one row a question, with the worst of its flags, ordered by harm and certainty.

Whatever its length it is read in a fixed number of queries. A question's worst flag is the one that no other flag of
it, within the same filter, stands before; with the index on state and rank the first pages are read without a sort.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib.postgres.aggregates import BoolOr
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Left

from questions.models import BlindSolve, Flag, User, Version
from questions.models.review import PENDING
from questions.reports.quality.categories import ALL, CATEGORIES, SORTS, Category
from questions.reports.quality.rows import BEGINNING, Beside, Row

PAGE: Final = 50


@dataclass(frozen=True, slots=True)
class Sift:
    """What of the queue to show, and how."""

    category: Category = ALL
    certification: str = ""
    sort: str = "harm"
    search: str = ""
    page: int = 1

    def query(self, **changes: Any) -> str:
        """The address' query for this view of the queue, with ``changes``; what is usual is left out."""
        values = {
            "show": self.category.name,
            "certification": self.certification,
            "sort": self.sort,
            "search": self.search,
            "page": self.page,
        } | changes
        usual = {"show": "all", "certification": "", "sort": "harm", "search": "", "page": 1}
        kept = {name: value for name, value in values.items() if value != usual[name]}
        return f"?{urlencode(kept)}" if kept else ""

    @property
    def plain(self) -> bool:
        """Whether nothing but the sort was picked."""
        return self.category is ALL and not self.certification and not self.search


@dataclass(frozen=True, slots=True)
class Chip:
    """A filter as a link with its count."""

    label: Any
    count: int
    query: str
    current: bool


class Queue:
    """The flags that ``sift`` lets through, as ``person`` may read them; ``blind`` hides options until solved."""

    def __init__(self, sift: Sift, *, person: User, blind: bool) -> None:
        self.sift, self.person, self.blind = sift, person, blind

    @cached_property
    def scope(self) -> Q:
        """Certification and search."""
        scope = Q()
        if self.sift.certification:
            scope &= Q(question__objective__certification__code=self.sift.certification)
        if self.sift.search:
            scope &= Q(question__code__icontains=self.sift.search)
        return scope

    @cached_property
    def counts(self) -> dict[str, int]:
        """Questions by filter."""
        flags = Flag.objects.filter(self.scope, state__in=PENDING).order_by()
        # Question by question first: counting distinct ones for each filter would sort all flags as many times.
        within = flags.values("question").annotate(**{f"in_{c.name}": BoolOr(c.condition) for c in CATEGORIES})
        counts: dict[str, int] = within.aggregate(
            **{c.name: Count("question", filter=Q(**{f"in_{c.name}": True})) for c in CATEGORIES}
        )
        return counts

    @property
    def chips(self) -> list[Chip]:
        """The filters; those that would show nothing are left out, unless they are the current one."""
        return [
            Chip(
                category.label,
                self.counts[category.name],
                self.sift.query(show=category.name, page=1),
                category is self.sift.category,
            )
            for category in CATEGORIES
            if self.counts[category.name] or category in {ALL, self.sift.category}
        ]

    @property
    def open(self) -> int:
        """Questions that wait for a reviewer."""
        return self.counts[ALL.name]

    @property
    def flags(self) -> QuerySet[Flag]:
        """The worst flag of each question, in order."""
        condition = self.sift.category.condition
        before = Q(rank__gt=OuterRef("rank")) | Q(rank=OuterRef("rank"), pk__lt=OuterRef("pk"))
        worse = Flag.objects.filter(condition, before, question=OuterRef("question"))
        column = SORTS[self.sift.sort][0]
        return (
            Flag.objects.filter(condition, self.scope)
            .filter(~Exists(worse))
            .order_by(f"-{column}", "pk")
            .select_related("question", "version")
            .defer("seen", "version__stem", "version__takeaway", "version__explanation", "version__references")
            .annotate(beginning=Left("version__stem", BEGINNING + 1))
        )

    @cached_property
    def page(self) -> Page[Any]:
        """The page of the paginator, without rows: those are :attr:`rows`."""
        paginator = Paginator(range(self.counts[self.sift.category.name]), PAGE)
        return paginator.get_page(self.sift.page)

    @cached_property
    def _window(self) -> tuple[Flag | None, list[Flag], Flag | None]:
        """The flag before the page, the page's, and the one after it, in one query."""
        start = (self.page.number - 1) * PAGE
        found = list(self.flags[max(0, start - 1) : start + PAGE + 1])
        before = found.pop(0) if start and found else None
        after = found.pop() if len(found) > PAGE else None
        return before, found, after

    @cached_property
    def rows(self) -> list[Row]:
        """What the page shows."""
        flags = self._window[1]
        beside = Beside(flags, self.sift.category.condition, self._seen({f.version_id: f.version for f in flags}))
        return [beside.row(flag) for flag in flags]

    def _seen(self, versions: dict[int, Version]) -> set[int]:
        """Those of the versions whose options may be named."""
        if not self.blind:
            return set(versions)
        lines = {pk: version.lineage_id or pk for pk, version in versions.items()}
        questions = {version.question_id for version in versions.values()}
        solves = BlindSolve.objects.filter(by=self.person, version__question__in=questions)
        solved = {lineage or pk for pk, lineage in solves.values_list("version", "version__lineage")}
        written = {pk for pk, v in versions.items() if self.person.pk in {v.author_id, v.published_by_id}}
        return written | {pk for pk, line in lines.items() if line in solved}

    def neighbours(self, flag: Flag | None, question: int) -> tuple[Flag | None, Flag | None]:
        """The flags before and after a question's, also where its ``flag`` is no longer among those shown."""
        before, shown, after = self._window
        around = [each for each in (before, *shown, after) if each is not None]
        at = next((each for each in around if each.question_id == question), flag)
        others = [each for each in around if each.question_id != question]
        if at is None:
            return None, next(iter(others), None)
        earlier = [each for each in others if self._order(each) < self._order(at)]
        later = [each for each in others if self._order(each) > self._order(at)]
        return (earlier[-1] if earlier else None), (later[0] if later else None)

    def _order(self, flag: Flag) -> tuple[float, int]:
        value = getattr(flag, SORTS[self.sift.sort][0])
        return -(value.timestamp() if hasattr(value, "timestamp") else float(value)), flag.pk
