"""What the flags find of faults that are known to be there, and what they raise where there is none.

All on paper: forms of 60 questions answered by simulated learners, the rest score as criterion, one look.
"""

import argparse
import itertools
import random
import sys
import time
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from questions.analysis.columns import Column
from questions.analysis.flags import Finding, findings
from questions.analysis.limits import Code
from questions.analysis.matrix import sums_of
from questions.analysis.simulation import MODELS, Asked, Defect, Item, chosen, drawn, planted
from questions.analysis.statistics import describe
from questions.items.words import Difficulty

SIZES = (30, 60, 100, 300)
FORM = 60
FAULTS = 8
STRONG = (Code.POSSIBLE_MISKEY, Code.BEATS_KEY, Code.ATTRACTS_STRONG, Code.AMBIGUOUS_WITH_KEY)
# Which rules have found a fault when they point at its option.
FINDS = {
    Defect.MISKEY: STRONG[:2],
    Defect.DEAD: (Code.NON_FUNCTIONING, Code.NEVER_CHOSEN),
    Defect.AMBIGUOUS: STRONG,
    Defect.STRONG: STRONG[:3],
}
# (what, at how many learners, at least, at most): shares that the product promises.
PROMISES: tuple[tuple[Defect | Code, int, float, float], ...] = (
    (Defect.MISKEY, 100, 0.60, 1.0),
    (Defect.MISKEY, 300, 0.80, 1.0),
    *((Code.POSSIBLE_MISKEY, n, 0.0, 0.001) for n in SIZES),
    *((Code.ATTRACTS_STRONG, n, 0.0, 0.05) for n in SIZES),
)


@dataclass
class Count:
    """What one size of group has shown: faults planted and found by kind, sound items and alarms by rule."""

    planted: Counter[Defect] = field(default_factory=Counter)
    found: Counter[Defect] = field(default_factory=Counter)
    sound: int = 0
    alarms: Counter[Code] = field(default_factory=Counter)

    def take(self, item: Item, raised: Sequence[Finding]) -> None:
        """Add one look at one item."""
        if item.defect is None:
            self.sound += 1
            self.alarms.update({finding.code for finding in raised})
            return
        self.planted[item.defect] += 1
        codes = {finding.code for finding in raised if finding.option == item.option}
        self.found[item.defect] += not codes.isdisjoint(FINDS[item.defect])

    def share(self, what: Defect | Code) -> float:
        """The detection rate of a kind of fault, or the share of sound items that a rule complains of."""
        if isinstance(what, Defect):
            return self.found[what] / max(1, self.planted[what])
        return self.alarms[what] / max(1, self.sound)


def measure(forms: int, sizes: Sequence[int] = SIZES, *, model: str = "3pl", seed: int = 1) -> dict[int, Count]:
    """Look at so many forms, each at all sizes: its first 30 learners, its first 60 and so on."""
    counts = {n: Count() for n in sizes}
    for number in range(forms):
        items = form(f"{seed}-{number}", model)
        columns = answers(items, max(sizes), random.Random(f"{seed}-{number}"))  # noqa: S311
        for n, count in counts.items():
            for item, raised in look(items, columns, n):
                count.take(item, raised)
    return counts


def form(name: str, model: str) -> list[Item]:
    """Sixty single-choice questions, every second one of medium difficulty, some with a fault."""
    difficulties = itertools.cycle((Difficulty.MEDIUM, Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD))
    asked = [
        Asked(
            uid=f"{name}-{number}",
            options=tuple(f"{name}-{number}-{letter}" for letter in "ABCD"),
            key=frozenset({f"{name}-{number}-A"}),
            difficulty=difficulty.value,
        )
        for number, difficulty in zip(range(FORM), difficulties, strict=False)
    ]
    seed = random.Random(name).getrandbits(32)  # noqa: S311
    return planted([drawn(each, MODELS[model]) for each in asked], FAULTS, seed)


def answers(items: Sequence[Item], learners: int, draw: random.Random) -> list[Column]:
    """What the learners choose, item by item."""
    abilities = [draw.gauss(0, 1) for _learner in range(learners)]
    columns = []
    for item in items:
        choices = [frozenset({option}) for option in item.of.options]
        places = {choice: place for place, choice in enumerate(choices)}
        codes = array("i", (places[chosen(item, theta, draw)] for theta in abilities))
        columns.append(Column(item.of.uid, list(choices), codes))
    return columns


def look(items: Sequence[Item], columns: Sequence[Column], n: int) -> Iterator[tuple[Item, list[Finding]]]:
    """What the rules say about each item after the first ``n`` learners."""
    first = [Column(column.item, column.choices, column.codes[:n]) for column in columns]
    sums = sums_of(first, {item.of.uid: item.of.key for item in items})
    for item, each in zip(items, sums.items, strict=True):
        yield item, findings(describe(each))


def main(options: argparse.Namespace) -> int:
    """Print the rates; 1 where one of them is not what is promised."""
    began = time.monotonic()
    counts = measure(options.forms, model=options.model, seed=options.seed)
    say(f"{options.forms} forms of {FORM} items, model {options.model}, seed {options.seed}, rest score, one look")
    rows = [
        ("found: the fault's own rules at its option", None),
        *((f"  {defect.value}", defect) for defect in Defect),
        ("raised: share of sound items", None),
        *((f"  {code.value}", code) for code in Code if code is not Code.NEVER_SEEN),
    ]
    say(f"{'n =':<46}" + "".join(f"{n:>10}" for n in counts))
    for title, what in rows:
        cells = "" if what is None else "".join(f"{100 * count.share(what):>8.2f} %" for count in counts.values())
        say(f"{title:<46}{cells}")
    each, sound = min(counts[SIZES[0]].planted.values()), counts[SIZES[0]].sound
    say(f"{each} faults of each kind, {sound} sound items at each n; {time.monotonic() - began:.0f} s")
    say("A sound item's option may truly be chosen by fewer than 5 %: NON_FUNCTIONING is then no false alarm.")
    return _promises(counts)


def say(line: str) -> None:
    """One line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _promises(counts: dict[int, Count]) -> int:
    kept = True
    for what, n, least, most in PROMISES:
        share = counts[n].share(what)
        fine = least <= share <= most
        kept = kept and fine
        limit = f">= {100 * least:g} %" if least else f"<= {100 * most:g} %"
        say(f"{'ok  ' if fine else 'MISS'} {what.value} at n = {n}: {100 * share:.2f} % ({limit})")
    return 0 if kept else 1
