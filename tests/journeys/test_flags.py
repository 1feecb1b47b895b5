"""Whatever rules, reviewers and authors do, and in whatever order: the history of each flag explains it."""

import os
import random
import uuid
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from questions.actions.analysing.values import Judged
from questions.actions.flagging import (
    EndedError,
    NothingToDecideError,
    NotLiveError,
    Tally,
    decide,
    decide_all,
    judge,
    raise_flag,
    solve_blind,
)
from questions.actions.flagging.complaints import BY_HAND, complaint
from questions.actions.publishing import revise, withdraw
from questions.items.words import Decision, FlagState, Status
from questions.models import Flag, FlagEvent, ItemStatistic, Question, User, Version
from questions.models.review import PENDING
from tests.actions.flags import (
    DEAD,
    DRAWN,
    HEALTHY,
    LATER,
    MISKEYED,
    UNSURE,
    explained,
    judged,
    make_statistic,
    published_again,
)
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db
FULL = bool(os.environ.get("EXAMPREP_FULL"))
STEPS = 200 if FULL else 80
DECISIONS = [decision.value for decision in (Decision.KEEP, Decision.TO_AUTHOR, Decision.REVISE, Decision.NOTE)]


class Walk:
    """A bank of a few questions, two reviewers, and chance."""

    def __init__(self, seed: int, people: list[User]) -> None:
        self.chance, self.people = random.Random(seed), people  # noqa: S311 - not for secrets
        self.questions = [make_question() for _number in range(4)]
        # What was ever on record must stay there.
        self.entries: dict[int, tuple[Any, ...]] = {}
        self.answered: Counter[str] = Counter()

    def step(self) -> None:
        deeds = [self.run] * 8 + [self.decide] * 5 + [self.decide_all, self.complain, self.solve] * 2
        deed = self.chance.choice([*deeds, self.revise, self.revise, self.withdraw])
        deed()
        self.answered[deed.__name__] += 1

    def question(self) -> Question:
        return self.chance.choice(self.questions)

    def person(self) -> User:
        return self.chance.choice(self.people)

    def live(self, question: Question) -> Version | None:
        return question.versions.published().first()

    def line(self, version: Version) -> Judged:
        """The line of a version after some more responses, or none."""
        known = ItemStatistic.objects.filter(pk=version.lineage_id or version.pk).first()
        before, n_before = (known.n, known.judged_n) if known else (0, 0)
        n = int(before * self.chance.choice([1, 1.05, 1.2, 2])) or self.chance.choice([60, 110, 180, 300])
        n = min(n, 1_000_000)
        make_statistic(version, n=n, judged_n=n_before)
        shape = self.chance.choice([HEALTHY, UNSURE, DRAWN, DEAD, MISKEYED])
        return judged(version, shape, n=n, n_before=n_before, adaptive=self.chance.random() < 0.2)

    def run(self) -> None:
        """A run over some lines, among them some that learners do not meet any more."""
        met = Version.objects.exclude(published_at=None).select_related("question").order_by("pk")
        ends = {version.lineage_id or version.pk: version for version in met}
        due = {Status.PUBLISHED.value: 0.7, Status.WITHDRAWN.value: 0.3, Status.SUPERSEDED.value: 0.1}
        lines = [self.line(version) for version in ends.values() if self.chance.random() < due[version.status]]
        judge(lines, now=LATER)
        kept = list(Flag.objects.order_by("pk").values())
        assert judge(lines, now=LATER) == Tally()
        assert list(Flag.objects.order_by("pk").values()) == kept

    def decide(self) -> None:
        """On what was seen some time ago, perhaps; and again, as a browser does."""
        flags = list(Flag.objects.order_by("-pk")[:12])
        if not flags:
            return
        flag, request = self.chance.choice(flags), uuid.uuid4()
        past = list(flag.events.values_list("after", flat=True))
        said: dict[str, Any] = {
            "decision": self.chance.choice(DECISIONS) if self.chance.random() < 0.97 else Decision.WITHDRAW,
            "note": "Why.",
            "by": self.person(),
            "seen_state": self.chance.choice([flag.state, flag.state, *past]),
        }
        self.entry(lambda: decide(flag=flag, now=LATER, request_id=request, **said))

    def decide_all(self) -> None:
        question, request = self.question(), uuid.uuid4()
        said: dict[str, Any] = {"decision": self.chance.choice(DECISIONS), "note": "Why.", "by": self.person()}
        self.entry(lambda: decide_all(question=question, now=LATER, request_id=request, **said))

    def complain(self) -> None:
        version, request = self.chance.choice(list(Version.objects.order_by("-pk")[:6])), uuid.uuid4()
        uid = self.chance.choice([None, *version.options.values_list("uid", flat=True)])
        code, by = self.chance.choice(["manual", "key_suspect"]), self.person()
        self.entry(lambda: raise_flag(version=version, option_uid=uid, by=by, now=NOW, request_id=request, code=code))

    def entry(self, deed: Any) -> None:
        """Say the same thing twice with one request: it is refused, or on record once."""
        before = FlagEvent.objects.count()
        with suppress(EndedError, NothingToDecideError, NotLiveError):
            deed()
            after = FlagEvent.objects.count()
            assert after > before
            deed()
            assert FlagEvent.objects.count() == after

    def solve(self) -> None:
        version = self.live(self.question())
        if version:
            chosen = {self.chance.choice(list(version.options.values_list("pk", flat=True)))}
            solve_blind(version=version, chosen=chosen, by=self.person(), now=NOW)

    def revise(self) -> None:
        question = self.question()
        revise(question=question, by=self.person())
        published_again(question, by=self.person(), cosmetic=self.chance.random() < 0.3)

    def withdraw(self) -> None:
        version = self.live(self.question())
        if version and self.chance.random() < 0.5:
            withdraw(version=version, by=self.person(), now=LATER)

    def check(self) -> None:
        self.check_history()
        lines = {version.question_id: (version.lineage_id or version.pk) for version in Version.objects.published()}
        about: Counter[tuple[Any, ...]] = Counter()
        for flag in Flag.objects.select_related("version").prefetch_related("events"):
            explained(flag)
            line = flag.version.lineage_id or flag.version.pk
            asks = flag.state in (*PENDING, FlagState.WAITING)
            assert not asks or flag.question_id in lines, "pending on a question that learners do not meet"
            assert not asks or (line == lines[flag.question_id]) == (flag.state != FlagState.WATCHING)
            if flag.code not in BY_HAND and (flag.state == FlagState.WATCHING or line == lines.get(flag.question_id)):
                about[flag.question_id, complaint(flag.option_uid, flag.code)] += 1
        assert set(about.values()) <= {1}, "one complaint of the rules, one flag"

    def check_history(self) -> None:
        entries = {row[0]: row for row in FlagEvent.objects.values_list("pk", "flag", "decision", "before", "after")}
        assert self.entries.items() <= entries.items()
        self.entries = entries


@pytest.mark.parametrize("seed", range(20 if FULL else 2))
def test_a_random_walk_leaves_every_state_explained_and_nothing_lost(seed: int, rita: User, ivan: User) -> None:
    walk = Walk(seed, [rita, ivan])

    for _step in range(STEPS):
        walk.step()
        walk.check()

    # It went somewhere.
    assert len(walk.answered) == 7
    states = set(FlagEvent.objects.values_list("after", flat=True))
    assert states >= {"open", "flagged", "watching", "dismissed", "closed"}
    assert FlagEvent.objects.filter(decision=Decision.REOPENED).exists()
