"""Pages about the site itself, for people (help, privacy, terms) and for search engines (robots, sitemap)."""

from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.sitemaps import Sitemap
from django.contrib.sitemaps import views as sitemaps
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from questions.models import Certification, Objective
from questions.views.pages import render_page


@login_not_required
@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """How practice works, the keys, whom to ask."""
    return render_page(request, "site/help.html", {})


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept about people, and why."""
    return render_page(request, "site/privacy.html", {})


@login_not_required
@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What one may expect and what is expected."""
    return render_page(request, "site/terms.html", {})


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines are asked to leave alone, and where the sitemap is."""
    context = {"sitemap": request.build_absolute_uri(reverse("sitemap"))}
    return render(request, "robots.txt", context, content_type="text/plain; charset=utf-8")


# Sitemap takes its type in the stubs only, not when the program runs.
class PageSitemap(Sitemap):  # type: ignore[type-arg]
    """The pages that are always there."""

    def items(self) -> list[str]:
        """URL names."""
        return ["home", "help", "privacy", "terms"]

    def location(self, item: str) -> str:
        """Where the name leads."""
        return reverse(item)


class CertificationSitemap(Sitemap):  # type: ignore[type-arg]
    """Published certifications."""

    def items(self) -> QuerySet[Certification]:
        """In a fixed order."""
        return Certification.objects.published().order_by("pk")

    def lastmod(self, item: Certification) -> datetime:
        """When its facts changed."""
        return item.updated_at


class ObjectiveSitemap(Sitemap):  # type: ignore[type-arg]
    """Objectives of published certifications."""

    def items(self) -> QuerySet[Objective]:
        """With the certification that their address names."""
        return Objective.objects.published().select_related("certification").order_by("pk")


SITEMAPS: "dict[str, type[Sitemap[Any]] | Sitemap[Any]]" = {
    "pages": PageSitemap,
    "certifications": CertificationSitemap,
    "objectives": ObjectiveSitemap,
}


@login_not_required
@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """Every public page for search engines."""
    return sitemaps.sitemap(request, SITEMAPS)
