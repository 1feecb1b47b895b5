"""A version's steps: preview, publish, revise, withdraw. Only a POST takes one; a GET says what it would do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.actions.items import item_of
from questions.actions.publishing import CannotPublishError, NotOpenError, publish, revise, withdraw
from questions.admin.base import may, staff
from questions.admin.typed import ModelAdmin
from questions.forms.quiz import AnswerForm
from questions.items.checks import problems
from questions.items.words import Status
from questions.models import User, Version
from questions.models.bank import OPEN
from questions.reports.authoring import preview_of, shown
from questions.reports.card import asked_card, explained_card

LIVE = (Status.PUBLISHED.value,)
CLOSED = (Status.PUBLISHED.value, Status.SUPERSEDED.value, Status.WITHDRAWN.value)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the states that it starts from, its words, and the action; ``done`` and ``log`` say it happened."""

    name: str
    start: tuple[str, ...]
    title: Any
    text: Any
    button: Any
    done: Any
    log: Any
    take: Callable[[Version, User, datetime], Version]


def _publish(version: Version, by: User, now: datetime) -> Version:
    return publish(version=version, by=by, now=now)


def _revise(version: Version, by: User, _now: datetime) -> Version:
    return revise(question=version.question, by=by)


def _withdraw(version: Version, by: User, now: datetime) -> Version:
    withdraw(version=version, by=by, now=now)
    return version


STEPS = {
    step.name: step
    for step in (
        Step(
            "publish",
            OPEN,
            gettext_lazy("Publish %(version)s?"),
            gettext_lazy(
                "Learners meet this wording from now on. It never changes again; to change something later, revise it."
            ),
            gettext_lazy("Publish"),
            gettext_lazy("%(version)s is published: learners meet it from now on."),
            gettext_lazy("Published."),
            _publish,
        ),
        Step(
            "revise",
            CLOSED,
            gettext_lazy("Revise %(version)s?"),
            gettext_lazy(
                "This opens a draft with the same text. What is published stays with learners until the draft is."
            ),
            gettext_lazy("Revise"),
            gettext_lazy("%(version)s is a draft. What is published stays with learners until you publish this."),
            gettext_lazy("Opened as a revision."),
            _revise,
        ),
        Step(
            "withdraw",
            LIVE,
            gettext_lazy("Withdraw %(version)s?"),
            gettext_lazy(
                "Learners no longer get it. Where it waits in an open quiz, it says so and does not count. Answers"
                " given to it and their scores stay. It cannot be put back, but a revision of it can be published."
            ),
            gettext_lazy("Withdraw"),
            gettext_lazy("%(version)s is withdrawn: learners no longer get it."),
            gettext_lazy("Withdrawn."),
            _withdraw,
        ),
    )
}


class StepViews(ModelAdmin[Version]):
    """Addresses of the steps, beside those of the form."""

    def get_urls(self) -> list[URLPattern]:
        """Add the preview and one address a step."""
        view = self.admin_site.admin_view
        steps = [
            path(f"<int:pk>/{name}/", view(self.step_view), {"name": name}, name=f"questions_version_{name}")
            for name in STEPS
        ]
        preview = path("<int:pk>/preview/", view(self.preview_view), name="questions_version_preview")
        return [preview, *steps, *super().get_urls()]

    def may_step(self, request: HttpRequest) -> bool:
        """Whether the person may publish, revise and withdraw."""
        return may(request, "change_version", "publish_version", "view_key")

    def step_view(self, request: HttpRequest, pk: int, name: str) -> HttpResponse:
        """Ask by GET, take the step by POST."""
        if not self.may_step(request):
            raise PermissionDenied
        step, version = STEPS[name], get_object_or_404(self.get_queryset(request), pk=pk)
        if version.status not in step.start:
            return self.back(request, version, _("%(version)s is not in a state for that."), messages.ERROR)
        if request.method == "POST":
            return self.take(request, step, version)
        if request.method not in {"GET", "HEAD"}:
            return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
        return self.ask(request, step, version)

    def ask(self, request: HttpRequest, step: Step, version: Version) -> HttpResponse:
        """What the step would do, and what speaks against it."""
        found = shown(problems(item_of(version))) if step.name == "publish" else []
        context = {
            **self.admin_site.each_context(request),
            "title": step.title % {"version": version},
            "opts": self.opts,
            "original": version,
            "step": step,
            "problems": found,
            "blocked": any(problem.blocks for problem in found),
        }
        return TemplateResponse(request, "admin/questions/version/step.html", context)

    def take(self, request: HttpRequest, step: Step, version: Version) -> HttpResponse:
        """Take the step; a version that moved on meanwhile, or has errors, stays as it is."""
        try:
            after = step.take(version, staff(request), timezone.now())
        except NotOpenError:
            return self.back(request, version, _("%(version)s is not in a state for that any more."), messages.ERROR)
        except CannotPublishError:
            return self.back(request, version, _("%(version)s is not published: it has errors."), messages.ERROR)
        self.log_change(request, after, str(step.log))
        return self.back(request, after, step.done, messages.SUCCESS)

    def back(self, request: HttpRequest, version: Version, message: Any, level: int) -> HttpResponse:
        """To the version's page, with a message about it."""
        self.message_user(request, message % {"version": version}, level)
        return HttpResponseRedirect(reverse("admin:questions_version_change", args=[version.pk]))

    def preview_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The question as a learner meets it, and with ``?choice=B`` as it is explained."""
        if not (self.has_view_permission(request) and may(request, "view_key")):
            raise PermissionDenied
        version = get_object_or_404(self.get_queryset(request), pk=pk)
        asked, explained, order = preview_of(version)
        card = asked_card(asked, order)
        form = AnswerForm(request.GET, several=card.several, choose=card.choose, order=order)
        answered = "check" in request.GET
        context = {"version": version, "card": asked_card(asked, order, **form.kept), "open": version.status in OPEN}
        if answered and form.is_valid():
            context["card"] = explained_card(asked, explained, order, chosen=form.answer.chosen)
            context["explained"] = True
        elif answered:
            context["errors"] = form.errors
        return render(request, "admin/questions/version/preview.html", context)
