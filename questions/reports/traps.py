"""Answers that look right and are not: distractors that instructors let appear on public pages."""

from dataclasses import dataclass

from django.db.models import Case, OuterRef, Q, Subquery, Value, When
from django.utils.safestring import SafeString

from questions.items.words import Status
from questions.models import Objective, Option, Trap
from questions.reports.prose import prose

# A page of them is read; a domain's worth of them is not.
SHOWN = 12


@dataclass(frozen=True, slots=True)
class Misconception:
    """A claim that tempts, why it does, and why it fails; ``language`` is its question's."""

    claim: SafeString
    looks_right: SafeString
    wrong: SafeString
    language: str


def traps_for(objective: Objective) -> list[Misconception]:
    """Traps of the objective's domain, its own first, from questions other than the sample shown on its page.

    One is shown only while its question is live and the published wording still has that option as a distractor.
    """
    own_sample = Q(question__objective=objective, question__sample=True)
    distractor = Option.objects.order_by().filter(
        version__question=OuterRef("question"),
        version__status=Status.PUBLISHED,
        uid=OuterRef("option_uid"),
        is_key=False,
    )
    own_first = Case(When(question__objective=objective, then=Value(0)), default=Value(1))
    found = (
        Trap.objects.filter(
            question__objective__domain=objective.domain_id, question__objective__certification__published=True
        )
        .exclude(own_sample)
        .annotate(option=Subquery(distractor.values("pk")[:1]))
        .filter(option__isnull=False)
        .order_by(own_first, "question__code", "pk")
        .values_list("option", "claim")[:SHOWN]
    )
    claims = dict(found)
    options = Option.objects.order_by().select_related("version")
    texts = options.only("text", "looks_right", "because", "version__text_format", "version__language").in_bulk(claims)
    return [_misconception(texts[pk], claim) for pk, claim in claims.items()]


def _misconception(option: Option, claim: str) -> Misconception:
    fmt = option.version.text_format
    return Misconception(
        claim=prose(claim.strip() or option.text, fmt, inline=True),
        looks_right=prose(option.looks_right, fmt, inline=True),
        wrong=prose(option.because, fmt, inline=True),
        language=option.version.language,
    )
