"""Questions that ask the same: a rule over a whole bank, since one item cannot be a duplicate alone."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

import regex

from questions.items.checks.limits import STEM_LENGTH
from questions.items.checks.rule import Problem, Severity
from questions.items.checks.stems import unfocused
from questions.items.item import Item
from questions.items.text import mark
from questions.items.vocabulary import spelled_out

CODE: Final = "W19"
NAME: Final = "DUPLICATE_ITEM"
# From here on two stems ask the same, whatever their keys are ...
STEMS_ALIKE: Final = 0.85
# ... and from here on when the keys are the same too: answering one gives the other away.
ENEMIES_ALIKE: Final = 0.7
STAND_FOR_ALL: Final = 2
# What a product of floats may be off a whole number.
_HAIR: Final = 1e-6
# A word as pg_trgm sees it: letters, vowel signs and digits, so hyphens and apostrophes part words.
WORD: Final = regex.compile(r"[\p{Alphabetic}\p{Nd}]+")


@dataclass(frozen=True, slots=True)
class Pair:
    """Two items (by their numbers, the later one last) and how alike their stems are, 0 to 1."""

    first: int
    second: int
    alike: float
    same_key: bool


def trigrams(text: str) -> frozenset[str]:
    """Three letters at a time, each word padded as PostgreSQL's ``pg_trgm`` pads it, so that both agree."""
    padded = {f"  {word} " for word in WORD.findall(text.lower())}
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))


def similarity(first: frozenset[str], second: frozenset[str]) -> float:
    """What two sets share of all they have (Jaccard), as ``pg_trgm`` measures it; 0 where both are empty."""
    shared = len(first & second)
    return shared / (len(first) + len(second) - shared) if shared else 0.0


class _Near:
    """Finds the earlier sets to which a set may be alike by at least ``least``, among those of the same group.

    Such sets share one of their rarest ``n - ceil(least n) + 1`` members, so only those are looked up, and none is
    much larger. Source: Chaudhuri, Ganti and Kaushik, A primitive operator for similarity joins, ICDE (2006).
    Of equal sets the first two stand for all, or a thousand of them would make half a million pairs.
    """

    def __init__(self, rarest_first: Sequence[tuple[str, ...]], least: float) -> None:
        self.sets, self.least = rarest_first, least
        self.equal = Counter[tuple[Hashable, tuple[str, ...]]]()
        self.seen: defaultdict[tuple[Hashable, str], list[int]] = defaultdict(list)

    def add(self, number: int, group: Hashable = None) -> set[int]:
        """The numbers of the sets to compare with set ``number``, which is kept for those to come."""
        members = self.sets[number]
        smallest, largest = ceil(self.least * len(members) - _HAIR), floor(len(members) / self.least + _HAIR)
        lists = [self.seen[group, member] for member in members[: len(members) - smallest + 1]]
        found = {at for earlier in lists for at in earlier if smallest <= len(self.sets[at]) <= largest}
        self.equal[group, members] += 1
        if self.equal[group, members] <= STAND_FOR_ALL:
            for earlier in lists:
                earlier.append(number)
        return found


def _rarest_first(sets: Sequence[frozenset[str]]) -> list[tuple[str, ...]]:
    often = Counter(member for members in sets for member in members)
    rank = {member: at for at, member in enumerate(sorted(often, key=lambda each: (often[each], each)))}
    return [tuple(sorted(members, key=rank.__getitem__)) for members in sets]


def _key(item: Item) -> frozenset[str]:
    return frozenset(spelled_out(key.text, item.text_format).casefold().rstrip(".") for key in item.keys)


def alike(items: Sequence[Item]) -> Iterator[Pair]:
    """The pairs of ``items`` that ask the same thing, in order; of many with equal stems, two with each later one.

    "Which is true?" is no more alike than its keys are: what is asked stands in the options.
    """
    # What is longer is an error already.
    sets = [trigrams(spelled_out(item.stem[:STEM_LENGTH], item.text_format)) for item in items]
    keys = [_key(item) for item in items]
    ordered = _rarest_first(sets)
    stems, enemies = _Near(ordered, STEMS_ALIKE), _Near(ordered, ENEMIES_ALIKE)
    for second, item in enumerate(items):
        near = set[int]() if any(unfocused(item)) else stems.add(second)
        near |= enemies.add(second, keys[second]) if keys[second] else set()
        for first in sorted(near):
            share, same_key = similarity(sets[first], sets[second]), bool(keys[first]) and keys[first] == keys[second]
            if share >= (ENEMIES_ALIKE if same_key else STEMS_ALIKE):
                yield Pair(first, second, share, same_key)


def duplicates(items: Sequence[Item]) -> Iterator[tuple[Item, Problem]]:
    """Findings for the later item of each pair."""
    for pair in alike(items):
        other = items[pair.first]
        params: dict[str, object] = {
            "other": other.code or other.name or f"{pair.first + 1}",
            "percent": round(100 * pair.alike),
        }
        message = (
            mark("The stem is %(percent)s %% like that of %(other)s, and the key is the same.")
            if pair.same_key
            else mark("The stem is %(percent)s %% like that of %(other)s.")
        )
        fix = mark("Ask something else, or keep one of the two.")
        yield items[pair.second], Problem(CODE, Severity.WARNING, message, fix, "stem", params, rule=NAME)
