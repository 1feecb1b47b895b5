"""What the quiz pages show: one slot with its surroundings, and the summary of an attempt."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from questions.items.scoring import Answered, Decision, Score, score
from questions.items.words import Policy, Status
from questions.models import Attempt, Ruling, Slot
from questions.models.content import asked_of, content_of
from questions.reports.card import AskedCard, ExplainedCard, asked_card, explained_card


class Progress:
    """How far an attempt is: the states of its slots in order, and where to go on from ``number``.

    A state is ``ok``, ``bad``, ``void`` (withdrawn) or nothing while it waits for an answer.
    """

    def __init__(self, states: Sequence[str], number: int = 0) -> None:
        self.states = states
        self.number = number

    @property
    def total(self) -> int:
        """Slots dealt."""
        return len(self.states)

    @property
    def right(self) -> int:
        """Answered right."""
        return self.states.count("ok")

    @property
    def wrong(self) -> int:
        """Answered, to look at again."""
        return self.states.count("bad")

    @property
    def open(self) -> list[int]:
        """Numbers that wait for an answer."""
        return [number for number, state in enumerate(self.states, 1) if not state]

    @property
    def onward(self) -> int | None:
        """The next number to answer: after this one, else from the start, else none."""
        others = [number for number in self.open if number != self.number]
        return next((number for number in others if number > self.number), others[0] if others else None)


def progress_of(attempt: Attempt) -> Progress:
    """Progress of an attempt as a whole."""
    return Progress(attempt.slots.all().states())


def progress_at(slot: Slot) -> Progress:
    """Progress seen from a slot that came with its ``ticks``, its own answer included when it was just given."""
    states = list(slot.ticks)
    if hasattr(slot, "response"):
        states[slot.number - 1] = "ok" if slot.response.correct else "bad"
    return Progress(states, slot.number)


def ask(
    slot: Slot, *, chosen: Collection[int] = (), ruled_out: Collection[int] = (), confidence: str = ""
) -> AskedCard:
    """The card of an unanswered slot, with what was already entered."""
    return asked_card(
        asked_of(slot.version_id), slot.option_order, chosen=chosen, ruled_out=ruled_out, confidence=confidence
    )


def explain(slot: Slot) -> ExplainedCard:
    """The card of an answered slot: the recorded verdict, every option explained."""
    return explained_card(
        *content_of(slot.version_id),
        slot.option_order,
        chosen=slot.response.chosen,
        ruled_out=slot.response.ruled_out,
    )


@dataclass(frozen=True, slots=True)
class Missed:
    """A question answered wrong, for the summary."""

    number: int
    objective: str
    card: ExplainedCard


@dataclass(frozen=True, slots=True)
class Standing:
    """Right answers of a domain."""

    number: int
    name: str
    right: int
    answered: int


class Summary:
    """An attempt from its slots, responses and the rulings in force; reads three times whatever its size."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt

    @cached_property
    def slots(self) -> list[Slot]:
        """Its slots with what the page shows of each."""
        return list(
            self.attempt.slots.select_related("version", "version__question__objective", "domain", "response").order_by(
                "number"
            )
        )

    @cached_property
    def answered(self) -> list[Slot]:
        """Slots with a response."""
        return [slot for slot in self.slots if hasattr(slot, "response")]

    @property
    def marked(self) -> list[Slot]:
        """Slots that the learner marked for later and can still look at."""
        open_still = self.attempt.finished_at is None
        return [slot for slot in self.slots if slot.marked and (open_still or hasattr(slot, "response"))]

    @cached_property
    def withdrawn(self) -> int:
        """Unanswered slots whose question was withdrawn: they do not count."""
        return sum(not hasattr(s, "response") and s.version.status == Status.WITHDRAWN for s in self.slots)

    @property
    def skipped(self) -> list[int]:
        """Numbers of slots that wait for an answer or were left out."""
        return [s.number for s in self.slots if not hasattr(s, "response") and s.version.status != Status.WITHDRAWN]

    @cached_property
    def decisions(self) -> dict[int, Decision]:
        """The ruling in force on each version, the last one made."""
        rulings = Ruling.objects.in_force().filter(version__in={slot.version_id for slot in self.answered})
        return {r.version_id: Decision(Policy(r.policy), frozenset(r.key)) for r in rulings}

    @property
    def facts(self) -> list[Answered]:
        """The responses as scoring takes them."""
        return [
            Answered(s.version_id, frozenset(s.response.chosen), s.response.correct, s.domain_id) for s in self.answered
        ]

    @cached_property
    def score(self) -> Score:
        """Right of counted responses, recomputed on every read."""
        return score(self.facts, self.decisions)

    @cached_property
    def standings(self) -> list[Standing]:
        """Right answers by domain, in the exam's order."""
        found = []
        for domain in sorted({slot.domain for slot in self.answered}, key=lambda d: d.number):
            part = score((fact for fact in self.facts if fact.domain == domain.pk), self.decisions)
            found.append(Standing(domain.number, domain.name, part.right, part.counted))
        return found

    @cached_property
    def missed(self) -> list[Missed]:
        """Questions answered wrong, each explained."""
        return [
            Missed(slot.number, str(slot.version.question.objective), explain(slot))
            for slot in self.answered
            if not slot.response.correct
        ]
