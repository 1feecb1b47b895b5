"""What reviewers ask of authors: beside the question, and above the list for whoever wrote it."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from questions.admin.base import BankAdmin, may, staff
from questions.items.words import Decision
from questions.models import Version
from questions.reports.flags import AuthorsFlag, flags_for_author, remarks_beside


def may_mend(request: HttpRequest) -> bool:
    """Whether a person is shown the notes: they speak of the key, and ask for changes."""
    return may(request, "view_key", "change_version")


def may_review(request: HttpRequest) -> bool:
    """Whether the reviewers' pages open for a person."""
    return may(request, "view_key", "view_flag")


class Asked(BankAdmin[Version]):
    """The part of the page of versions that passes on what reviewers ask for."""

    def remarks_context(self, request: HttpRequest, context: dict[str, Any], obj: Version | None) -> dict[str, Any]:
        """What the box beside the form says, with links to the options where this page edits them."""
        if obj is None or not obj.question_id or not may_mend(request):
            return {}
        anchors = {}
        if self.has_change_permission(request, obj):
            (options,) = context["inline_admin_formsets"]
            forms = [form for form in options.formset.forms if form.instance.pk]
            anchors = {form.instance.uid: f"id_{form.prefix}-text" for form in forms}
        remarks = remarks_beside(obj, anchors=anchors)
        return {
            "remarks": remarks,
            "asks_revision": any(remark.decision == Decision.REVISE for remark in remarks),
            "passed_on": any(remark.passed_on for remark in remarks),
            "may_review": may_review(request),
        }

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Say above the list what the person is asked to change: a question once, by its gravest flag."""
        asked: dict[str, AuthorsFlag] = {}
        for flag in flags_for_author(staff(request)) if may_mend(request) else ():
            asked.setdefault(flag.code, flag)
        context = {"asked": list(asked.values()), "may_review": may_review(request)}
        return super().changelist_view(request, {**context, **(extra_context or {})})
