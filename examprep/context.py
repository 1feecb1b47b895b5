"""What every template may use beside its own context."""

from django.conf import settings
from django.http import HttpRequest

THEMES = ("light", "dark")


def site(request: HttpRequest) -> dict[str, object]:
    """Sign-up state, the chosen theme (``""`` follows the device) and whether keyboard shortcuts are on."""
    theme = request.COOKIES.get("theme", "")
    return {
        "signup_open": settings.SIGNUP == "open",
        "theme": theme if theme in THEMES else "",
        "shortcuts": getattr(getattr(request, "user", None), "shortcuts", True),
    }
