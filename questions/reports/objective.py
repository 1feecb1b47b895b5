"""An objective's public page."""

from functools import cached_property

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.safestring import SafeString

from questions.models import Objective, Question, User
from questions.reports.prose import prose, summary
from questions.reports.public import certifications_for
from questions.reports.traps import Misconception, traps_for


def objectives_for(person: User | AnonymousUser) -> QuerySet[Objective]:
    """Objectives whose pages ``person`` may open, with domain and certification."""
    visible = certifications_for(person)
    return Objective.objects.filter(certification__in=visible).select_related("domain", "certification")


class ObjectivePage:
    """What stands around the sample; read when shown, for the sample's fragment needs little of it."""

    def __init__(self, objective: Objective) -> None:
        self.objective = objective

    @property
    def description(self) -> SafeString:
        """What a candidate must be able to do."""
        return prose(self.objective.description)

    @property
    def summary(self) -> str:
        """The same in one line, for search results."""
        return summary(self.objective.description)

    @cached_property
    def questions(self) -> int:
        """How many questions there are to practise."""
        return Question.objects.live().filter(objective=self.objective).count()

    @cached_property
    def traps(self) -> list[Misconception]:
        """Answers that look right and are not."""
        return traps_for(self.objective)
