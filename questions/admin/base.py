"""What the bank's admin pages share: nothing is found by what it hides, and no refusal is a server error."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import model_ngettext, quote
from django.db import IntegrityError
from django.db.models import PROTECT, ManyToOneRel, Model, ProtectedError, QuerySet, RestrictedError
from django.forms.models import ModelFormMetaclass
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from questions.forms.refusals import sentence
from questions.forms.text import storable
from questions.items.checks import Problem
from questions.models import User

M = TypeVar("M", bound=Model)
P = TypeVar("P", bound=Model)

if TYPE_CHECKING:

    class ModelAdmin(admin.ModelAdmin[M]):
        """Django's, subscriptable for the type checker only."""

    class StackedInline(admin.StackedInline[M, P]):
        """Django's, subscriptable for the type checker only."""

    class TabularInline(admin.TabularInline[M, P]):
        """Django's, subscriptable for the type checker only."""
else:

    class Subscriptable:
        """``Base[Model]`` is ``Base`` at run time."""

        def __class_getitem__(cls, model: Any) -> Any:
            """Forget what only the type checker asks."""
            return cls

    class ModelAdmin(Subscriptable, admin.ModelAdmin):
        """Django's."""

    class StackedInline(Subscriptable, admin.StackedInline):
        """Django's."""

    class TabularInline(Subscriptable, admin.TabularInline):
        """Django's."""


SURROGATE = re.compile("[\ud800-\udfff]")
# Where a request carries its refusal to the form; a client cannot set it, its headers start with HTTP_.
REFUSED = "examprep.refused"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why nothing was saved, and the problems found where there are any."""

    message: str
    problems: Sequence[Problem] = ()


class RefusedForm(forms.BaseForm):
    """Mixed into a form that comes back: it is invalid for a reason from outside."""

    refusal = ""

    def clean(self) -> Any:
        """Add the reason."""
        data = super().clean()
        self.add_error(None, self.refusal)
        return data


def staff(request: HttpRequest) -> User:
    """The person, whom the admin has let in."""
    user = request.user
    assert isinstance(user, User)  # noqa: S101 - tells the type checker
    return user


def may(request: HttpRequest, *permissions: str) -> bool:
    """Whether the person holds all of these permissions of the app."""
    return all(request.user.has_perm(f"questions.{permission}") for permission in permissions)


def refusal_in(request: HttpRequest) -> Refusal | None:
    """Why this request was refused, when its form is shown again."""
    found: Refusal | None = request.META.get(REFUSED)
    return found


def replace_post(request: HttpRequest, values: dict[str, list[str]]) -> None:
    """Go on as if these values had been sent."""
    data = request.POST.copy()
    for name, texts in values.items():
        data.setlist(name, texts)
    request.POST = data  # type: ignore[assignment]


class BankAdmin(ModelAdmin[M]):
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
        return field

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
        self.replace_unstorable(request)
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except self.refusals as error:
            # The transaction is undone; deferred rules speak only at its end, after Django's own validation.
            request.META[REFUSED] = self.refusal_of(request, error)
            return super().changeform_view(request, object_id, form_url, extra_context)

    def refusal_of(self, request: HttpRequest, error: Exception) -> Refusal:
        """The reason in words."""
        return Refusal(sentence(error) if isinstance(error, IntegrityError) else str(error))

    @staticmethod
    def replace_unstorable(request: HttpRequest) -> None:
        """Half a surrogate pair cannot even be shown again: replace it, and say so."""
        broken = {name: values for name, values in request.POST.lists() if SURROGATE.search("".join(values))}
        if broken:
            replace_post(request, {name: [SURROGATE.sub("\ufffd", text) for text in broken[name]] for name in broken})
            message = _("The text had characters that cannot be stored; they are shown as � now. Nothing was saved.")
            request.META[REFUSED] = Refusal(message)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Go back with the reason when the database refuses."""
        try:
            return super().delete_view(request, object_id, extra_context)
        except (IntegrityError, ProtectedError, RestrictedError) as error:
            held = isinstance(error, (ProtectedError, RestrictedError))
            reason = _("It belongs to something that stays.") if held else sentence(error)
            self.message_user(request, reason, messages.ERROR)
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
