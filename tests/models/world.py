"""One of everything: a bank, quizzes, people, attempts and answers, as rows; and SQL that copies them with changes."""

import datetime as dt
import uuid
from typing import Any

from django.contrib.auth.models import Group
from django.db import connection, models

from questions.actions.publishing import publish, revise, withdraw
from questions.items.words import Decision, FlagState, Gravity, LeftOut, Mode, Policy, Reason
from questions.models import (
    Ability,
    Attempt,
    BlindSolve,
    Flag,
    FlagEvent,
    Invitation,
    Learner,
    Question,
    Response,
    Ruling,
    Sighting,
    Slot,
    Trap,
    User,
)
from tests.builders import NOW, make_certification, make_draft, make_question, make_quiz, make_user

Ids = dict[str, Any]


def make_attempt(person: User, *questions: Question, mode: Mode = Mode.PRACTICE, **extra: Any) -> Attempt:
    """An open attempt in which the published versions of these questions are dealt, options in their own order."""
    certification = questions[0].objective.certification
    attempt = Attempt.objects.create(
        **{
            "learner": Learner.objects.of(person),
            "certification": certification,
            "mode": mode,
            "name": "Practice",
            "seed": 1,
            "blueprint": {"pass_mark": None, "minutes": 60, "domains": []},
            "started_at": NOW,
            **extra,
        }
    )
    for number, question in enumerate(questions, 1):
        version = question.versions.get(status="published")
        Slot.objects.create(
            attempt=attempt,
            number=number,
            version=version,
            domain=question.objective.domain,
            option_order=list(version.options.values_list("pk", flat=True)),
            reason=Reason.PICKED,
        )
    return attempt


def make_response(slot: Slot, **extra: Any) -> Response:
    """The right answer to a slot, a minute after its attempt began."""
    chosen = list(slot.version.options.filter(is_key=True).values_list("pk", flat=True))
    return Response.objects.create(
        **{
            "slot": slot,
            "learner": slot.attempt.learner,
            "question": slot.version.question,
            "version": slot.version,
            "chosen": chosen,
            "correct": True,
            "mode": slot.attempt.mode,
            "reason": slot.reason,
            "order_shown": slot.option_order,
            "positions": [1],
            "exposure": 1,
            "rationale_seen": False,
            "left_out": "" if extra.get("exposure", 1) == 1 else LeftOut.REPEAT,
            "request_id": uuid.uuid4(),
            "answered_at": slot.attempt.started_at + dt.timedelta(minutes=1),
            **extra,
        }
    )


def make_world() -> Ids:
    """Make one of everything; its primary keys by name."""
    certification = make_certification("demo")
    other = make_certification("other")
    objective = certification.objectives.get(section="1.1")
    live = make_question(objective, code="LIVE", sample=True)
    publish(version=revise(question=live, by=None), by=None, now=NOW)
    revise(question=live, by=None)
    gone = make_question(objective, code="GONE")
    withdraw(version=gone.versions.get(), now=NOW)
    more = make_question(objective, code="MORE", keys=2, choose_n=2)
    draft = make_draft(objective, code="DRAFT")
    quiz = make_quiz(live, more, code="quiz")
    other_quiz = make_quiz(make_question(other.objectives.get(section="1.1")), code="quiz")
    distractor = live.versions.get(status="published").options.get(position=2)
    trap = Trap.objects.create(question=live, option_uid=distractor.uid, public_since=NOW)
    other_trap = Trap.objects.create(question=live, option_uid=uuid.uuid4(), public_since=NOW)

    lea, ivan = make_user("lea@example.org"), make_user("ivan@example.org")
    done = make_attempt(lea, live)
    answered = make_response(done.slots.get())
    Attempt.objects.filter(pk=done.pk).update(finished_at=NOW + dt.timedelta(minutes=2))
    going = make_attempt(lea, more, live, quiz=quiz, deadline_at=NOW + dt.timedelta(hours=1))
    done_mock = make_attempt(lea, more, mode=Mode.MOCK)
    Attempt.objects.filter(pk=done_mock.pk).update(finished_at=NOW)
    mock = make_attempt(lea, more, mode=Mode.MOCK)
    again = make_response(going.slots.get(number=2), exposure=2)
    waiting = make_attempt(lea, live)
    ruling = Ruling.objects.create(version=gone.versions.get(), policy=Policy.DROP, reason="!", actor=ivan, made_at=NOW)
    undoing = Ruling.objects.create(
        version=gone.versions.get(), policy=Policy.DROP, reason="?", actor=ivan, made_at=NOW, undoes=ruling
    )
    sighting = Sighting.objects.create(learner=done.learner, question=live, seen_at=NOW)
    other_sighting = Sighting.objects.create(learner=done.learner, question=more, seen_at=NOW)
    invitation = Invitation.objects.create(
        email="new@example.org",
        role=Group.objects.earliest("pk"),
        invited_by=ivan,
        created_at=NOW,
        expires_at=NOW + dt.timedelta(days=7),
    )
    superseded, published, revision = live.versions.order_by("number")
    ability = Ability.objects.create(
        learner=done.learner, certification=certification, theta=0, information=1, n=1, computed_at=NOW
    )
    flag = Flag.objects.create(
        question=live,
        version=published,
        code="KEY_LOW",
        gravity=Gravity.LOW,
        state=FlagState.OPEN,
        raised_at=NOW,
        changed_at=NOW,
    )
    event = FlagEvent.objects.create(
        flag=flag, decision=Decision.RAISED, after=FlagState.OPEN, gravity=Gravity.LOW, at=NOW
    )
    blind = BlindSolve.objects.create(version=published, by=ivan, chosen=[distractor.pk], agrees=False, at=NOW)
    unpublished = make_certification("unpublished", published=False, weights=(10, 20))
    # What waits for the end of a transaction is checked, or nothing could be truncated at all.
    connection.check_constraints()
    return {
        "certification": certification.pk,
        "other_certification": other.pk,
        "unpublished": unpublished.pk,
        "unpublished_domain": unpublished.domains.get(number=1).pk,
        "domain": objective.domain_id,
        "other_domain": other.domains.get(number=1).pk,
        "objective": objective.pk,
        "live": live.pk,
        "more": more.pk,
        "superseded": superseded.pk,
        "published": published.pk,
        "revision": revision.pk,
        "withdrawn": gone.versions.get().pk,
        "multiple": more.versions.get().pk,
        "draft": draft.pk,
        "option": distractor.pk,
        "key": published.options.get(position=1).pk,
        "draft_option": draft.options.get(position=2).pk,
        "draft_key": draft.options.get(position=1).pk,
        "trap": trap.pk,
        "other_trap": other_trap.pk,
        "quiz": quiz.pk,
        "other_quiz": other_quiz.pk,
        "user": lea.pk,
        "other_user": ivan.pk,
        "learner": done.learner_id,
        "done": done.pk,
        "going": going.pk,
        "mock": mock.pk,
        "done_mock": done_mock.pk,
        "slot": done.slots.get().pk,
        "open_slot": going.slots.get(number=1).pk,
        "repeat_slot": waiting.slots.get().pk,
        "answered_slot": going.slots.get(number=2).pk,
        "response": answered.pk,
        "again": again.pk,
        "ability": ability.pk,
        "flag": flag.pk,
        "event": event.pk,
        "blind": blind.pk,
        "ruling": ruling.pk,
        "undoing": undoing.pk,
        "sighting": sighting.pk,
        "other_sighting": other_sighting.pk,
        "invitation": invitation.pk,
    }


def copy(model: type[models.Model], of: str, **changes: str) -> str:
    """SQL that inserts a copy of the row named ``of``, its columns changed to SQL expressions."""
    table = model._meta.db_table
    columns = [f'"{field.column}"' for field in model._meta.concrete_fields if not field.primary_key]
    names = {f'"{name}"': value for name, value in changes.items()}
    assert names.keys() <= set(columns)
    values = ", ".join(names.get(column, column) for column in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM {table} WHERE id = %({of})s"  # noqa: S608 - words of our own


NEW_UID = "gen_random_uuid()"
