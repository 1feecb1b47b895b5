"""What the bank's admin pages share: nothing is found by what it hides, and no refusal is a server error."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import model_ngettext, quote
from django.contrib.admin.widgets import RelatedFieldWidgetWrapper
from django.db import IntegrityError
from django.db.models import PROTECT, ManyToOneRel, ProtectedError, QuerySet, RestrictedError
from django.forms.models import ModelFormMetaclass
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from questions.admin.refusal import REFUSED, Refusal, RefusedForm, refusal_in, replace_surrogates
from questions.admin.typed import M, ModelAdmin, P, Tabular
from questions.forms.refusals import sentence
from questions.forms.text import storable
from questions.models import User


class TabularInline(Tabular[M, P]):
    """A table whose columns have names; its formset names the fields by :class:`~questions.forms.rows.NamedRows`."""

    template = "admin/questions/tabular.html"


def staff(request: HttpRequest) -> User:
    """The person, whom the admin has let in."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - tells the type checker
    return user


def may(request: HttpRequest, *permissions: str) -> bool:
    """Whether the person holds all of these permissions of the app."""
    return all(request.user.has_perm(f"questions.{permission}") for permission in permissions)


def plain(field: Any) -> Any:
    """Take the buttons away from a select."""
    if isinstance(getattr(field, "widget", None), RelatedFieldWidgetWrapper):
        field.widget = field.widget.widget
    return field


class StrictPopups:
    """Pop-ups hand out a few named columns and no others."""

    # Columns that a pop-up may hand to the form that opened it.
    picked_by: tuple[str, ...] = ("id",)

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        """Only these: Django would hand out any column that something refers to, and fails on reverse relations."""
        return to_field in self.picked_by


class BankAdmin(StrictPopups, ModelAdmin[M]):
    """Base of the bank's pages."""

    # Counting everything only to say "of 50,000" costs more than the page.
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    # Bulk deletion shows no reason per row and asks once for all.
    actions: Any = None
    refusals: tuple[type[Exception], ...] = (IntegrityError,)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only the filters on the page: Django would let any column be asked for, rationale included."""
        return lookup in {getattr(each, "parameter_name", None) for each in self.list_filter}

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Name characters that cannot be stored, whatever the field."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if isinstance(field, forms.CharField) and storable not in field.validators:
            field.validators.append(storable)
        # The four buttons beside a select open windows by script, and lead away from what is being written.
        return plain(field)

    def get_form(self, request: HttpRequest, obj: M | None = None, change: bool = False, **kwargs: Any) -> Any:
        """A form that came back carries the reason."""
        form = super().get_form(request, obj, change, **kwargs)
        refusal = refusal_in(request)
        if refusal:
            return ModelFormMetaclass(form.__name__, (RefusedForm, form), {"refusal": refusal.message})
        return form

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show what a person typed again, with the reason, whenever saving is refused from outside the form."""
        replace_surrogates(request)
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except self.refusals as error:
            # The transaction is undone; deferred rules speak only at its end, after Django's own validation.
            request.META[REFUSED] = self.refusal_of(request, error)
            return super().changeform_view(request, object_id, form_url, extra_context)

    def refusal_of(self, request: HttpRequest, error: Exception) -> Refusal:
        """The reason in words."""
        if isinstance(error, (ProtectedError, RestrictedError)):
            return Refusal(_("It belongs to something that stays."))
        return Refusal(sentence(error) if isinstance(error, IntegrityError) else str(error))

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Go back with the reason when the database refuses."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except self.refusals as error:
            self.message_user(request, self.refusal_of(request, error).message, messages.ERROR)
            name = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
            return HttpResponseRedirect(reverse(name, args=[quote(object_id)]))

    def get_deleted_objects(
        self, objs: Sequence[M] | QuerySet[M], request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Count what protects instead of listing it: that may be every response ever given."""
        reasons = [reason for obj in objs for reason in self.reasons_to_stay(obj)]
        if reasons:
            return [], {}, set(), reasons
        return super().get_deleted_objects(objs, request)

    def reasons_to_stay(self, obj: M) -> Iterator[str]:
        """What hangs on ``obj``, counted by kind: "12 attempts"."""
        for relation in self.opts.get_fields(include_hidden=True):
            if isinstance(relation, ManyToOneRel) and relation.on_delete is PROTECT:
                model: Any = relation.related_model
                count = model.objects.filter(**{relation.field.name: obj}).count()
                if count:
                    yield f"{count} {model_ngettext(model, count)}"
