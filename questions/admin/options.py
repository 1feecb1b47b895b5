"""The options of a question, inside its form."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from questions.admin.base import may
from questions.admin.typed import StackedInline
from questions.forms.authoring import OptionForm, OptionFormSet
from questions.items.checks.options import MOST
from questions.models import Option, Version

# How many empty ones stand ready: four to begin with, one afterwards for who has no JavaScript.
AT_FIRST = 4

WRITTEN = (
    (None, {"fields": ("text", "is_key", "looks_right", "because", ("position", "pinned"))}),
    (_("Public page"), {"fields": ("trap", "claim"), "classes": ("collapse",)}),
)
READ = ((None, {"fields": ("text", "is_key", "looks_right", "because", "pinned", "public")}),)
ASKED = ((None, {"fields": ("text", "pinned")}),)


class OptionInline(StackedInline[Option, Version]):
    """Whoever may edit the draft may edit its options; who may not see keys sees the texts only."""

    model = Option
    form = OptionForm
    formset = OptionFormSet
    ordering = ("position", "pk")
    max_num = MOST

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """To write, to read, or to read without the key."""
        if self.has_change_permission(request, obj):
            return WRITTEN
        return READ if may(request, "view_key") else ASKED

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What no form has a field for."""
        return () if self.has_change_permission(request, obj) else ("public",)

    def get_extra(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> int:
        """Fill up to four, and always one more."""
        there = obj.options.count() if obj and obj.pk else 0
        return max(1, AT_FIRST - there)

    @admin.display(description=_("public"))
    def public(self, option: Option) -> str:
        """The claim under which it stands on public pages."""
        traps = {trap.option_uid: trap for trap in option.version.question.traps.all()}
        trap = traps.get(option.uid)
        return (trap.claim or _("Yes")) if trap else _("No")  # type: ignore[return-value]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for the question."""
        return may(request, "view_version") or may(request, "change_version")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for the draft."""
        # A new question's options are changed too, until it is saved; a closed one comes back only when refused.
        return self.admin_site.get_model_admin(Version).has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for the draft."""
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """As for the draft."""
        return self.has_change_permission(request, obj)
