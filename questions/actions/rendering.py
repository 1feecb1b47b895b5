"""A version's text as safe HTML, made when it is published and again when the renderer changes."""

from typing import Any

from questions.markup import RENDERER, render
from questions.models import Rendering, Version


def rendered(version: Version) -> tuple[dict[str, Any], dict[str, Any]]:
    """``(asked, explained)`` of a version, saved or not: what may be shown before and only after the answer.

    ``asked``: ``stem``, ``options`` by option id. ``explained``: ``takeaway``, ``explanation``, ``references``, ``key``
    (option ids), ``options`` by option id with ``because`` and ``looks_right``.
    """
    fmt = version.text_format
    options = list(version.options.all())
    asked = {
        "stem": render(version.stem, fmt),
        "options": {str(option.pk): render(option.text, fmt, inline=True) for option in options},
    }
    explained = {
        "takeaway": render(version.takeaway, fmt, inline=True),
        "explanation": render(version.explanation, fmt),
        "references": version.references,
        "key": [option.pk for option in options if option.is_key],
        "options": {
            str(option.pk): {
                "because": render(option.because, fmt, inline=True),
                "looks_right": render(option.looks_right, fmt, inline=True),
            }
            for option in options
        },
    }
    return asked, explained


def render_version(*, version: Version) -> Rendering:
    """Render a version and keep the result beside it."""
    asked, explained = rendered(version)
    rendering, _created = Rendering.objects.update_or_create(
        version=version, defaults={"renderer": RENDERER, "asked": asked, "explained": explained}
    )
    return rendering
