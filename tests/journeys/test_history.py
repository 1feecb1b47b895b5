"""Whatever happens to the bank, what a learner saw and scored stays: a machine that edits at random."""

import os
import re
import uuid
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from questions.actions.answering import Answer, end_attempt, record_response
from questions.actions.dealing import NothingToDealError, Scope, start_practice
from questions.actions.importing import import_bank
from questions.actions.items import item_of
from questions.actions.publishing import CannotPublishError, publish, revise, withdraw
from questions.items.words import Status
from questions.models import Attempt, Certification, Question, Slot, User
from questions.reports.quiz import Summary
from tests.actions.files import file
from tests.builders import NOW, make_certification, make_draft, make_question

FULL = bool(os.environ.get("EXAMPREP_FULL"))


class Bank(RuleBasedStateMachine):
    """Edits, revisions, withdrawals, imports, new questions and answers, in any order."""

    person: User
    compared = 0
    imported = 0

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[int, tuple[Any, ...]] = {}
        self.client = Client()
        self.client.force_login(self.person)
        self.undo = transaction.atomic()
        self.undo.__enter__()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    @initialize()
    def bank(self) -> None:
        self.certification: Certification = make_certification()
        self.objective = self.certification.objectives.get(section="1.1")
        for _number in range(3):
            make_question(self.objective)
        # One attempt is finished from the start, so that every step has something to leave as it was.
        self.start(seed=1)
        self.answer(place=0, option=0)
        self.end(place=0)
        self.import_again(place=0, text="first", key=1)

    def question(self, place: int) -> Question:
        questions = list(Question.objects.order_by("pk"))
        return questions[place % len(questions)]

    def open_slots(self) -> list[Slot]:
        return list(Slot.objects.to_answer().filter(response=None, attempt__finished_at=None).order_by("pk"))

    @rule(seed=st.integers(0, 99))
    def start(self, seed: int) -> None:
        try:
            start_practice(
                person=self.person, scope=Scope(self.certification), count=3, token=uuid.uuid4(), seed=seed, now=NOW
            )
        except NothingToDealError:
            assert not Question.objects.live().exists()

    @precondition(lambda self: self.open_slots())
    @rule(place=st.integers(0, 9), option=st.integers(0, 3))
    def answer(self, place: int, option: int) -> None:
        slots = [slot for slot in self.open_slots() if slot.version.status != "withdrawn"]
        if slots:
            slot = slots[place % len(slots)]
            chosen = slot.option_order[option % len(slot.option_order)]
            record_response(slot=slot, answer=Answer(frozenset({chosen})), now=NOW, request_id=uuid.uuid4())

    @rule(place=st.integers(0, 9))
    def end(self, place: int) -> None:
        attempts = list(Attempt.objects.filter(finished_at=None).order_by("pk"))
        if attempts:
            end_attempt(attempt=attempts[place % len(attempts)], now=NOW)

    @rule(place=st.integers(0, 9), text=st.text("abc ", max_size=8), key=st.integers(0, 3), drop=st.booleans())
    def edit_a_draft(self, place: int, text: str, key: int, drop: bool) -> None:
        draft = revise(question=self.question(place), by=None)
        draft.stem, draft.explanation = f"{text} edited?", text
        draft.save()
        options = list(draft.options.all())
        if drop and len(options) > 2:
            options.pop().delete()
        for number, option in enumerate(options):
            option.is_key = number == key % len(options)
            option.because = f"because {text} {number}"
            option.text = f"{text} {number}"
            option.save()

    @rule(place=st.integers(0, 9))
    def publish_a_draft(self, place: int) -> None:
        draft = self.question(place).versions.open().first()
        if draft is not None:
            with suppress(CannotPublishError):
                publish(version=draft, by=None, now=NOW)

    @rule(place=st.integers(0, 9))
    def withdraw_one(self, place: int) -> None:
        version = self.question(place).versions.filter(status="published").first()
        if version is not None:
            withdraw(version=version, now=NOW)

    @rule()
    def write_a_question(self) -> None:
        publish(version=make_draft(self.objective), by=None, now=NOW)

    @rule(place=st.integers(0, 9), text=st.text("abc ", max_size=8), key=st.integers(0, 3))
    def import_again(self, place: int, text: str, key: int) -> None:
        """The question's newest wording from a file, with another stem and another key; refused beside a draft."""
        newest = self.question(place).versions.order_by("-number").first()
        assert newest is not None
        item = item_of(newest)
        options = tuple(
            replace(
                option, is_key=number == key % len(item.options), because=f"file says {text} {number}", looks_right=""
            )
            for number, option in enumerate(item.options)
        )
        item = replace(item, stem=f"{text} imported?", options=options, status=Status.PUBLISHED)
        report = import_bank(files=[file(item, code=self.certification.code)], by=None, now=NOW)
        Bank.imported += report.published

    @rule(place=st.integers(0, 9))
    def move_or_rename(self, place: int) -> None:
        question = self.question(place)
        question.difficulty, question.tags = "hard", ["moved"]
        question.save()

    @invariant()
    def finished_attempts_stay_as_they_were(self) -> None:
        for attempt in Attempt.objects.exclude(finished_at=None):
            seen = (self.pages(attempt), Summary(attempt).score)
            assert self.kept.setdefault(attempt.pk, seen) == seen
            Bank.compared += 1

    def pages(self, attempt: Attempt) -> list[str]:
        numbers = attempt.slots.exclude(response=None).order_by("number").values_list("number", flat=True)
        return [self.page(reverse("quiz-play", args=[attempt.pk, number])) for number in numbers]

    def page(self, url: str) -> str:
        page = self.client.get(url).content.decode()
        card = re.search(r'<article class="card q".*</article>', page, re.DOTALL)
        assert card is not None, page
        return card.group()


@pytest.mark.django_db
def test_finished_attempts_never_change(lea: User) -> None:
    Bank.person = lea
    run_state_machine_as_test(
        Bank,
        settings=settings(
            max_examples=100 if FULL else 8,
            stateful_step_count=40 if FULL else 20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert Bank.compared > 0
    assert Bank.imported > 0
