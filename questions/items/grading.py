"""Grading: what was chosen against the key."""

from collections.abc import Collection, Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a response is right, and how much of it is: ``handled`` of ``options`` were treated rightly.

    ``handled`` counts options ticked that belong to the key and options left that do not. It is shown for multiple
    choice and never scored.
    """

    correct: bool
    handled: int
    options: int


def grade(*, chosen: Collection[Hashable], key: Collection[Hashable], options: Collection[Hashable]) -> Verdict:
    """Grade all-or-nothing: right when exactly the key was chosen (and the key is not empty)."""
    picked, right = set(chosen), set(key)
    handled = sum((option in picked) == (option in right) for option in options)
    return Verdict(correct=bool(right) and picked == right, handled=handled, options=len(options))
