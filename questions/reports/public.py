"""What the public pages list: certifications, domains, objectives and how much there is to practise.

Counts come from one grouped query a page, over the index of published versions.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString

from questions.items.words import Mode, Status
from questions.models import Attempt, Certification, Domain, Objective, Quiz, Slot, User, Version
from questions.reports.prose import prose, summary

# More than a few would be a list of what one gave up.
CONTINUED = 3
WHOLE = Decimal(100)


@dataclass(frozen=True, slots=True)
class Listed:
    """A certification in a list: how many questions learners can meet, and when anything changed last."""

    certification: Certification
    questions: int
    updated: datetime


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A practice to go on with: its name, and the first of its ``total`` questions that has no answer."""

    attempt: int
    name: str
    number: int
    total: int


@dataclass(frozen=True, slots=True)
class Section:
    """An objective and how many questions there are for it."""

    objective: Objective
    questions: int


@dataclass(frozen=True, slots=True)
class Part:
    """A domain with its objectives."""

    domain: Domain
    sections: list[Section]

    @property
    def questions(self) -> int:
        """Questions of all its objectives."""
        return sum(section.questions for section in self.sections)


@dataclass(frozen=True, slots=True)
class Offer:
    """A quiz, what it says about itself, and how many of its questions can be dealt."""

    quiz: Quiz
    description: SafeString
    questions: int


@dataclass(frozen=True, slots=True)
class Exam:
    """A certification's page."""

    certification: Certification
    description: SafeString
    notice: SafeString
    parts: list[Part]
    quizzes: list[Offer]

    @property
    def questions(self) -> int:
        """Questions of all domains."""
        return sum(part.questions for part in self.parts)

    @property
    def summary(self) -> str:
        """What it is in one line, for search results."""
        return summary(self.certification.description)

    @property
    def weights(self) -> Decimal:
        """Sum of the weights: 100 unless the certification is still being set up."""
        return sum((part.domain.weight for part in self.parts), Decimal(0))

    @property
    def weights_add_up(self) -> bool:
        """Whether the certification could be published."""
        return self.weights == WHOLE


def certifications_for(person: User | AnonymousUser) -> QuerySet[Certification]:
    """Certifications whose pages ``person`` may open: published ones, and all for those who may change them."""
    # Asking for staff first spares learners the two queries of the permission.
    if person.is_staff and person.has_perm("questions.change_certification"):
        return Certification.objects.all()
    return Certification.objects.published()


def listed_certifications() -> list[Listed]:
    """All published certifications by name."""
    live = Version.objects.published().filter(question__objective__certification__published=True).order_by()
    rows = live.values_list("question__objective__certification").annotate(Count("question"), Max("published_at"))
    found = {pk: (count, latest) for pk, count, latest in rows}
    listed = []
    for certification in Certification.objects.published():
        count, latest = found.get(certification.pk, (0, certification.updated_at))
        listed.append(Listed(certification, count, max(certification.updated_at, latest)))
    return listed


def unfinished(person: User) -> list[Unfinished]:
    """The newest practices of ``person`` that are still open and have a question left."""
    slots = Slot.objects.filter(attempt=OuterRef("pk")).order_by("number")
    total = slots.order_by().values("attempt").annotate(n=Count("pk")).values("n")
    waiting = slots.filter(response=None).exclude(version__status=Status.WITHDRAWN)
    attempts = (
        Attempt.objects.of(person)
        .open()
        .filter(mode=Mode.PRACTICE)
        .annotate(next=Subquery(waiting.values("number")[:1]), total=Coalesce(Subquery(total), 0))
        .filter(next__isnull=False)
        .order_by("-started_at", "-pk")
        .values_list("pk", "name", "next", "total")
    )
    return [Unfinished(*row) for row in attempts[:CONTINUED]]


def exam_page(certification: Certification) -> Exam:
    """A certification with its domains, objectives and quizzes."""
    counts = _live_by_objective(certification)
    sections: dict[int, list[Section]] = {}
    for objective in certification.objectives.order_by("order", "section"):
        # Its address is made from the certification's code, which is at hand.
        objective.certification = certification
        sections.setdefault(objective.domain_id, []).append(Section(objective, counts.get(objective.pk, 0)))
    return Exam(
        certification=certification,
        description=prose(certification.description),
        notice=prose(certification.notice),
        parts=[Part(domain, sections.get(domain.pk, [])) for domain in certification.domains.order_by("number")],
        quizzes=_quizzes(certification),
    )


def _live_by_objective(certification: Certification) -> dict[int, int]:
    live = Version.objects.published().filter(question__objective__certification=certification).order_by()
    # Counted by question, the column that the index of published versions holds.
    return dict(live.values_list("question__objective").annotate(Count("question")))


def _quizzes(certification: Certification) -> list[Offer]:
    """Published quizzes that have something to deal: each question has at most one published version to count."""
    dealt = certification.quizzes.filter(published=True, places__question__versions__status=Status.PUBLISHED)
    quizzes = dealt.annotate(live=Count("places")).order_by("name", "pk")
    return [Offer(quiz, prose(quiz.description), quiz.live) for quiz in quizzes]
