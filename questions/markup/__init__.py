"""Authored text in, safe HTML out: kernel, pure, no Django.

Lives here: three ways to write (plain, Markdown, imported HTML), formulas, code colours, and the one sanitiser that
every result passes. May import: markdown, nh3, pygments, latex2mathml, the standard library and ``questions.items``.
To add a way of writing: a module with one function ``str -> str`` whose result nobody has to trust, and a line in
``rendering.FORMATS``. Whoever changes what comes out bumps ``RENDERER``, so that stored HTML is rendered anew.
"""

from questions.markup.rendering import FORMATS, RENDERER, render
from questions.markup.sanitise import sanitise
from questions.markup.text import to_text

__all__ = ["FORMATS", "RENDERER", "render", "sanitise", "to_text"]
