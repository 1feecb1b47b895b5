"""An objective's free sample, and its card before and after the answer."""

from collections.abc import Collection, Sequence

from django.db.models import QuerySet

from questions.models import Objective, Version
from questions.models.content import asked_of, content_of
from questions.reports.card import AskedCard, ExplainedCard, asked_card, explained_card


def _samples() -> QuerySet[Version]:
    """Published wordings of samples; what only the answer may bring to light is left in the database."""
    return (
        Version.objects.published()
        .filter(question__sample=True, question__objective__certification__published=True)
        .select_related("question__objective__domain", "question__objective__certification")
        .defer("stem", "takeaway", "explanation", "references")
    )


def sample_of(objective: Objective) -> Version | None:
    """The published wording of the objective's sample, if it has one."""
    return _samples().filter(question__objective=objective).first()


def first_sample() -> Version | None:
    """The sample that the home page shows: the first objective's that has one."""
    order = ("question__objective__certification__name", "question__objective__order", "question__objective")
    return _samples().order_by(*order).first()


def ask(
    version: Version,
    order: Sequence[int],
    *,
    chosen: Collection[int] = (),
    ruled_out: Collection[int] = (),
    confidence: str = "",
) -> AskedCard:
    """The card that asks, with what was already entered."""
    return asked_card(asked_of(version.pk), order, chosen=chosen, ruled_out=ruled_out, confidence=confidence)


def explain(version: Version, order: Sequence[int], chosen: Collection[int]) -> ExplainedCard:
    """The card that explains, once something was chosen."""
    return explained_card(*content_of(version.pk), order, chosen=chosen)
