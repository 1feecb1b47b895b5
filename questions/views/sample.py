"""An objective's page with its free sample, answered there with or without an account."""

import re
import uuid
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from questions.actions.answering import Answer
from questions.actions.samples import (
    COOKIE,
    COOKIE_AGE,
    Sample,
    StaleSampleError,
    answered_sample,
    ask_sample,
    asked_sample,
    record_sample,
    seen_after,
)
from questions.forms.quiz import AnswerForm
from questions.items.words import Confidence
from questions.models import Objective, Version
from questions.reports.objective import ObjectivePage, objectives_for
from questions.reports.sample import ask, explain, sample_of
from questions.views.pages import render_page, wants_fragment

# The number finds the objective; the title behind it is for people and search engines.
SECTION = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,2})(?:-.*)?", re.DOTALL)


def find_objective(request: HttpRequest, code: str, section: str) -> Objective:
    """The objective that an address names, if this person may see it."""
    number = SECTION.fullmatch(section)
    if number is None:
        raise Http404
    return get_object_or_404(objectives_for(request.user), certification__code=code, section=number[1])


def show_objective(
    request: HttpRequest, objective: Objective, sample: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or for htmx the sample alone; ``sample`` is what one of the functions below gives."""
    context = {"objective": objective, "certification": objective.certification, "page": ObjectivePage(objective)}
    context["canonical"] = request.build_absolute_uri(objective.get_absolute_url())
    response = render_page(request, "public/objective.html", context | sample, fragment="sample", status=status)
    if "explained" in sample or status != 200:  # noqa: PLR2004
        response["Cache-Control"] = "private, no-store"
        response["X-Robots-Tag"] = "noindex"
    return response


def asked(sample: Sample, *, errors: Any = None, **kept: Any) -> dict[str, Any]:
    """The sample as a question."""
    card = ask(sample.version, sample.order, **kept)
    return {"sample": sample, "card": card, "errors": errors, "confidences": list(Confidence)}


def asked_anew(version: Version | None, *, errors: Any = None) -> dict[str, Any]:
    """The sample as a question, its options in an order drawn now; nothing where there is no sample."""
    return {} if version is None else asked(ask_sample(version=version, nonce=uuid.uuid4()), errors=errors)


def explained(sample: Sample, chosen: Any) -> dict[str, Any]:
    """The sample with its verdict."""
    return {"explained": explain(sample.version, sample.order, chosen)}


def explained_by_link(version: Version | None, link: str) -> dict[str, Any] | None:
    """The verdict that ``link`` leads to; None where it leads nowhere (any more)."""
    if version is None or not link:
        return None
    try:
        return explained(*answered_sample(version=version, link=link))
    except StaleSampleError:
        return None


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, code: str, section: str) -> HttpResponse:
    """Check the answer to an objective's sample: recorded once for people with an account, else stored nowhere."""
    objective = find_objective(request, code, section)
    if request.method != "POST":
        return redirect(objective)
    version = sample_of(objective)
    if version is None:
        raise Http404
    try:
        sample = asked_sample(version=version, token=request.POST.get("token", ""))
        card = ask(version, sample.order)
        form = AnswerForm(request.POST, several=card.several, choose=card.choose, order=sample.order)
        if not form.is_valid():
            return show_objective(request, objective, asked(sample, errors=form.errors, **form.kept), status=422)
        chosen = _checked(request, sample, form.answer)
    except StaleSampleError:
        stale = {"token": [_("This form was out of date, so your answer was not checked. Please choose once more.")]}
        return show_objective(request, objective, asked_anew(version, errors=stale), status=422)
    return _verdict(request, objective, sample, chosen)


def _checked(request: HttpRequest, sample: Sample, answer: Answer) -> Any:
    """The options that count as chosen: those recorded the first time, where there is an account."""
    if not request.user.is_authenticated:
        return answer.chosen
    request_id = getattr(request, "id", None) or uuid.uuid4()
    recorded = record_sample(
        person=request.user, sample=sample, answer=answer, now=timezone.now(), request_id=request_id
    )
    return recorded.response.chosen


def _verdict(request: HttpRequest, objective: Objective, sample: Sample, chosen: Any) -> HttpResponse:
    if wants_fragment(request):
        response = show_objective(request, objective, explained(sample, chosen))
    else:
        # No #sample behind it: with one, browsers would not give the focus to the verdict.
        query = urlencode({"answer": sample.answered(chosen)})
        response = HttpResponseRedirect(f"{objective.get_absolute_url()}?{query}", status=303)
    if not request.user.is_authenticated:
        _remember(request, response, sample.version.question_id)
    return response


def _remember(request: HttpRequest, response: HttpResponse, question: int) -> None:
    """Keep in a cookie that this sample is not fresh any more, for the day its reader signs up."""
    response.set_cookie(
        COOKIE,
        seen_after(request.COOKIES.get(COOKIE, ""), question),
        max_age=COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
