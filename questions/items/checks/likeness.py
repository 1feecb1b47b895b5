"""Questions that ask the same: a rule over a whole bank, since one item cannot be a duplicate alone."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from questions.items.checks.rule import Problem, Severity
from questions.items.item import Item
from questions.items.prose import WORD, prose
from questions.items.text import mark

CODE: Final = "W19"
NAME: Final = "DUPLICATE_ITEM"
# From here on two stems ask the same, whatever their keys are ...
STEMS_ALIKE: Final = 0.85
# ... and from here on when the keys are the same too: answering one gives the other away.
ENEMIES_ALIKE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Pair:
    """Two items (by their numbers, the later one last) and how alike their stems are, 0 to 1."""

    first: int
    second: int
    alike: float
    same_key: bool


def trigrams(text: str) -> frozenset[str]:
    """Three letters at a time, each word padded as PostgreSQL's ``pg_trgm`` pads it, so that both agree."""
    padded = (f"  {word.casefold()} " for word in WORD.findall(text))
    return frozenset(word[at : at + 3] for word in padded for at in range(len(word) - 2))


def similarity(first: frozenset[str], second: frozenset[str]) -> float:
    """What two sets share of all they have (Jaccard), as ``pg_trgm`` measures it; 0 where both are empty."""
    return len(first & second) / len(first | second) if first or second else 0.0


def _candidates(sets: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """Pairs that can be alike enough, each once.

    Sets whose similarity is at least t share one of their rarest ``n - ceil(t n) + 1`` members, so only those are
    looked up. Source: Chaudhuri, Ganti and Kaushik, A primitive operator for similarity joins, ICDE (2006).
    """
    often = Counter(member for members in sets for member in members)
    seen: defaultdict[str, list[int]] = defaultdict(list)
    for number, members in enumerate(sets):
        rarest = sorted(members, key=lambda member: (often[member], member))
        prefix = rarest[: len(members) - ceil(ENEMIES_ALIKE * len(members)) + 1]
        near = {other for member in prefix for other in seen[member]}
        # Sets of too unlike sizes cannot be alike.
        low, high = ceil(ENEMIES_ALIKE * len(members)), floor(len(members) / ENEMIES_ALIKE)
        yield from ((other, number) for other in sorted(near) if low <= len(sets[other]) <= high)
        for member in prefix:
            seen[member].append(number)


def _key(item: Item) -> frozenset[str]:
    return frozenset(" ".join(prose(key.text, item.text_format).casefold().split()).rstrip(".") for key in item.keys)


def alike(items: Sequence[Item]) -> Iterator[Pair]:
    """The pairs of ``items`` that ask the same thing, in order."""
    sets = [trigrams(prose(item.stem, item.text_format)) for item in items]
    keys = [_key(item) for item in items]
    for first, second in _candidates(sets):
        share, same_key = similarity(sets[first], sets[second]), bool(keys[first]) and keys[first] == keys[second]
        if share >= STEMS_ALIKE or (same_key and share >= ENEMIES_ALIKE):
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
