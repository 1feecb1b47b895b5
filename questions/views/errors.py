"""Error pages in the product's look, which need neither a person nor a database."""

from django.http import HttpRequest, HttpResponse
from django.template import loader


def _page(name: str, status: int) -> HttpResponse:
    return HttpResponse(loader.get_template(name).render({}), status=status)


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
    """500: our fault."""
    return _page("500.html", 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: the form's token is out of date, as after signing in in another tab."""
    return _page("403_csrf.html", 403)
