"""What somebody scores who knows nothing: fixed strategies against chance.

A strategy looks at the wording and the places of the options and picks one. Where it does better than chance over a
whole bank, the bank gives its keys away; where it does worse, it does so too, to whoever turns the strategy round.
Single choice only: with several keys, the number of them says most.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from questions.items.checks.options import MOST
from questions.items.item import Item
from questions.items.proportion import Interval, wilson
from questions.items.prose import is_data, prose, words
from questions.items.text import mark
from questions.items.vocabulary import content_words
from questions.items.words import Kind

HEDGES: Final = re.compile(
    r"\b(?:usually|often|sometimes|frequently|rarely|generally|typically|commonly|mostly|mainly|largely|roughly|"
    r"approximately|about|nearly|almost|probably|possibly|perhaps|likely|unlikely|may|might|can|could|some|"
    r"seldom|partly|tends?|relatively|fairly)\b",
    re.IGNORECASE,
)
LETTERS: Final = "ABCD"

# How strongly a strategy is drawn to each option, in their order.
Pulls = Callable[[Item, list[str]], list[float]]


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to guess: a ``code`` for addresses and files, a marked ``name``, and the pull of each option."""

    code: str
    name: str
    pulls: Pulls

    def picks(self, item: Item) -> tuple[int, ...]:
        """The options (from 0) between which the strategy cannot choose; empty where it tells nothing apart."""
        if item.kind != Kind.SINGLE or len(item.keys) != 1 or len(item.options) > MOST:
            return ()
        pulls = self.pulls(item, [prose(option.text, item.text_format) for option in item.options])
        strongest = max(pulls, default=0.0)
        found = tuple(number for number, pull in enumerate(pulls) if pull == strongest)
        return found if len(found) < len(pulls) else ()


def _length(_: Item, texts: list[str]) -> list[float]:
    """Longer is stronger. The length of numbers and code is nobody's choice."""
    return [0.0] * len(texts) if all(map(is_data, texts)) else [float(len(text)) for text in texts]


def _shortness(item: Item, texts: list[str]) -> list[float]:
    return [-length for length in _length(item, texts)]


def _hedges(_: Item, texts: list[str]) -> list[float]:
    return [float(len(HEDGES.findall(text))) for text in texts]


def _stem_words(item: Item, texts: list[str]) -> list[float]:
    stem = content_words(prose(item.stem, item.text_format))
    return [float(len(stem & content_words(text))) for text in texts]


def _likeness(_: Item, texts: list[str]) -> list[float]:
    """How many of an option's words the others share, on average."""
    sets = [frozenset(word.casefold() for word in words(text)) for text in texts]
    return [
        round(sum(len(own & other) / len(own | other or {""}) for at, other in enumerate(sets) if at != here), 9)
        for here, own in enumerate(sets)
    ]


def _oddness(item: Item, texts: list[str]) -> list[float]:
    return [-likeness for likeness in _likeness(item, texts)]


def _place(place: int) -> Pulls:
    return lambda _, texts: [float(number == place) for number in range(len(texts))]


STRATEGIES: Final = (
    Strategy("longest", mark("The longest option"), _length),
    Strategy("shortest", mark("The shortest option"), _shortness),
    Strategy("hedged", mark("The most hedged option"), _hedges),
    Strategy("stem-words", mark("Most words in common with the stem"), _stem_words),
    Strategy("odd-one-out", mark("The odd one out"), _oddness),
    Strategy("most-alike", mark("Most words in common with the other options"), _likeness),
    *(
        Strategy(f"place-{letter.lower()}", mark("In place %(letter)s as written"), _place(place))
        for place, letter in enumerate(LETTERS)
    ),
)


@dataclass(frozen=True, slots=True)
class Guess:
    """How one strategy did: ``hits`` (ties shared out) in the ``n`` items where it could choose.

    ``chance`` is the mean of one over the number of options in those items, ``fed_by`` the items that it got right.
    """

    strategy: Strategy
    n: int
    hits: float
    chance: float
    interval: Interval
    fed_by: tuple[Item, ...]

    @property
    def score(self) -> float:
        """The share got right, 0 to 1; chance itself where there was nothing to choose."""
        return self.hits / self.n if self.n else self.chance

    @property
    def by_chance(self) -> bool:
        """Whether chance lies in the score's 95 % interval."""
        return not self.n or self.chance in self.interval


def guess(strategy: Strategy, items: Iterable[Item]) -> Guess:
    """Play ``strategy`` over ``items``."""
    hits, chances, fed_by = 0.0, [], []
    for item in items:
        picks = strategy.picks(item)
        if not picks:
            continue
        chances.append(1 / len(item.options))
        if any(item.options[pick].is_key for pick in picks):
            hits += 1 / len(picks)
            fed_by.append(item)
    n = len(chances)
    chance = sum(chances) / n if n else 0.0
    return Guess(strategy, n, hits, chance, wilson(min(hits, n), n), tuple(fed_by))


def audit(items: Iterable[Item]) -> list[Guess]:
    """Every strategy over ``items``, in the order of :data:`STRATEGIES`."""
    items = tuple(items)
    return [guess(strategy, items) for strategy in STRATEGIES]
