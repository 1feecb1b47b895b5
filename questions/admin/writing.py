"""Saving a draft: from the buttons under the form to the action and back to a page."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from questions.actions.authoring import ChangedMeanwhileError, save_draft
from questions.actions.items import item_of
from questions.actions.publishing import CannotPublishError, NotOpenError, publish
from questions.admin.base import BankAdmin, staff
from questions.admin.refusal import Refusal, replace_post
from questions.admin.steps import STEPS, StepViews
from questions.forms.authoring import differs, draft_of
from questions.items.checks import Severity, problems
from questions.items.words import Status
from questions.models import Version
from questions.models.bank import OPEN


class Writing(StepViews, BankAdmin[Version]):
    """The half of the page of versions that writes."""

    refusals = (IntegrityError, CannotPublishError, NotOpenError, ChangedMeanwhileError)

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
