"""Filters of the bank's lists: closed choices by name, so that a list answers no other question."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.items.words import Difficulty, Kind, Mode, Status, Word
from questions.models import Certification, Objective, Version

Choices = Iterable[tuple[str, Any]]


class ChoiceFilter(admin.SimpleListFilter):
    """Rows whose ``path`` is the choice; anything but a choice on offer is as good as none."""

    path = ""
    parameter_name = ""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Filter by the choice."""
        value = self.value()
        return queryset.filter(**{self.path: value}) if value in dict(self.lookup_choices) else queryset


class WordFilter(ChoiceFilter):
    """Choices are the members of a closed list."""

    words: type[Word]

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every word with its label."""
        return [(word.value, _(word.label)) for word in self.words]


class StatusFilter(WordFilter):
    """By status of the version."""

    title = gettext_lazy("status")
    parameter_name, path, words = "status", "status", Status


class KindFilter(WordFilter):
    """By kind of question."""

    title = gettext_lazy("kind")
    parameter_name, path, words = "kind", "kind", Kind


class DifficultyFilter(WordFilter):
    """By the author's guess."""

    title = gettext_lazy("difficulty")
    parameter_name, path, words = "difficulty", "question__difficulty", Difficulty


class ModeFilter(WordFilter):
    """By what an attempt is for."""

    title = gettext_lazy("mode")
    parameter_name, path, words = "mode", "mode", Mode


class SampleFilter(ChoiceFilter):
    """Free samples."""

    title = gettext_lazy("free sample")
    parameter_name, path = "sample", "question__sample"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Python's words for true and false, which the database field reads."""
        return [("True", _("Yes")), ("False", _("No"))]


class CertificationFilter(ChoiceFilter):
    """By certification; a subclass says by which path."""

    title = gettext_lazy("certification")
    parameter_name, path = "certification", "certification"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every certification."""
        return [(str(found.pk), str(found)) for found in Certification.objects.order_by("name")]


class QuestionCertificationFilter(CertificationFilter):
    """By certification of the question's objective."""

    path = "question__objective__certification"


class ObjectiveCertificationFilter(CertificationFilter):
    """By certification of the objective."""

    path = "objective__certification"


class ObjectiveFilter(ChoiceFilter):
    """By objective, once a certification is chosen: all of them would be a list without end."""

    title = gettext_lazy("objective")
    parameter_name, path = "objective", "question__objective"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """The objectives of the certification chosen."""
        chosen = request.GET.get(CertificationFilter.parameter_name, "")
        if not chosen.isdecimal():
            return []
        found = Objective.objects.filter(certification=int(chosen)).order_by("order", "section")
        return [(str(objective.pk), str(objective)) for objective in found]


class VersionsFilter(admin.SimpleListFilter):
    """The newest version of each question, or all; left out when a status is chosen, which asks for any version."""

    title = gettext_lazy("versions")
    parameter_name = "versions"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Nothing beside a status: an old version may be the one published."""
        return [] if request.GET.get(StatusFilter.parameter_name) else [("all", _("All versions"))]

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """Name the default, which is no "All"."""
        default, *others = super().choices(changelist)
        yield {**default, "display": _("Newest of each question")}
        yield from others

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Leave out versions that have a newer one."""
        if self.value() == "all":
            return queryset
        newer = Version.objects.filter(question=OuterRef("question"), number__gt=OuterRef("number"))
        return queryset.filter(~Exists(newer))
