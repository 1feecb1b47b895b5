"""The blind-guess audit of a certification: a page for those who see keys, since it tells how to find them."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.admin.base import may
from questions.admin.typed import ModelAdmin
from questions.models import Certification
from questions.reports.guessing import audit_of


class GuessingView(ModelAdmin[Certification]):
    """The page's address beside that of the form, and its column in the list."""

    def get_urls(self) -> list[URLPattern]:
        """Add the audit."""
        view = self.admin_site.admin_view(self.guessing_view)
        return [path("<int:pk>/guessing/", view, name="questions_certification_guessing"), *super().get_urls()]

    def may_audit(self, request: HttpRequest) -> bool:
        """Whether the person may look at the certification, its questions and their keys."""
        return self.has_view_permission(request) and may(request, "view_version", "view_key")

    def get_list_display(self, request: HttpRequest) -> Any:
        """A column with the audits for those who may see them."""
        shown = super().get_list_display(request)
        return (*shown, "guessing") if self.may_audit(request) else shown

    @admin.display(description=gettext_lazy("blind guessing"))
    def guessing(self, certification: Certification) -> str:
        """The way to the audit."""
        address = reverse("admin:questions_certification_guessing", args=[certification.pk])
        return format_html(
            '<a href="{}">{}<span class="visually-hidden"> {}</span></a>', address, _("Audit"), certification
        )

    def guessing_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What each strategy scores that knows nothing."""
        if not self.may_audit(request):
            raise PermissionDenied
        certification = get_object_or_404(self.get_queryset(request), pk=pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Blind-guess audit of %(certification)s") % {"certification": certification},
            "opts": self.opts,
            "original": certification,
            "audit": audit_of(certification),
        }
        return TemplateResponse(request, "admin/questions/certification/guessing.html", context)
