"""What is wished for, what each simulated learner does, and what came of it."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from questions.analysis.simulation import MODELS, Model
from questions.items.words import Mode, Reason
from questions.models import Quiz


@dataclass(frozen=True, slots=True)
class Wish:
    """How many learners, by which seed, and what they are like; ``certification`` is a code, empty for all."""

    learners: int
    seed: int
    model: Model = MODELS["3pl"]
    certification: str = ""
    days: int = 30
    answers: int = 60
    # Questions with a planted fault; None: as many as the bank bears.
    defects: int | None = None


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """What is handed in for a slot: option ids, with all that a response says; ``after`` the start of its attempt."""

    number: int
    chosen: frozenset[int]
    milliseconds: int
    confidence: str
    after: timedelta
    request_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class PlannedAttempt:
    """An attempt of a simulated learner: question ids in order and the answers; the rest of the slots is skipped."""

    token: uuid.UUID
    seed: int
    mode: Mode
    reason: Reason
    quiz: Quiz | None
    name: str
    questions: tuple[int, ...]
    answers: tuple[PlannedAnswer, ...]
    started_at: datetime
    # None: left open.
    finished_at: datetime | None


@dataclass(frozen=True, slots=True)
class Planted:
    """A fault that is really there: the question's code, the kind, and the option by uid, place and text."""

    code: str
    kind: str
    option: str
    place: int
    text: str


@dataclass(frozen=True, slots=True)
class Simulated:
    """What was written, and which faults the learners behaved by."""

    learners: int
    attempts: int
    responses: int
    defects: tuple[Planted, ...]
