"""One way to answer with a page or, for htmx, with one fragment of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def wants_fragment(request: HttpRequest) -> bool:
    """Whether htmx asks for a part: not when it restores a page from history."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, fragment: str = "", status: int = 200
) -> HttpResponse:
    """Render ``template``, or only its ``fragment`` when htmx asks; the same URL serves both."""
    name = f"{template}#{fragment}" if fragment and wants_fragment(request) else template
    response = render(request, name, context, status=status)
    response["Vary"] = "HX-Request"
    return response
