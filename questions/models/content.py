"""Published content as safe HTML, read once per process: it never changes, so nothing has to be invalidated.

Two doors on purpose: a page that asks a question calls :func:`asked_of` and never holds the key.
"""

from functools import lru_cache
from typing import Any

from questions.markup import RENDERER, render
from questions.models.bank import Rendering, Version

Content = dict[str, Any]
# Versions kept per process: about 6 kB each.
KEPT = 4096


def rendered(version: Version) -> tuple[Content, Content]:
    """``(asked, explained)`` of a version: what may be shown before and only after the answer.

    ``asked``: ``kind``, ``choose_n``, ``language``, ``stem``, and ``options`` by option id. ``explained``: ``name``,
    ``takeaway``, ``explanation``, ``references``, ``key`` (option ids), and ``options`` by option id, each with
    ``because`` and ``looks_right``.
    """
    fmt = version.text_format
    options = list(version.options.all())
    asked = {
        "kind": version.kind,
        "choose_n": version.choose_n,
        "language": version.language,
        "stem": render(version.stem, fmt),
        "options": {str(option.pk): render(option.text, fmt, inline=True) for option in options},
    }
    explained = {
        "name": version.name,
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


def render_again(version_id: int) -> Rendering:
    """Render a version and keep the result beside it."""
    asked, explained = rendered(Version.objects.get(pk=version_id))
    rendering, _created = Rendering.objects.update_or_create(
        version_id=version_id, defaults={"renderer": RENDERER, "asked": asked, "explained": explained}
    )
    return rendering


def _column(version_id: int, column: str) -> Content:
    row = Rendering.objects.filter(version=version_id, renderer=RENDERER).values_list(column, flat=True).first()
    content: Content = row if row is not None else getattr(render_again(version_id), column)
    return content


@lru_cache(maxsize=KEPT)
def asked_of(version_id: int) -> Content:
    """What may be shown of a published version before the answer."""
    return _column(version_id, "asked")


@lru_cache(maxsize=KEPT)
def explained_of(version_id: int) -> Content:
    """What may be shown of a published version only after the answer, the key included."""
    return _column(version_id, "explained")
