"""Small pieces that every request passes."""

import re
import uuid
import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

Handler = Callable[[HttpRequest], HttpResponse]
REQUEST_ID = re.compile(r"[0-9a-f]{32}")


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
            target = response["Location"]
            response = HttpResponse(status=204, headers={"HX-Redirect": target})
        return response

    return handle


def personal_pages(get_response: Handler) -> Handler:
    """Keep pages of a signed-in person out of every cache; say that a fragment and its page share one URL."""

    def handle(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ["HX-Request"])
        if request.user.is_authenticated and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "no-store"
        return response

    return handle


def time_zone(get_response: Handler) -> Handler:
    """Show times in the zone of the person's preference, else in the browser's first guess, else in UTC."""

    def handle(request: HttpRequest) -> HttpResponse:
        name = getattr(request.user, "time_zone", "") or request.COOKIES.get("tz", "")
        try:
            timezone.activate(zoneinfo.ZoneInfo(name) if name else timezone.get_default_timezone())
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            timezone.deactivate()
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return handle
