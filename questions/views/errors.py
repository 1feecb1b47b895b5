"""Error pages in the product's look, which need neither a person nor a database."""

import sys

from django.contrib import messages
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils.translation import gettext as _

from questions.views.quiz import kept_question

# Seconds after which asking again is worth it: a restart of the database takes about as long.
RETRY_AFTER = 5
# Forms whose page can be shown again with all that was entered.
KEPT = {"quiz-answer", "quiz-mark"}


def _page(name: str, status: int) -> HttpResponse:
    response = HttpResponse(loader.get_template(name).render({}), status=status)
    response["Cache-Control"] = "no-store"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the address or the form cannot be read."""
    return _page("400.html", 400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: this person may not."""
    return _page("403.html", 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: nothing here, or nothing for this person."""
    return _page("404.html", 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault; 503 where it is only that the database cannot be reached or is too busy."""
    if isinstance(sys.exception(), (OperationalError, InterfaceError)):
        return unavailable(request)
    return _page("500.html", 500)


def unavailable(request: HttpRequest) -> HttpResponse:
    """503: too busy or being looked after; says when to ask again."""
    response = _page("503.html", 503)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's token is out of date, as after signing in in another tab; an answer goes back to its question."""
    match = request.resolver_match
    if match is not None and match.url_name in KEPT:
        messages.warning(
            request, _("This page was out of date, so nothing was sent. Your choice is still here: send it again.")
        )
        return kept_question(request, **match.kwargs)
    return _page("403_csrf.html", 403)
