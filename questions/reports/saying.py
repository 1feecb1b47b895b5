"""Marked texts of the kernel in the reader's language."""

from collections.abc import Mapping

from django.utils.translation import gettext as _


def in_words(*texts: str, params: Mapping[str, object]) -> str:
    """The marked ``texts`` as sentences one after the other, translated, each with its places filled."""
    return " ".join(_(text) % dict(params) if params else _(text) for text in texts if text)
