"""Questions: a version's whole form on one page, and the list of the bank."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.actions.authoring import discard
from questions.actions.items import item_of
from questions.admin import filters
from questions.admin.asked import Asked
from questions.admin.base import may
from questions.admin.columns import VersionColumns
from questions.admin.options import OptionInline
from questions.admin.refusal import refusal_in
from questions.admin.writing import Writing
from questions.forms.authoring import VersionForm
from questions.items.checks import Problem, problems
from questions.items.words import Status
from questions.models import Objective, Version
from questions.models.bank import OPEN
from questions.reports.authoring import Shown, proposed_code, shown, versions_of

OWN = ("code", "objective", "difficulty", "tags", "sample")
QUESTION = ("stem", ("kind", "choose_n"))
EXPLANATION = ("takeaway", "explanation", "references")
REST = ("name", ("text_format", "language"), "shuffle", "external_id")
OWN_NOTE = gettext_lazy("These belong to the question, whatever its version: saving takes effect at once.")
WRITTEN = (
    (gettext_lazy("Place in the bank"), {"fields": OWN, "description": OWN_NOTE}),
    (gettext_lazy("Question"), {"fields": (*QUESTION, *REST[:1])}),
    (gettext_lazy("After the answer"), {"fields": EXPLANATION}),
    (gettext_lazy("More"), {"fields": (*REST[1:], "seen"), "classes": ("collapse",)}),
)
ASKED = (
    (gettext_lazy("Place in the bank"), {"fields": OWN}),
    (gettext_lazy("Question"), {"fields": (*QUESTION, *REST)}),
)
READ = (*ASKED, (gettext_lazy("After the answer"), {"fields": (*EXPLANATION[:2], "reading")}))


@admin.register(Version)
class VersionAdmin(VersionColumns, Asked, Writing):
    """Where an instructor writes; labelled "question", because that is what people mean."""

    form = VersionForm
    inlines = (OptionInline,)
    change_form_template = "admin/questions/version/change_form.html"
    list_display = ("code", "title", "objective", "state", "kind", "difficulty", "updated_at")
    list_filter = (
        filters.QuestionCertificationFilter,
        filters.ObjectiveFilter,
        filters.StatusFilter,
        filters.DifficultyFilter,
        filters.KindFilter,
        filters.SampleFilter,
        filters.VersionsFilter,
    )
    search_fields = ("question__code", "name", "stem")
    ordering = ("-updated_at", "-pk")
    actions = ("delete_selected",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Version]:
        """Everything that a row or a title names."""
        return super().get_queryset(request).select_related("question__objective__certification")

    # --- Who may -------------------------------------------------------------------------------------------------

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Writing a question means seeing its key."""
        return super().has_add_permission(request) and may(request, "view_key")

    def has_change_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        """Open versions; what is sent for a closed one is refused when saved, so that it comes back to its author."""
        open_ = obj is None or obj.status in OPEN or request.method == "POST"
        return open_ and super().has_change_permission(request, obj) and may(request, "view_key")

    def has_delete_permission(self, request: HttpRequest, obj: Version | None = None) -> bool:
        """Drafts; for the others the page says why not."""
        return super().has_delete_permission(request, obj) and may(request, "view_key")

    # --- The form ------------------------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: Version | None = None) -> Any:
        """To write, to read, or to read without the key."""
        if self.has_change_permission(request, obj):
            return WRITTEN
        return READ if may(request, "view_key") else ASKED

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Propose a code; an objective comes with the address."""
        initial = dict(super().get_changeform_initial_data(request))
        pk = str(initial.get("objective", ""))
        objective = Objective.objects.filter(pk=pk).first() if pk.isdecimal() else None
        return {"code": proposed_code(objective), **initial}

    def render_change_form(  # noqa: PLR0917 - Django's signature
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Version | None = None,
    ) -> HttpResponse:
        """Add what stands beside the form: problems, remarks, versions, steps."""
        versions = versions_of(obj.question) if obj and obj.question_id else []
        context |= {
            "problems": self.problems_beside(request, context, obj),
            **self.remarks_context(request, context, obj),
            "versions": versions,
            "draft": next((version for version in versions if version.status in OPEN), None),
            "live": next((version for version in versions if version.status == Status.PUBLISHED), None),
            "may_step": self.may_step(request),
            "may_see": may(request, "view_key"),
        }
        return super().render_change_form(request, context, add, change, form_url, obj)

    def problems_beside(self, request: HttpRequest, context: dict[str, Any], obj: Version | None) -> list[Shown]:
        """Problems of what is saved, or those that publishing was refused for."""
        refusal = refusal_in(request)
        if refusal and refusal.problems:
            found: Sequence[Problem] = refusal.problems
        elif request.method == "POST" or obj is None or not may(request, "view_key"):
            return []
        else:
            found = problems(item_of(obj))
        if not self.has_change_permission(request, obj):
            return shown(found)
        (options,) = context["inline_admin_formsets"]
        return shown(found, options=[form.prefix for form in options.formset.in_order()])

    # --- Discarding drafts ---------------------------------------------------------------------------------------

    def get_deleted_objects(
        self, objs: Sequence[Version] | QuerySet[Version], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Drafts by name; for anything else, why it stays."""
        reasons = [reason for version in objs for reason in self.reasons_to_stay(version)]
        return [str(version) for version in objs], {_("drafts"): len(objs)}, set(), reasons

    def reasons_to_stay(self, obj: Version) -> Iterator[str]:
        """Published wording stays; the only version of a question stays while a quiz names the question."""
        if obj.status not in OPEN:
            yield _("%(version)s has been published: it stays, with every answer given to it.") % {"version": obj}
        elif not obj.question.versions.exclude(pk=obj.pk).exists():
            for place in obj.question.places.select_related("quiz"):
                yield _("%(version)s stands in the quiz “%(quiz)s”: take it out there first.") % {
                    "version": obj,
                    "quiz": place.quiz,
                }

    def delete_model(self, request: HttpRequest, obj: Version) -> None:
        """Discard the draft, and the question with it where it is all there is."""
        discard(version=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Version]) -> None:
        """The same for each."""
        for version in queryset:
            discard(version=version)
