"""Icons, bars and initials."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
SPRITE = "icons.svg"


@cache
def icon_names() -> frozenset[str]:
    """Names of the drawings in ``static/icons.svg``, read once in the life of the process."""
    found = finders.find(SPRITE)
    if not isinstance(found, str):
        msg = f"{SPRITE} is not among the static files"
        raise FileNotFoundError(msg)
    return frozenset(re.findall(r'<symbol id="([^"]+)"', Path(found).read_text(encoding="utf-8")))


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """One drawing of the sprite, hidden from screen readers: the words stand beside it.

    Raises ``ValueError`` for an unknown name, because a missing drawing would show as nothing at all.
    """
    if name not in icon_names():
        msg = f"no icon {name!r} in {SPRITE}"
        raise ValueError(msg)
    return format_html(
        '<svg class="i" aria-hidden="true" focusable="false"><use href="{}#{}"/></svg>', static(SPRITE), name
    )


@register.simple_tag
def bar(value: float, total: float = 100, kind: str = "") -> SafeString:
    """A bar filled to ``value`` of ``total``; ``kind`` is ok, bad, warn, accent or nothing.

    It is decoration: the number must stand beside it. Sizes are SVG attributes, since the policy forbids inline styles.
    """
    share = min(max(value / total, 0), 1) if total else 0
    # Full precision would print sixteen digits; a tenth of a percent is finer than a pixel.
    width = f"{share * 100:.1f}".removesuffix(".0")
    return format_html(
        '<svg class="bar {}" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<rect width="{}" height="12" rx="3"/></svg>',
        kind,
        width,
    )


@register.filter
def initials(name: object) -> str:
    """At most two capital letters that stand for a person: ``Ada Olsen`` → ``AO``, ``ada.olsen@…`` → ``AO``."""
    words = re.findall(r"[^\W\d_]+", str(name).partition("@")[0])
    letters = words[0][0] + words[-1][0] if len(words) > 1 else "".join(words)[:1]
    return letters.upper()


@register.simple_tag
def ticks(progress: Any) -> SafeString:
    """The row of progress: a list item for each tick, the one at hand named ``now``; decoration, in one go."""
    now = progress.number
    # States are words of ours: nothing to escape, and this is drawn at every answer.
    return mark_safe(  # noqa: S308
        "".join(
            f'<li class="{state}{" now" if number == now else ""}"></li>'
            for number, state in enumerate(progress.states, 1)
        )
    )
