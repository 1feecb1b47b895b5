"""What a simulated learner does in a month, on paper: attempts, answers, hours of the day."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from random import Random

from questions.actions.simulating.bank import Bank
from questions.actions.simulating.values import PlannedAnswer, PlannedAttempt, Wish
from questions.analysis.simulation import Given, Person, answer, person
from questions.items.words import Mode, Reason
from questions.models import Quiz

MOCK_SHARE = 0.35
OMITTED = 0.015
ABANDONED = 0.08
LEFT_OPEN = 0.03
ROUNDS = (10, 10, 20)
# What is practised: the certification, a domain, a quiz.
KINDS = (2, 1, 1)
# Most practise in the evening; nobody at night (hours of the day, UTC).
HOURS = range(7, 22)
HOUR_WEIGHTS = (2, 3, 3, 3, 3, 4, 3, 3, 3, 3, 4, 6, 7, 7, 5)
PAUSE = timedelta(minutes=10)
# Until an attempt has its hour.
EARLIEST = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Plan:
    """A learner under way: what they are like, what they have met (question id: when last)."""

    bank: Bank
    who: Person
    draw: Random
    met: dict[int, int] = field(default_factory=dict)
    answered: int = 0

    def meets(self, question: int) -> bool:
        """Note a meeting; whether it is not the first."""
        again = question in self.met
        self.answered += 1
        self.met[question] = self.answered
        return again


def learners_month(bank: Bank, wish: Wish, number: int, until: datetime) -> tuple[uuid.UUID, list[PlannedAttempt]]:
    """The uid and the attempts of the learner of this number, oldest first, none of them at the same time."""
    draw = Random(f"{wish.seed} learner {number}")  # noqa: S311 - no secret
    uid = _uid(draw)
    plan = Plan(bank, person(draw), draw)
    wanted = max(1, round(draw.gauss(wish.answers, wish.answers / 4)))
    attempts = []
    if bank.form and draw.random() < MOCK_SHARE:
        attempts.append(_mock(plan))
    while (left := wanted - sum(len(each.answers) for each in attempts)) > 0:
        attempts.append(_practice(plan, left))
    return uid, _on_days(attempts, wish.days, until, draw)


def _uid(draw: Random) -> uuid.UUID:
    return uuid.UUID(int=draw.getrandbits(128), version=4)


def _practice(plan: Plan, most: int) -> PlannedAttempt:
    """A quiz as it stands, or questions of the certification or a domain, those never met first."""
    draw, bank = plan.draw, plan.bank
    (kind,) = draw.choices(("all", "domain", "quiz"), KINDS)
    if kind == "quiz" and bank.quizzes:
        quiz, questions = draw.choice(bank.quizzes)
        return _attempt(plan, questions, Mode.PRACTICE, Reason.PICKED, str(quiz), quiz=quiz)
    name, pool = str(bank.certification), list(bank.cards)
    if kind == "domain":
        domain, pool = draw.choice(bank.domains)
        name = str(domain)
    count = min(draw.choice(ROUNDS), most)
    # Enough for all of them to be new, where there are as many; a large bank is not sorted for ten questions.
    ahead = draw.sample(pool, min(len(pool), count + len(plan.met)))
    ahead.sort(key=lambda question: plan.met.get(question, 0))
    return _attempt(plan, ahead[:count], Mode.PRACTICE, Reason.RANDOM, name)


def _mock(plan: Plan) -> PlannedAttempt:
    return _attempt(plan, plan.bank.form, Mode.MOCK, Reason.BLUEPRINT, str(plan.bank.certification))


def _attempt(
    plan: Plan, questions: Sequence[int], mode: Mode, reason: Reason, name: str, *, quiz: Quiz | None = None
) -> PlannedAttempt:
    """An attempt with its answers; its times count from a start that is set later."""
    draw = plan.draw
    token, seed = _uid(draw), draw.getrandbits(48)
    reach = len(questions)
    if mode is Mode.PRACTICE and draw.random() < ABANDONED:
        reach = draw.randint(1, reach)
    answers = []
    spent = 0
    for number, question in enumerate(questions[:reach], 1):
        given = _given(plan, question, mode)
        spent += given.milliseconds + draw.randint(1_000, 20_000)
        answers.append(_planned(plan, question, number, given, timedelta(milliseconds=spent)))
    if mode is Mode.MOCK:
        # A mock is handed in as a whole, in time.
        end = min(timedelta(milliseconds=spent), timedelta(minutes=plan.bank.certification.minutes))
        answers = [replace(each, after=end) for each in answers]
    return PlannedAttempt(
        token=token, seed=seed, mode=mode, reason=reason, quiz=quiz, name=name, questions=tuple(questions),
        answers=tuple(answers), started_at=EARLIEST, finished_at=None,
    )  # fmt: skip


def _given(plan: Plan, question: int, mode: Mode) -> Given:
    again = plan.meets(question)
    if mode is Mode.MOCK and plan.draw.random() < OMITTED:
        return Given(milliseconds=plan.draw.randint(5_000, 60_000))
    return answer(plan.bank.cards[question].item, plan.who, plan.draw, again=again)


def _planned(plan: Plan, question: int, number: int, given: Given, after: timedelta) -> PlannedAnswer:
    options = plan.bank.cards[question].options
    return PlannedAnswer(
        number=number,
        chosen=frozenset(option.pk for option in options if str(option.uid) in given.chosen),
        milliseconds=given.milliseconds,
        confidence=given.confidence,
        after=after,
        request_id=_uid(plan.draw),
    )


def _on_days(attempts: list[PlannedAttempt], days: int, until: datetime, draw: Random) -> list[PlannedAttempt]:
    """Give the attempts their hours, one after the other; what would not end before ``until`` is not begun."""
    starts = sorted(_hour(days, until, draw) for _each in attempts)
    free = EARLIEST
    placed = []
    for start, attempt in zip(starts, attempts, strict=True):
        begins = max(start, free)
        ends = begins + attempt.answers[-1].after
        if ends >= until:
            break
        free = ends + PAUSE
        whole = len(attempt.answers) == len(attempt.questions)
        finished = ends if whole else ends + timedelta(minutes=1)
        placed.append(replace(attempt, started_at=begins, finished_at=finished))
    if placed and len(placed[-1].answers) < len(placed[-1].questions) and draw.random() < LEFT_OPEN / ABANDONED:
        placed[-1] = replace(placed[-1], finished_at=None)
    return placed


def _hour(days: int, until: datetime, draw: Random) -> datetime:
    (hour,) = draw.choices(HOURS, HOUR_WEIGHTS)
    return until - timedelta(days=draw.randint(1, days)) + timedelta(hours=hour, seconds=draw.randint(0, 3_599))
