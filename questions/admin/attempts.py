"""History to look at: nothing in here is added, changed or deleted by hand."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from questions.admin import filters
from questions.admin.base import BankAdmin, TabularInline, may
from questions.admin.typed import M
from questions.models import Attempt, Ruling, Slot


class HistoryAdmin(BankAdmin[M]):
    """Read-only, for who may see keys: a slot says what was right."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The right to view, and to see keys."""
        return super().has_view_permission(request, obj) and may(request, "view_key")

    def has_module_permission(self, request: HttpRequest) -> bool:
        """As for viewing."""
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class SlotInline(TabularInline[Slot, Attempt]):
    """What was dealt, and whether it was answered right."""

    model = Slot
    fields = ("number", "version", "domain", "correct", "marked")
    readonly_fields = fields
    can_delete = False
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Slot]:
        """With what a row names."""
        return super().get_queryset(request).select_related("version__question", "domain", "response")

    @admin.display(description=gettext_lazy("right"), boolean=True)
    def correct(self, slot: Slot) -> bool | None:
        """The recorded verdict, or nothing where there is no answer."""
        response = getattr(slot, "response", None)
        return response.correct if response else None

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for the attempt."""
        return may(request, "view_attempt", "view_key")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Attempt)
class AttemptAdmin(HistoryAdmin[Attempt]):
    """Who went through what, and when."""

    inlines = (SlotInline,)
    fields = ("name", "mode", "person", "certification", "quiz", "started_at", "deadline_at", "finished_at")
    list_display = ("name", "person", "mode", "certification", "started_at", "finished_at")
    list_filter = (filters.CertificationFilter, filters.ModeFilter)
    list_select_related = ("learner__user", "certification")
    search_fields = ("name", "learner__user__email")
    # In the order of starting, without sorting every attempt ever made.
    ordering = ("-pk",)

    @admin.display(description=gettext_lazy("person"))
    def person(self, attempt: Attempt) -> str:
        """The person, or the number that is left of one who was erased."""
        return str(attempt.learner.user or attempt.learner)


@admin.register(Ruling)
class RulingAdmin(HistoryAdmin[Ruling]):
    """Corrections of scores."""

    fields = ("version", "policy", "reason", "actor", "made_at", "undoes")
    list_display = ("version", "policy", "reason", "actor", "made_at")
    list_select_related = ("version__question", "actor")
    search_fields = ("version__question__code", "reason")
    ordering = ("-pk",)
