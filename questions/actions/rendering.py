"""A version's text as safe HTML, made when it is published."""

from questions.models import Rendering, Version
from questions.models.content import render_again, rendered

__all__ = ["render_version", "rendered"]


def render_version(*, version: Version) -> Rendering:
    """Render a version and keep the result beside it."""
    return render_again(version.pk)
