"""Questions: a version's whole form on one page, and the list of the bank."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from questions.actions.authoring import ChangedMeanwhileError, discard, save_draft
from questions.actions.items import item_of
from questions.actions.publishing import CannotPublishError, NotOpenError, publish
from questions.admin import filters
from questions.admin.base import BankAdmin, Refusal, may, refusal_in, replace_post, staff
from questions.admin.columns import VersionColumns
from questions.admin.options import OptionInline
from questions.admin.steps import STEPS, StepViews
from questions.forms.authoring import VersionForm, differs, draft_of
from questions.items.checks import Problem, Severity, problems
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
class VersionAdmin(VersionColumns, StepViews, BankAdmin[Version]):
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
    search_help_text = gettext_lazy("Code, name or stem.")
    ordering = ("-updated_at", "-pk")
    refusals = (IntegrityError, CannotPublishError, NotOpenError, ChangedMeanwhileError)
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

    def save_model(self, request: HttpRequest, obj: Version, form: Any, change: Any) -> None:
        """Nothing yet: question, version and options are one thing, saved by :meth:`save_related`."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Hand everything to the action; pressing a button twice saves once."""
        (options,) = formsets
        publishing = "_publish" in request.POST
        if publishing and not self.may_step(request):
            raise PermissionDenied
        changed = differs(form, options)
        status = form.instance.status
        if status not in OPEN and (changed or status != Status.PUBLISHED):
            raise NotOpenError
        # What is published must be what its author saw, changed here or not.
        if status in OPEN and (changed or publishing):
            seen = form.cleaned_data["seen"]
            save_draft(draft=draft_of(form, options), seen=seen, by=staff(request), now=timezone.now())

    def refusal_of(self, request: HttpRequest, error: Exception) -> Refusal:
        """The reason in words, with the problems where publishing was refused."""
        if isinstance(error, CannotPublishError):
            return Refusal(_("Not published and not saved yet: mend the problems listed above."), error.problems)
        if isinstance(error, NotOpenError):
            return Refusal(
                _(
                    "This version is published by now and stays as it is. Nothing was saved: copy what you want to"
                    " keep, open the version again and press Revise."
                )
            )
        if isinstance(error, ChangedMeanwhileError):
            # Their author has been told: saving once more is meant.
            replace_post(request, {"seen": [error.at.isoformat()]})
            return Refusal(
                _(
                    "This draft was changed after you opened it, and nothing of yours is saved yet. Look at it in"
                    " another window; saving again replaces it by what stands here."
                )
            )
        return super().refusal_of(request, error)

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        """Say that it was saved, not which option's key was: history is read by who may not see keys."""
        return [{"added": {}}] if add else [{"changed": {"fields": ["draft"]}}]

    def response_add(self, request: HttpRequest, obj: Version, post_url_continue: str | None = None) -> HttpResponse:
        """Stay with the question: its problems are shown beside it."""
        return self.after_saving(request, obj)

    def response_change(self, request: HttpRequest, obj: Version) -> HttpResponse:
        """Stay with the question: its problems are shown beside it."""
        return self.after_saving(request, obj)

    def after_saving(self, request: HttpRequest, version: Version) -> HttpResponse:
        """Publish where that was pressed, and go where the button says."""
        step = STEPS["publish"]
        if "_publish" in request.POST and version.status in OPEN:
            publish(version=version, by=staff(request), now=timezone.now())
            self.log_change(request, version, str(step.log))
        if "_publish" in request.POST:
            return self.back(request, version, step.done, messages.SUCCESS)
        self.message_user(request, self.saved(version), messages.SUCCESS)
        if "_addanother" in request.POST:
            query = urlencode({"objective": version.question.objective_id})
            return HttpResponseRedirect(f"{reverse('admin:questions_version_add')}?{query}")
        page = "preview" if "_preview" in request.POST else "change"
        return HttpResponseRedirect(reverse(f"admin:questions_version_{page}", args=[version.pk]))

    def saved(self, version: Version) -> str:
        """That it is saved, and whether it could be published."""
        found = problems(item_of(Version.objects.get(pk=version.pk)))
        blocking = sum(problem.severity == Severity.ERROR for problem in found)
        note = ngettext("%(n)s problem blocks publishing.", "%(n)s problems block publishing.", blocking)
        parts = [_("%(version)s is saved.") % {"version": version}, note % {"n": blocking} if blocking else ""]
        return " ".join(parts).strip()

    def render_change_form(  # noqa: PLR0917 - Django's signature
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Version | None = None,
    ) -> HttpResponse:
        """Add what stands beside the form: problems, versions, steps."""
        versions = versions_of(obj.question) if obj and obj.question_id else []
        context |= {
            "problems": self.problems_beside(request, context, obj),
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
