"""Learners on paper: how questions are answered by people of known ability, and how questions with known faults are.

What the analysis finds can only be checked where the truth is known. Every trait of a question is drawn from its own
uid, those of an option from the option's, so that a bank is as hard today as it was yesterday.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from questions.items.text import mark
from questions.items.words import Confidence, Difficulty, Word

AUTHORS_GUESS: Final = {Difficulty.EASY: -1.0, Difficulty.MEDIUM: 0.0, Difficulty.HARD: 1.0}
# How far the truth is from the author's guess, and options from one another (standard deviations, logits).
DIFFICULTY_SD: Final = 0.5
PULL_SD: Final = 0.6
# A dead option's pull: it takes one or two in a hundred wrong answers.
DEAD_PULL: Final = -4.0
# Of those who know, how many take the ambiguous option for the key.
AMBIGUOUS_SHARE: Final = 0.5
# The most that a strong-attracting option takes from the key, and how steeply it comes to that.
STRONG_SHARE: Final = 0.75
STRONG_SLOPE: Final = 1.5
LONGEST: Final = 15 * 60.0
RAPID: Final = (0.6, 1.9)  # seconds
# Learners who hurry.
HASTY: Final = 0.03
# Of wrong sets of options: those with a wrong one for a right one, with a right one less, with a wrong one more.
SLIPS: Final = (0.3, 0.4, 0.3)


@dataclass(frozen=True, slots=True)
class Model:
    """The response model: P(right) = guessing + (1 - guessing) / (1 + exp(-slope (theta - b))) (Birnbaum, 1968)."""

    slope: float
    guessing: float


MODELS: Final = {"3pl": Model(slope=1.2, guessing=0.25), "1pl": Model(slope=1.0, guessing=0.0)}


class Defect(Word):
    """Faults that can be planted in a question."""

    MISKEY = "miskey", mark("another option is what learners know to be right")
    DEAD = "dead", mark("hardly anybody chooses it")
    AMBIGUOUS = "ambiguous", mark("strong learners choose it about as often as the key")
    STRONG = "strong-attracting", mark("the stronger the learner, the likelier it is chosen")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the simulation needs to know of a question: uids, the key, the author's difficulty."""

    uid: str
    options: tuple[str, ...]
    key: frozenset[str]
    difficulty: str = Difficulty.MEDIUM.value
    multiple: bool = False
    choose_n: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """A question with its traits; ``target`` is what those who know choose, ``lures`` are the rest with their pull."""

    of: Asked
    slope: float
    guessing: float
    b: float
    # Median seconds, as a logarithm.
    pace: float
    target: frozenset[str]
    # (option, pull, how much of the pull ability takes away for each logit).
    lures: tuple[tuple[str, float, float], ...]
    defect: Defect | None = None
    option: str = ""

    def chance(self, theta: float) -> float:
        """How likely somebody of this ability finds what is really right."""
        return self.guessing + (1 - self.guessing) * logistic(self.slope * (theta - self.b))


@dataclass(frozen=True, slots=True)
class Person:
    """A learner: ability (logits), share of rapid guesses, how slow (log), share of answers with confidence."""

    theta: float
    haste: float
    pace: float
    says: float


@dataclass(frozen=True, slots=True)
class Given:
    """An answer: the options' uids, milliseconds, and how sure (empty: not said)."""

    chosen: frozenset[str] = field(default_factory=frozenset)
    milliseconds: int = 0
    confidence: str = ""


def logistic(x: float) -> float:
    """1 / (1 + e^-x)."""
    return 1 / (1 + math.exp(-x))


def drawn(asked: Asked, model: Model) -> Item:
    """The question with traits drawn from its uid and those of its options."""
    draw = Random(f"question {asked.uid}")  # noqa: S311 - no secret
    # All or nothing: somebody who ticks at random finds one set of many.
    lucky = 1 / (2 ** len(asked.options) - 1)
    return Item(
        of=asked,
        slope=model.slope,
        guessing=min(model.guessing, lucky) if asked.multiple else model.guessing,
        b=AUTHORS_GUESS[Difficulty(asked.difficulty)] + draw.gauss(0, DIFFICULTY_SD),
        pace=math.log(40) + draw.gauss(0, 0.3),
        target=asked.key,
        lures=tuple(_lure(option) for option in asked.options if option not in asked.key),
    )


def _lure(option: str) -> tuple[str, float, float]:
    draw = Random(f"option {option}")  # noqa: S311
    return option, draw.gauss(0, PULL_SD), abs(draw.gauss(0, 0.2))


def planted(items: Sequence[Item], count: int, seed: int) -> list[Item]:
    """The same items, ``count`` of them with a fault, the kinds in turn; single choice of at least three options."""
    draw = Random(f"{seed} defects")  # noqa: S311
    able = [
        place for place, each in enumerate(items) if not each.of.multiple and len(each.lures) > 1
    ]  # fmt: skip
    found = list(items)
    for number, place in enumerate(draw.sample(able, min(count, len(able)))):
        found[place] = faulty(items[place], list(Defect)[number % len(Defect)], draw)
    return found


def faulty(sound: Item, defect: Defect, draw: Random) -> Item:
    """A single-choice item with this fault in one of its distractors."""
    option = draw.choice(sorted(lure for lure, _pull, _fall in sound.lures))
    lures, target = sound.lures, sound.target
    if defect is Defect.MISKEY:
        target = frozenset({option})
        lures = (*(lure for lure in lures if lure[0] != option), *map(_lure, sound.target))
    elif defect is Defect.DEAD:
        lures = tuple((name, DEAD_PULL if name == option else pull, fall) for name, pull, fall in lures)
    return replace(sound, target=target, lures=lures, defect=defect, option=option)


def person(draw: Random) -> Person:
    """A learner: ability N(0, 1); a few in a hundred hurry."""
    return Person(
        theta=draw.gauss(0, 1),
        haste=draw.uniform(0.15, 0.4) if draw.random() < HASTY else draw.uniform(0, 0.02),
        pace=draw.gauss(0, 0.25),
        says=draw.choice((0.0, 0.5, 0.9)),
    )


def chosen(item: Item, theta: float, draw: Random) -> frozenset[str]:
    """What somebody of this ability chooses when they take their time."""
    if draw.random() >= item.chance(theta):
        return _slip(item, theta, draw)
    if item.defect is Defect.AMBIGUOUS and draw.random() < AMBIGUOUS_SHARE:
        return frozenset({item.option})
    if item.defect is Defect.STRONG and draw.random() < STRONG_SHARE * logistic(STRONG_SLOPE * (theta - item.b)):
        return frozenset({item.option})
    return item.target


def _slip(item: Item, theta: float, draw: Random) -> frozenset[str]:
    """A wrong choice: a lure; of several options a lure more, a right one less, or both."""
    weights = [math.exp(pull - fall * theta) for _option, pull, fall in item.lures]
    lure = frozenset({draw.choices(item.lures, weights)[0][0]})
    if not item.of.multiple:
        return lure
    missed = frozenset({draw.choice(sorted(item.target))})
    swap, less, more = item.target - missed | lure, item.target - missed, item.target | lure
    if item.of.choose_n or not less:
        return swap
    return draw.choices((swap, less, more), SLIPS)[0]


def answer(item: Item, who: Person, draw: Random, *, again: bool = False) -> Given:
    """An answer with its time and confidence; ``again`` when the explanation had been read before."""
    if draw.random() < who.haste:
        size = len(item.target) if item.of.multiple else 1
        return Given(frozenset(draw.sample(item.of.options, size)), round(1000 * draw.uniform(*RAPID)))
    theta = who.theta + (1.0 if again else 0.0)
    choice = chosen(item, theta, draw)
    right = choice == item.of.key
    seconds = math.exp(item.pace + who.pace + draw.gauss(0, 0.45) + (0.0 if right else 0.1))
    return Given(choice, round(1000 * min(max(seconds, 3.0), LONGEST)), _confidence(item, who, right, draw))


def _confidence(item: Item, who: Person, right: bool, draw: Random) -> str:
    """How sure: tied to knowing, and a little to being right; many do not say."""
    if draw.random() >= who.says:
        return ""
    feels = item.slope * (who.theta - item.b) + (0.5 if right else -0.5) + draw.gauss(0, 1)
    if feels > 1:
        return Confidence.SURE.value
    return Confidence.UNSURE.value if feels > -1 else Confidence.GUESS.value
