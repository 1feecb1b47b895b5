"""Small pieces that every request passes."""

import re
import uuid
import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponse]
# Names of time zones: what is no name must not be looked up as a file.
ZONE = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")


def storable_cookies(get_response: Handler) -> Handler:
    """Drop cookies with a NUL, which an escape can bring in and the database refuses to look up."""

    def handle(request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if "\x00" in value]:
            del request.COOKIES[name]
        return get_response(request)

    return handle


def request_id(get_response: Handler) -> Handler:
    """Give each request an id that responses, records and logs share."""

    def handle(request: HttpRequest) -> HttpResponse:
        request.id = uuid.uuid4()  # type: ignore[attr-defined]
        response = get_response(request)
        response["X-Request-ID"] = request.id.hex  # type: ignore[attr-defined]
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        return response

    return handle


def htmx_redirects(get_response: Handler) -> Handler:
    """Turn a redirect to the sign-in page into a full-page one for htmx, which would swap the form into the card."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if "HX-Request" in request.headers and response.status_code in {301, 302, 303}:
            # The same response, for its cookies and other headers count.
            response.status_code = 204
            response["HX-Redirect"] = response["Location"]
            del response["Location"]
            response.content = b""
        return response

    return handle


def personal_pages(get_response: Handler) -> Handler:
    """Keep pages of a person out of every cache, others out of shared ones; say that fragment and page share one URL.

    Every page has a form, if only the theme's, and its token is one visitor's own.
    """

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        if not response.has_header("Cache-Control"):
            # Pages of an account name addresses and set passwords, signed out too.
            personal = request.user.is_authenticated or request.path.startswith("/account/")
            response["Cache-Control"] = "no-store" if personal else "private, no-cache"
        return response

    return handle


def time_zone(get_response: Handler) -> Handler:
    """Show times in the zone of the person's preference, else in the browser's first guess, else in UTC."""

    def handle(request: HttpRequest) -> HttpResponse:
        name = getattr(request.user, "time_zone", "") or request.COOKIES.get("tz", "")
        try:
            timezone.activate(zoneinfo.ZoneInfo(name) if ZONE.fullmatch(name) else timezone.get_default_timezone())
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            timezone.deactivate()
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return handle
