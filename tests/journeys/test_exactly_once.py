"""One response a slot, whatever arrives in parallel: real threads, real connections, real transactions."""

import os
import random
import re
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from questions.actions.dealing import Scope, start_practice
from questions.models import Attempt, Response, Slot, User
from tests.builders import NOW, make_certification, make_question

pytestmark = pytest.mark.django_db(transaction=True)
PARALLEL = 64
# The whole proof takes a minute or two: EXAMPREP_FULL=1 uv run pytest tests/journeys/test_exactly_once.py
SLOTS = 50 if os.environ.get("EXAMPREP_FULL") else 4


@pytest.fixture
def attempt(lea: User) -> Attempt:
    objective = make_certification().objectives.get(section="1.1")
    for _number in range(SLOTS):
        make_question(objective)
    scope = Scope(objective.certification)
    return start_practice(person=lea, scope=scope, count=SLOTS, token=uuid.uuid4(), seed=3, now=NOW)


@pytest.fixture
def crowd(lea: User) -> Iterator[ThreadPoolExecutor]:
    """As many threads as requests, each with a connection of its own."""
    with ThreadPoolExecutor(PARALLEL) as pool:
        yield pool
        gate = Barrier(PARALLEL)

        def leave() -> None:
            gate.wait()
            connection.close()

        for done in [pool.submit(leave) for _thread in range(PARALLEL)]:
            done.result()


def all_at_once(crowd: ThreadPoolExecutor, person: User, slot: Slot, choices: list[str]) -> list[tuple[int, str]]:
    """Post every choice to the slot at the same moment; ``(status, page without tokens)`` of each reply."""
    url = reverse("quiz-answer", args=[slot.attempt_id, slot.number])
    client = Client(headers={"HX-Request": "true"})
    client.force_login(person)
    cookies = {name: morsel.value for name, morsel in client.cookies.items()}
    gate = Barrier(len(choices))

    def post(choice: str) -> tuple[int, str]:
        mine = Client(headers={"HX-Request": "true"})
        mine.cookies.load(cookies)
        gate.wait()
        reply = mine.post(url, {"choice": choice})
        return reply.status_code, re.sub(r'(csrfmiddlewaretoken" value=)"\w+"', r"\1", reply.content.decode())

    return [done.result() for done in [crowd.submit(post, choice) for choice in choices]]


def verdict(page: str) -> str:
    """What a reply says the answer was: title and letter tags, without the progress around them."""
    found = re.search(r'<div class="verdict.*</ol>', page, re.DOTALL)
    assert found is not None, page
    return found.group()


def recorded_letter(slot: Slot) -> str:
    response = Response.objects.get(slot=slot)
    return "ABCD"[slot.option_order.index(response.chosen[0])]


@pytest.mark.parametrize("different", [False, True], ids=["identical", "different"])
def test_parallel_answers_leave_one_response_and_all_see_it(
    lea: User, attempt: Attempt, crowd: ThreadPoolExecutor, different: bool
) -> None:
    draw = random.Random(11)  # noqa: S311 - choices to post, not secrets
    for slot in attempt.slots.order_by("number"):
        choices = [draw.choice("ABCD") if different else "B" for _request in range(PARALLEL)]

        replies = all_at_once(crowd, lea, slot, choices)

        assert {status for status, _page in replies} == {200}
        assert len({verdict(page) for _status, page in replies}) == 1
        letter = recorded_letter(slot)
        assert letter in choices
        right = Response.objects.get(slot=slot).correct
        assert ("Right." if right else f"You chose {letter},") in replies[0][1]
    assert Response.objects.count() == SLOTS
    attempt.refresh_from_db()
    assert attempt.finished_at is not None
