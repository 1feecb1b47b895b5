"""Pages for instructors: what responses say about a certification, its cohort, and the responses themselves."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from questions.forms.insights import DAYS, ExportForm, LookForm, PeriodForm
from questions.models import Certification
from questions.reports.insights.bank import SORTS
from questions.reports.insights.cohort import SORTS as COHORT_SORTS
from questions.reports.insights.cohort import cohort as cohort_of
from questions.reports.insights.page import CertificationReport
from questions.reports.insights.responses import csv_lines
from questions.views.pages import render_page


def _let_in(request: HttpRequest, *more: str) -> None:
    """Whoever may see statistics (and ``more``); to everybody else nothing is here."""
    if not request.user.has_perms([f"questions.{each}" for each in ("view_itemstatistic", *more)]):
        raise Http404


@require_safe
def insights(request: HttpRequest) -> HttpResponse:
    """The certifications to report about; where there is one, its report."""
    _let_in(request)
    certifications = list(Certification.objects.order_by("-published", "name"))
    if len(certifications) == 1:
        return HttpResponseRedirect(reverse("insights-certification", args=[certifications[0].code]))
    return render_page(request, "insights/index.html", {"certifications": certifications})


@require_safe
def certification(request: HttpRequest, code: str) -> HttpResponse:
    """Difficulty, discrimination, distractors, reliability and exposure."""
    _let_in(request)
    found = get_object_or_404(Certification, code=code)
    form = LookForm(request.GET, sorts=SORTS)
    linked = request.user.has_perms(["questions.view_flag", "questions.view_key"])
    report = CertificationReport(found, sort=form.sort_by, page=form.page, linked=_review_page if linked else _no_page)
    context = {"certification": found, "report": report, "linked": linked, "sort": form.sort_by}
    return render_page(request, "insights/certification.html", context | _around(request, found))


@require_safe
def cohort(request: HttpRequest, code: str) -> HttpResponse:
    """Who practised what, and how it goes."""
    _let_in(request)
    found = get_object_or_404(Certification, code=code)
    named = request.user.has_perm("questions.view_names")
    form = PeriodForm(request.GET, sorts=[sort for sort in COHORT_SORTS if named or sort != "name"])
    cohort = cohort_of(found, now=timezone.now(), days=form.days, sort=form.sort_by, page=form.page, named=named)
    context = {
        "certification": found,
        "cohort": cohort,
        "named": named,
        "days": form.days,
        "periods": DAYS,
        "sort": form.sort_by,
        "domains": found.domains.count(),
    }
    return render_page(request, "insights/cohort.html", context | _around(request, found))


@require_safe
def responses(request: HttpRequest, code: str) -> HttpResponseBase:
    """The counted responses as a file, streamed; what was chosen and whether it is right tells keys."""
    _let_in(request, "view_key")
    found = get_object_or_404(Certification, code=code)
    form = ExportForm(request.GET)
    if not form.is_valid():
        return HttpResponseBadRequest(_("The period is one of 7, 30, 90 or all."), content_type="text/plain")
    lines = csv_lines(found, now=timezone.now(), days=form.period)
    response = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{found.code}-responses.csv"'
    return response


def _around(request: HttpRequest, found: Certification) -> dict[str, object]:
    """Crumbs, and the form of the export for those who may have it."""
    return {
        "crumbs": [(_("Insights"), reverse("insights")), (str(found), "")],
        "export": ExportForm() if request.user.has_perm("questions.view_key") else None,
    }


def _review_page(code: str) -> str:
    """The question's page; none where its code can be no part of an address."""
    try:
        return reverse("review-item", args=[code])
    except NoReverseMatch:
        return ""


def _no_page(code: str) -> str:
    return ""
