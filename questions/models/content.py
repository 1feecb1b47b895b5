"""Published content as safe HTML, read once per process: it never changes, so nothing has to be invalidated.

Two doors on purpose: a page that asks a question calls :func:`asked_of` and never holds the key.
"""

import json
from functools import lru_cache
from typing import Any

from questions.markup import RENDERER, render
from questions.models.bank import Rendering, Version
from questions.models.prepared import fetch_all

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


# The key is read from the options, which nothing can change, not from the cache that stands beside them.
SQL = """\
SELECT r.asked::text, r.explained::text,
       ARRAY(SELECT o.id FROM questions_option o WHERE o.version_id = r.version_id AND o.is_key ORDER BY position, id)
  FROM questions_rendering r WHERE r.version_id = %s AND r.renderer = %s
"""


@lru_cache(maxsize=KEPT)
def asked_of(version_id: int) -> Content:
    """What may be shown of a published version before the answer."""
    row = Rendering.objects.filter(version=version_id, renderer=RENDERER).values_list("asked", flat=True).first()
    content: Content = row if row is not None else render_again(version_id).asked
    return content


@lru_cache(maxsize=KEPT)
def content_of(version_id: int) -> tuple[Content, Content]:
    """``(asked, explained)`` of a published version, the key included: only for what comes after the answer."""
    for asked, explained, key in fetch_all(SQL, [version_id, RENDERER]):
        return json.loads(asked), json.loads(explained) | {"key": key}
    rendering = render_again(version_id)
    return rendering.asked, rendering.explained


def forget() -> None:
    """Empty what this process has read: for tests, whose database is not the last one's."""
    asked_of.cache_clear()
    content_of.cache_clear()
