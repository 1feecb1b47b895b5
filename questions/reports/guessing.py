"""The blind-guess audit of a certification: what fixed strategies score that know nothing of the subject."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import starmap
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.db.models import CharField, QuerySet
from django.db.models.functions import MD5, Cast
from django.utils.translation import gettext as _

from questions.items.guessing import Guess, audit
from questions.items.item import Choice, Item
from questions.items.prose import prose
from questions.items.words import Kind, TextFormat
from questions.models import Certification, Option, Version
from questions.reports.dotplot import DotPlot, Line, dot_plot
from questions.reports.saying import in_words

# Questions read: so many are told apart from chance as well as all of them, and the page stays quick.
MOST = 2_000
# Questions named under a strategy; nobody reads on.
NAMED = 50


@dataclass(frozen=True, slots=True)
class Feeder:
    """A question that a strategy gets right, and the version to open."""

    version: int
    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Audited:
    """A strategy in words: shares are 0 to 1, ``n`` the questions where it could choose.

    ``verdict`` says how it did in words and ``state`` for the style sheet: ``"chance"``, ``"gives"``, ``"avoids"`` or
    ``"none"``. ``feeders`` are the first of the ``fed`` questions that it gets right.
    """

    code: str
    name: str
    n: int
    score: float
    low: float
    high: float
    chance: float
    state: str
    verdict: str
    fed: int
    feeders: tuple[Feeder, ...]

    @property
    def more(self) -> int:
        """How many of the questions it gets right are not named."""
        return self.fed - len(self.feeders)


@dataclass(frozen=True, slots=True)
class Audit:
    """A certification's audit: so many of ``total`` single-choice ``questions`` were read."""

    questions: int
    total: int
    strategies: tuple[Audited, ...]
    plot: DotPlot | None

    @property
    def sampled(self) -> bool:
        """Whether some were left out."""
        return self.questions < self.total

    @property
    def telling(self) -> list[Audited]:
        """The strategies that do better or worse than chance."""
        return [each for each in self.strategies if each.state in {"gives", "avoids"}]


def audit_of(certification: Certification) -> Audit:
    """Play every strategy over the published single-choice questions, in three queries.

    Of more than :data:`MOST` those are read whose uid has the smallest hash: the same ones every time, whatever they
    say.
    """
    versions = Version.objects.published().filter(
        question__objective__certification=certification, kind=Kind.SINGLE.value
    )
    total = versions.count()
    rows = _sample(versions) if total else []
    options = _options([row.pk for row in rows])
    items = [_item(row, options[row.pk]) for row in rows]
    opened: dict[UUID | None, int] = {row.uid: row.pk for row in rows}
    strategies = tuple(_audited(guess, opened) for guess in audit(items)) if items else ()
    return Audit(len(items), total, strategies, _plot(strategies) if strategies else None)


class Row(NamedTuple):
    """What is read of a version."""

    pk: int
    uid: UUID
    code: str
    name: str
    stem: str
    text_format: str


def _sample(versions: QuerySet[Version]) -> list[Row]:
    by_hash = versions.annotate(hash=MD5(Cast("question__uid", CharField()))).order_by("hash")
    rows = by_hash.values_list("pk", "question__uid", "question__code", "name", "stem", "text_format")[:MOST]
    # By code again, for that is how people look for them.
    return sorted(starmap(Row, rows), key=attrgetter("code"))


def _options(versions: list[int]) -> Mapping[int, list[Choice]]:
    """Text and key of the options by version: a guesser looks at nothing else."""
    found = defaultdict[int, list[Choice]](list)
    rows = Option.objects.filter(version__in=versions).order_by("version", "position", "pk")
    for version, text, is_key in rows.values_list("version", "text", "is_key"):
        found[version].append(Choice(text, is_key=is_key))
    return found


def _item(row: Row, options: Iterable[Choice]) -> Item:
    """The item as it is heard: each of the strategies would take the markup out again."""
    fmt = TextFormat(row.text_format)
    heard = tuple(replace(option, text=prose(option.text, fmt)) for option in options)
    return Item(prose(row.stem, fmt), heard, text_format=TextFormat.PLAIN, uid=row.uid, code=row.code, name=row.name)


def _audited(guess: Guess, opened: Mapping[UUID | None, int]) -> Audited:
    state = _state(guess)
    return Audited(
        code=guess.strategy.code,
        name=in_words(guess.strategy.name, params={"letter": guess.strategy.code[-1].upper()}),
        n=guess.n,
        score=guess.score,
        low=guess.interval.low,
        high=guess.interval.high,
        chance=guess.chance,
        state=state,
        verdict=_verdict(state),
        fed=len(guess.fed_by),
        feeders=tuple(Feeder(opened[item.uid], item.code, item.name) for item in guess.fed_by[:NAMED]),
    )


def _state(guess: Guess) -> str:
    if not guess.n:
        return "none"
    if guess.by_chance:
        return "chance"
    return "gives" if guess.score > guess.chance else "avoids"


def _verdict(state: str) -> str:
    return {
        "none": _("nothing to choose by"),
        "chance": _("no better than chance"),
        "gives": _("gives keys away"),
        "avoids": _("avoids keys: turn it round"),
    }[state]


def _plot(strategies: Iterable[Audited]) -> DotPlot:
    """The scores as a picture; strategies that could not choose anywhere have none."""
    return dot_plot(
        Line(each.name, each.score, each.low, each.high, each.chance, each.state) for each in strategies if each.n
    )
