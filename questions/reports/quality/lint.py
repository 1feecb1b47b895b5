"""What the rules of wording say, with options by the letters of the option table."""

from collections.abc import Iterable
from dataclasses import replace

from questions.items.checks import Problem, problems
from questions.models import Version
from questions.models.items import item_of
from questions.reports.authoring import Shown, shown
from questions.reports.card import LETTERS

# Where a rule names options it counts them from 1, under these names.
COUNTED = ("first", "number")


def lint_of(version: Version) -> list[Shown]:
    """The problems of a version, as they are shown."""
    return shown(_lettered(problems(item_of(version))))


def _lettered(found: Iterable[Problem]) -> Iterable[Problem]:
    for problem in found:
        kind, _space, number = problem.where.partition(" ")
        if kind != "option":
            yield problem
            continue
        letters = {name: LETTERS[place - 1] for name in COUNTED if isinstance(place := problem.params.get(name), int)}
        # Said in the sentence, the place need not stand before it too.
        where = "" if "%(number)s" in problem.message else f"option {LETTERS[int(number) - 1]}"
        yield replace(problem, where=where, params={**problem.params, **letters})
