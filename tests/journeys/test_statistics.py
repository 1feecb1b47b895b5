"""Whatever happens between two runs of the analysis, its statistics are those of a naive recount."""

import datetime as dt
import math
import os
import random
import uuid
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connection

from questions.actions.analysing import analyse
from questions.actions.answering import left_out
from questions.actions.publishing import publish, revise, withdraw
from questions.items.words import Mode, Reason
from questions.models import (
    Ability,
    Attempt,
    Calibration,
    Certification,
    ItemStatistic,
    Learner,
    Option,
    Question,
    Response,
    Run,
    Slot,
    User,
    Version,
)
from tests.builders import NOW, make_certification, make_question

FULL = bool(os.environ.get("EXAMPREP_FULL"))
SEEDS, EVENTS = (20, 10_000) if FULL else (2, 600)
LEARNERS, SIZE = (200, 15) if FULL else (40, 12)
DAY = dt.timedelta(days=1)


@dataclass
class Sitting:
    """An attempt as the recount knows it."""

    attempt: Attempt
    slots: int = 0


@dataclass
class Answer:
    """A response that counts, as the recount knows it."""

    pk: int
    learner: int
    attempt: int
    chosen: frozenset[str]
    correct: bool
    ms: int | None
    at: dt.datetime


@dataclass
class World:
    """The bank, the people, and what was written down of everything that happened."""

    draw: random.Random
    certification: Certification
    questions: list[Question]
    learners: list[Learner]
    now: dt.datetime = NOW
    met: set[tuple[int, int]] = field(default_factory=set)
    sittings: dict[int, Sitting] = field(default_factory=dict)
    waiting: list[tuple[Slot, dict[str, Any]]] = field(default_factory=list)
    counted: dict[int, list[Answer]] = field(default_factory=lambda: defaultdict(list))
    published: dict[int, tuple[Version, list[Option]]] = field(default_factory=dict)
    hurried: set[int] = field(default_factory=set)
    uids: dict[int, str] = field(default_factory=dict)
    compared: int = 0

    def look(self) -> None:
        """Take note of what is published."""
        self.published = {}
        for version in Version.objects.published().prefetch_related("options"):
            options = list(version.options.all())
            self.published[version.question_id] = version, options
            self.uids |= {option.pk: str(option.uid) for option in options}

    def answer(self) -> None:
        learner = self.draw.choice(self.learners).pk
        found = self.published.get(self.draw.choice(self.questions).pk)
        if found is None:
            return
        version, options = found
        sitting = self.sittings.get(learner)
        if sitting is None:
            sitting = self.sittings[learner] = self.sit_down(learner)
        sitting.slots += 1
        order = [option.pk for option in options]
        keys = {option.pk for option in options if option.is_key}
        some = self.draw.sample(order, self.draw.choice((1, 1, 1, 2)) if len(keys) > 1 else 1)
        chosen = sorted(keys) if self.draw.random() < 0.5 else some
        slot = Slot(
            attempt=sitting.attempt, number=sitting.slots, version=version, option_order=order,
            domain=self.questions[0].objective.domain, reason=self.draw.choice(list(Reason)).value,
        )  # fmt: skip
        earlier = (learner, version.question_id) in self.met
        self.met.add((learner, version.question_id))
        self.now += dt.timedelta(minutes=3)
        facts = {
            "learner_id": learner, "question_id": version.question_id, "version": version, "chosen": chosen,
            "correct": set(chosen) == keys, "mode": Mode.PRACTICE.value, "reason": slot.reason, "order_shown": order,
            "positions": [order.index(pk) + 1 for pk in chosen], "exposure": 1 + earlier, "rationale_seen": earlier,
            "left_out": left_out(mode=Mode.PRACTICE, earlier=int(earlier), sighted=False, staff=False),
            "milliseconds": self.draw.choice((None, 700, *(self.draw.randint(9_000, 700_000) for _ in range(9)))),
            "request_id": uuid.UUID(int=self.draw.getrandbits(128)), "answered_at": self.now,
        }  # fmt: skip
        self.waiting.append((slot, facts))
        if sitting.slots == SIZE:
            self.flush()
            Attempt.objects.filter(pk=sitting.attempt.pk).update(finished_at=self.now)
            del self.sittings[learner]

    def sit_down(self, learner: int) -> Sitting:
        attempt = Attempt.objects.create(
            learner_id=learner, certification=self.certification, mode=Mode.PRACTICE, name="Journey", seed=1,
            blueprint={}, started_at=self.now,
        )  # fmt: skip
        return Sitting(attempt)

    def flush(self) -> None:
        """Write the answers given so far."""
        slots = Slot.objects.bulk_create(slot for slot, _facts in self.waiting)
        rows = zip(slots, (facts for _slot, facts in self.waiting), strict=True)
        for response in Response.objects.bulk_create(Response(slot=slot, **facts) for slot, facts in rows):
            if response.left_out == "":
                line = response.version.lineage_id or response.version_id
                chosen = frozenset(self.uids[pk] for pk in response.chosen)
                attempt = response.slot.attempt_id
                self.counted[line].append(
                    Answer(
                        response.pk, response.learner_id, attempt, chosen, response.correct, response.milliseconds,
                        response.answered_at,
                    )
                )  # fmt: skip
        self.waiting = []

    def revise(self, *, cosmetic: bool) -> None:
        self.flush()
        draft = revise(question=self.draw.choice(self.questions), by=None)
        if not cosmetic:
            draft.options.filter(is_key=False).order_by("pk")[0].delete()
            Option.objects.create(
                version=draft, position=9, text=f"Another {draft.pk}", because="it is another.", looks_right="new."
            )
        publish(version=draft, by=None, now=self.now, cosmetic=cosmetic)
        self.look()

    def withdraw(self) -> None:
        self.flush()
        found = self.published.get(self.draw.choice(self.questions).pk)
        if found:
            withdraw(version=found[0], now=self.now)
            self.look()

    def erase(self) -> None:
        """Somebody goes; what they answered stays."""
        self.flush()
        with connection.cursor() as cursor:
            cursor.execute("SELECT erase_learner(%s)", [self.draw.choice(self.learners).user_id])

    def welcome(self) -> None:
        """Somebody new, for whom every question is."""
        self.learners.append(Learner.objects.create())

    def calibrate(self) -> None:
        """A scale from nowhere: the analysis does not ask how good it is."""
        self.flush()
        Ability.objects.all().delete()
        Ability.objects.bulk_create(
            Ability(
                learner=learner, certification=self.certification, theta=self.draw.gauss(0, 1), information=9.0,
                n=self.draw.randint(15, 40), computed_at=self.now,
            )
            for learner in self.learners
        )  # fmt: skip
        Calibration.objects.all().delete()
        Calibration.objects.bulk_create(
            Calibration(lineage_id=line, b=self.draw.gauss(0, 1), n=1, computed_at=self.now) for line in self.counted
        )

    def analyse(self) -> None:
        self.flush()
        last = Run.objects.exclude(finished_at=None).order_by("-upto", "started_at").first()
        analyse(now=self.now)
        limits = {line: limit(answers) for line, answers in self.counted.items()}
        self.judge_attempts(limits, last)
        rows = {row.pk: row for row in ItemStatistic.objects.all()}
        assert set(rows) == set(
            Version.objects.filter(lineage=None).exclude(status="draft").values_list("pk", flat=True)
        )
        abilities = {each.learner_id: each for each in Ability.objects.all()}
        scale = {each.pk: each for each in Calibration.objects.all()}
        for line, row in rows.items():
            kept = [
                answer
                for answer in self.counted.get(line, [])
                if answer.attempt not in self.hurried and not (answer.ms is not None and answer.ms < limits[line])
            ]
            self.compare(row, kept, [criterion(each, abilities.get(each.learner), scale.get(line)) for each in kept])

    def judge_attempts(self, limits: dict[int, float], last: Run | None) -> None:
        """Attempts that are ready, and new or not ready before."""
        above = max(0, last.upto - 10_000) if last else 0
        efforts: dict[int, list[tuple[int, bool]]] = defaultdict(list)
        for line, answers in self.counted.items():
            for each in answers:
                efforts[each.attempt].append((each.pk, each.ms is not None and each.ms < limits[line]))
        for attempt in Attempt.objects.filter(pk__in=efforts):
            found = efforts[attempt.pk]
            ready = attempt.finished_at is not None or attempt.started_at < self.now - DAY
            new = last is None or max(pk for pk, _rapid in found) > above
            new = new or bool(
                last
                and attempt.started_at >= last.started_at - DAY
                and (attempt.finished_at is None or attempt.finished_at >= last.started_at)
            )
            if ready and new and len(found) >= 10 and sum(rapid for _pk, rapid in found) > len(found) / 10:
                self.hurried.add(attempt.pk)

    def compare(self, row: ItemStatistic, kept: list[Answer], ys: list[float | None]) -> None:
        data = row.data
        assert row.n == data["n"] == len(kept)
        assert data["right"] == sum(each.correct for each in kept)
        known = [(each, y) for each, y in zip(kept, ys, strict=True) if y is not None]
        assert data["m"] == len(known)
        same(data["r"], correlation([(float(each.correct), y) for each, y in known]))
        cuts = {share: cut([y for _each, y in known], share) for share in (0.2, 0.27, 0.4, 0.6, 0.73, 0.8)}
        for option in data["options"]:
            takers = [y for each, y in known if option["option"] in each.chosen]
            assert option["n"] == sum(option["option"] in each.chosen for each in kept)
            assert option["lower_n"] == sum(y <= cuts[0.27] for y in takers)
            assert option["upper_n"] == sum(y > cuts[0.73] for y in takers)
            fifths = [sum(y > cuts[share] for share in (0.2, 0.4, 0.6, 0.8)) for y in takers]
            assert option["trace_n"] == [fifths.count(place) for place in range(5)]
            same(option["mean"], sum(takers) / len(takers) if takers else None)
            same(option["r"], correlation([(float(option["option"] in each.chosen), y) for each, y in known]))
        assert sum(option["n"] for option in data["options"]) == sum(len(each.chosen) for each in kept)
        self.compared += 1


def same(found: float | None, expected: float | None) -> None:
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


def limit(answers: list[Answer]) -> float:
    """The time below which an answer is a rapid guess."""
    times = sorted(each.ms for each in answers if each.ms is not None)
    return min(10_000.0, 0.1 * cut([float(each) for each in times], 0.5)) if len(times) >= 30 else 2_000.0


def cut(values: list[float], share: float) -> float:
    if not values:
        return math.nan
    values = sorted(values)
    place = share * (len(values) - 1)
    low, high = values[math.floor(place)], values[math.ceil(place)]
    return low + (place - math.floor(place)) * (high - low)


def criterion(answer: Answer, ability: Ability | None, scale: Calibration | None) -> float | None:
    """The ability without this answer, where it was in it; None for too few others."""
    if ability is None:
        return None
    inside = scale is not None and answer.at <= min(ability.computed_at, scale.computed_at)
    if ability.n - inside < 20:
        return None
    if not inside or scale is None:
        return ability.theta
    p = 1 / (1 + math.exp(scale.b - ability.theta))
    return ability.theta - (answer.correct - p) / (ability.information - p * (1 - p))


def correlation(pairs: list[tuple[float, float]]) -> float | None:
    if len(pairs) < 2:
        return None
    n = len(pairs)
    a, b = math.fsum(x for x, _y in pairs) / n, math.fsum(y for _x, y in pairs) / n
    xx = math.fsum((x - a) ** 2 for x, _y in pairs)
    yy = math.fsum((y - b) ** 2 for _x, y in pairs)
    if xx == 0 or yy <= 1e-18:
        return None
    return math.fsum((x - a) * (y - b) for x, y in pairs) / math.sqrt(xx * yy)


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(SEEDS))
def test_statistics_equal_a_naive_recount_whatever_happens(seed: int) -> None:
    draw = random.Random(seed)  # noqa: S311 - the same every time
    certification = make_certification()
    objective = certification.objectives.get(section="1.1")
    questions = [make_question(objective, keys=keys) for keys in (1, 1, 1, 2) * 5]
    users = User.objects.bulk_create(User(email=f"l{n}@example.org", password="!") for n in range(LEARNERS))
    world = World(draw, certification, questions, Learner.objects.bulk_create(Learner(user=user) for user in users))
    world.look()
    world.analyse()
    deeds: list[tuple[float, Callable[[], None]]] = [
        (0.010, lambda: world.revise(cosmetic=True)),
        (0.015, lambda: world.revise(cosmetic=False)),
        (0.017, world.withdraw),
        (0.022, world.erase),
        (0.026, world.calibrate),
        (0.036, world.analyse),
        (0.066, world.welcome),
        (1, world.answer),
    ]
    for _event in range(EVENTS):
        chance = draw.random()
        next(deed for until, deed in deeds if chance < until)()
    world.calibrate()
    world.analyse()

    assert world.compared > 20
    assert world.hurried
    assert sum(map(len, world.counted.values())) > 50
