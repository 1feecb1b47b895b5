"""Pages that need no account: home, a certification, an objective."""

import uuid
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from questions.forms.quiz import COUNTS
from questions.reports.public import certifications_for, exam_page, listed_certifications, unfinished
from questions.reports.sample import first_sample, sample_of
from questions.views.pages import render_page
from questions.views.sample import asked_anew, explained_by_link, find_objective, show_objective


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The certifications; a question to try for visitors, what is unfinished for people with an account."""
    context: dict[str, Any] = {
        "certifications": listed_certifications(),
        "canonical": request.build_absolute_uri(request.path),
    }
    if request.user.is_authenticated:
        context["unfinished"] = unfinished(request.user)
    else:
        version = first_sample()
        context |= {"objective": version.question.objective if version else None, **asked_anew(version)}
    return render_page(request, "public/home.html", context)


@login_not_required
@require_safe
def certification(request: HttpRequest, code: str) -> HttpResponse:
    """Exam facts, domains with weights, objectives, quizzes."""
    exam = exam_page(get_object_or_404(certifications_for(request.user), code=code))
    context = {
        "certification": exam.certification,
        "exam": exam,
        # Each form starts one attempt however often it is sent, so each has a token of its own.
        "quizzes": [(quiz, uuid.uuid4()) for quiz in exam.quizzes],
        "token": uuid.uuid4(),
        "counts": COUNTS,
        "canonical": request.build_absolute_uri(exam.certification.get_absolute_url()),
    }
    return render_page(request, "public/certification.html", context)


@login_not_required
@require_safe
def objective(request: HttpRequest, code: str, section: str) -> HttpResponse:
    """One objective with its free sample, and answers of its domain that look right and are not."""
    found = find_objective(request, code, section)
    if section != found.slug:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponsePermanentRedirect(found.get_absolute_url() + (f"?{query}" if query else ""))
    version = sample_of(found)
    card = explained_by_link(version, request.GET.get("answer", "")) or asked_anew(version)
    return show_objective(request, found, card)
