"""A bank and a history of the size that the measurement names, written in bulk."""

import datetime as dt
import random
import uuid
from dataclasses import dataclass
from importlib import import_module
from itertools import count

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from django.db import connection

from questions.items.words import Mode, Reason, Status
from questions.markup import RENDERER
from questions.models import (
    Attempt,
    Certification,
    Domain,
    Learner,
    Objective,
    Option,
    Question,
    Rendering,
    Response,
    Slot,
    User,
    Version,
)

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
TEXT = "A batch of images is captioned by a model that was tuned on product pages. " * 4
BATCH = 2_000


@dataclass(frozen=True)
class Seat:
    """A signed-in learner with slots that wait for an answer."""

    session: str
    csrf: str
    slots: list[tuple[int, int]]


def fresh_database() -> None:
    """Drop and make the bench's database, and bring it up to date."""
    name = connection.settings_dict["NAME"]
    connection.close()
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
    call_command("migrate", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_row (id bigserial PRIMARY KEY, person bigint NOT NULL,"
            " at timestamptz NOT NULL DEFAULT now())"
        )
        role = settings.DATABASE_APP_ROLE
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role])
        if cursor.fetchone():
            cursor.execute(
                f'GRANT INSERT ON bench_row TO "{role}"; GRANT USAGE ON SEQUENCE bench_row_id_seq TO "{role}"'
            )


def bank(questions: int) -> list[Version]:
    """``questions`` published questions of four options in one certification."""
    certification = Certification.objects.create(
        code="bench", name="Bench", questions_min=50, questions_max=60, mock_length=60, minutes=60
    )
    domain = Domain.objects.create(certification=certification, number=1, name="All", weight=100)
    objective = Objective.objects.create(domain=domain, section="1.1", title="Everything")
    Certification.objects.update(published=True)
    made = Question.objects.bulk_create(
        (Question(code=f"B-{n:06}", objective=objective) for n in range(questions)), batch_size=BATCH
    )
    versions = Version.objects.bulk_create(
        (Version(question=question, stem=f"{TEXT} Which one ({question.code})?") for question in made), batch_size=BATCH
    )
    options = Option.objects.bulk_create(
        (
            Option(version=v, position=n, text=f"Option {n}", is_key=n == 1, because=TEXT, looks_right=TEXT)
            for v in versions
            for n in range(1, 5)
        ),
        batch_size=BATCH,
    )
    by_version: dict[int, list[Option]] = {}
    for option in options:
        by_version.setdefault(option.version_id, []).append(option)
    Version.objects.update(status=Status.PUBLISHED, published_at=NOW)
    Rendering.objects.bulk_create((rendering(v, by_version[v.pk]) for v in versions), batch_size=BATCH)
    for version in versions:
        version.order = [option.pk for option in by_version[version.pk]]  # type: ignore[attr-defined]
    return versions


def rendering(version: Version, options: list[Option]) -> Rendering:
    """Content as the renderer would leave it, without paying for it five thousand times."""
    asked = {
        "kind": "single", "choose_n": None, "language": "en", "stem": f"<p>{version.stem}</p>",
        "options": {str(o.pk): o.text for o in options},
    }  # fmt: skip
    explained = {
        "name": "", "takeaway": TEXT, "explanation": f"<p>{TEXT}</p>", "references": [], "key": [options[0].pk],
        "options": {str(o.pk): {"because": o.because, "looks_right": "" if o.is_key else TEXT} for o in options},
    }  # fmt: skip
    return Rendering(version=version, renderer=RENDERER, asked=asked, explained=explained)


def people(number: int) -> list[tuple[User, Learner]]:
    """Learners who share one password hash."""
    first = User(email="bench-0@example.org")
    first.set_unusable_password()
    users = User.objects.bulk_create(
        User(email=f"bench-{n}@example.org", password=first.password) for n in range(number)
    )
    return list(zip(users, Learner.objects.bulk_create(Learner(user=user) for user in users), strict=True))


def attempts(learners: list[Learner], versions: list[Version], each: int, *, again: int) -> list[list[Slot]]:
    """One attempt a learner with ``each`` slots, starting ``again`` questions further on in a draw of their own."""
    certification = Certification.objects.get()
    domain = Domain.objects.get()
    made = Attempt.objects.bulk_create(
        Attempt(
            learner=learner, certification=certification, mode=Mode.PRACTICE.value, name="Bench", seed=n, blueprint={},
            started_at=NOW,
        )
        for n, learner in enumerate(learners)
    )  # fmt: skip
    slots = []
    for place, attempt in enumerate(made):
        draw = random.Random(place).sample(versions, again + each)[again:]  # noqa: S311
        slots.append(
            [
                Slot(
                    attempt=attempt, number=number, version=version, domain=domain, reason=Reason.RANDOM.value,
                    option_order=version.order,  # type: ignore[attr-defined]
                )
                for number, version in enumerate(draw, 1)
            ]
        )  # fmt: skip
    Slot.objects.bulk_create((slot for row in slots for slot in row), batch_size=BATCH)
    return slots


def history(slots: list[list[Slot]], learners: list[Learner]) -> None:
    """A response in every slot, with the key chosen in three of five."""
    places = count()

    def pick() -> int:
        place = next(places)
        return 0 if place % 5 < 3 else place % 4

    Response.objects.bulk_create(
        (
            Response(
                slot=slot, learner=learner, question_id=slot.version.question_id, version_id=slot.version_id,
                chosen=[slot.option_order[choice := pick()]], correct=choice == 0,
                mode=Mode.PRACTICE.value, reason=slot.reason, order_shown=slot.option_order, positions=[1], exposure=1,
                rationale_seen=False, request_id=uuid.uuid4(), answered_at=NOW,
            )
            for learner, row in zip(learners, slots, strict=True)
            for slot in row
        ),
        batch_size=BATCH,
    )  # fmt: skip


def seats(users: list[User], slots: list[list[Slot]]) -> list[Seat]:
    """A session and a CSRF token for each learner."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    found = []
    for user, row in zip(users, slots, strict=True):
        session = store()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        found.append(Seat(session.session_key, uuid.uuid4().hex, [(s.attempt_id, s.number) for s in row]))
    return found
