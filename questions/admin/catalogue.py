"""Certifications with their domains, domains with their objectives."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.admin import filters
from questions.admin.base import BankAdmin, TabularInline
from questions.admin.guessing import GuessingView
from questions.admin.typed import StackedInline
from questions.forms.catalogue import (
    WHOLE,
    CertificationForm,
    DomainForm,
    DomainFormSet,
    ObjectiveForm,
    ObjectiveFormSet,
)
from questions.models import Certification, Domain, Objective


class DomainInline(TabularInline[Domain, Certification]):
    """Domains are made and weighed here, together; a domain's own page deletes it, saying what stands in the way."""

    model = Domain
    form = DomainForm
    formset = DomainFormSet
    extra = 2
    can_delete = False
    show_change_link = True

    def get_extra(self, request: HttpRequest, obj: Certification | None = None, **kwargs: Any) -> int:
        """Room for a whole exam at first."""
        return self.extra if obj else 7


@admin.register(Certification)
class CertificationAdmin(GuessingView, BankAdmin[Certification]):
    """An exam, its facts and domains."""

    form = CertificationForm
    inlines = (DomainInline,)
    change_form_template = "admin/questions/certification/change_form.html"
    list_display = ("name", "short_name", "code", "vendor", "published", "updated_at")
    search_fields = ("name", "short_name", "code", "vendor")
    prepopulated_fields = {"code": ("short_name",)}
    fieldsets = (
        (None, {"fields": ("name", "short_name", "code", "vendor", "published")}),
        (
            gettext_lazy("The exam"),
            {"fields": (("questions_min", "questions_max"), ("mock_length", "minutes"), "pass_mark")},
        ),
        (gettext_lazy("Its page"), {"fields": ("description", "notice")}),
    )

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: Any) -> None:
        """Say when the weights do not add up yet; once published they must."""
        super().save_related(request, form, formsets, change)
        total = formsets[0].total if formsets else WHOLE
        if total != WHOLE:
            message = _("The weights add up to %(total)s; before publishing they must add up to 100.")
            self.message_user(request, message % {"total": f"{total:f}"}, messages.WARNING)

    def render_change_form(  # noqa: PLR0917 - Django's signature
        self,
        request: HttpRequest,
        context: dict[str, Any],
        add: bool = False,
        change: bool = False,
        form_url: str = "",
        obj: Certification | None = None,
    ) -> HttpResponse:
        """Add the outline of domains and objectives, and the way to the audit."""
        saved = obj is not None and obj.pk is not None
        context["outline"] = obj.domains.prefetch_related("objectives") if saved and obj else ()
        context["may_audit"] = saved and self.may_audit(request)
        return super().render_change_form(request, context, add, change, form_url, obj)


class ObjectiveInline(StackedInline[Objective, Domain]):
    """Objectives of the domain; an objective's own page deletes it, saying what stands in the way."""

    model = Objective
    form = ObjectiveForm
    formset = ObjectiveFormSet
    fields = ("section", "title", "description")
    can_delete = False
    show_change_link = True

    def get_extra(self, request: HttpRequest, obj: Domain | None = None, **kwargs: Any) -> int:
        """Room for a domain's worth at first."""
        return 1 if obj and obj.objectives.exists() else 3


@admin.register(Domain)
class DomainAdmin(BankAdmin[Domain]):
    """A domain with its objectives."""

    inlines = (ObjectiveInline,)
    fields = ("certification", "number", "name", "weight")
    # Weights are moved between domains, so all of them stand on the certification's page.
    readonly_fields = ("certification", "weight")
    list_display = ("__str__", "certification", "weight")
    list_select_related = ("certification",)
    list_filter = (filters.CertificationFilter,)
    search_fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Domains are made on the certification's page."""
        return False


@admin.register(Objective)
class ObjectiveAdmin(BankAdmin[Objective]):
    """An objective by itself, to move it or to see its questions."""

    form = ObjectiveForm
    fields = ("domain", "section", "title", "description")
    change_form_template = "admin/questions/objective/change_form.html"
    list_display = ("section", "title", "domain", "certification")
    list_display_links = ("section", "title")
    list_filter = (filters.CertificationFilter,)
    search_fields = ("section", "title")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Objective]:
        """With what a row and its public address name."""
        return super().get_queryset(request).select_related("domain", "certification")

    @staticmethod
    def domain_label(obj: Domain) -> str:
        """A domain among those of all certifications."""
        return f"{obj.certification} · {obj}"

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Name the certification of each domain."""
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "domain" and field is not None:
            field.queryset = Domain.objects.select_related("certification").order_by("certification__name", "number")
            field.label_from_instance = self.domain_label  # type: ignore[method-assign]
        return field
