"""How long a sign-in lasts, and what leaves the browser with it."""

from datetime import timedelta

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from examprep.middleware import Handler

# Nobody stays signed in for longer, however often they come; without a visit SESSION_COOKIE_AGE ends it sooner.
ABSOLUTE = timedelta(days=90)
# A visit is noted once a day, so that most requests write nothing.
NOTED = timedelta(days=1)


def session_limits(get_response: Handler) -> Handler:
    """End sign-ins that are too old, renew those in use, and empty the browser's cache after signing out."""

    def handle(request: HttpRequest) -> HttpResponse:
        signed_in = request.user.is_authenticated
        if signed_in:
            _check_age(request)
        response = get_response(request)
        if signed_in and not request.user.is_authenticated:
            response["Clear-Site-Data"] = '"cache", "storage"'
        return response

    return handle


def _check_age(request: HttpRequest) -> None:
    now = int(timezone.now().timestamp())
    since = request.session.setdefault("signed_in_at", now)
    if now - since >= ABSOLUTE.total_seconds():
        logout(request)
    elif now - request.session.get("visited_at", since) >= NOTED.total_seconds():
        request.session["visited_at"] = now
