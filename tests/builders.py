"""Plain builders: each makes one valid thing, told only what a test cares about."""

import datetime as dt
import itertools
import uuid
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import Group

from questions.actions.publishing import publish
from questions.items.words import Kind
from questions.models import Certification, Domain, Objective, Option, Question, Quiz, QuizQuestion, User, Version

NOW = dt.datetime(2026, 11, 30, 12, 0, tzinfo=dt.UTC)
PASSWORD = "correct horse battery"
_numbers = itertools.count(1)


def make_user(email: str, *groups: str, **extra: Any) -> User:
    user = User.objects.create_user(email, PASSWORD, **extra)
    user.groups.set(Group.objects.get(name=name) for name in groups)
    return user


def make_certification(code: str = "", *, weights: Sequence[int] = (60, 40), published: bool = True) -> Certification:
    """A certification with one objective a domain: sections 1.1, 2.1 …"""
    code = code or f"cert-{next(_numbers)}"
    certification = Certification.objects.create(
        code=code, name=f"Certification {code}", questions_min=50, questions_max=60, mock_length=60, minutes=60
    )
    for number, weight in enumerate(weights, 1):
        domain = Domain.objects.create(
            certification=certification, number=number, name=f"Domain {number}", weight=weight
        )
        Objective.objects.create(domain=domain, section=f"{number}.1", title=f"Objective {number}")
    if published:
        certification.published = True
        certification.save(update_fields=["published"])
    return certification


def make_draft(objective: Objective | None = None, *, options: int = 4, keys: int = 1, **extra: Any) -> Version:
    """A complete draft: option 1 (to ``keys``) is the key, every option has its rationale."""
    objective = objective or make_certification().objectives.get(section="1.1")
    beside = {name: extra.pop(name) for name in ("sample", "difficulty", "tags", "code") if name in extra}
    code = beside.pop("code", f"Q-{next(_numbers):04}")
    question = Question.objects.create(code=code, objective=objective, **beside)
    content = {
        "stem": f"What does {code} ask?",
        "name": f"Name of {code}",
        "takeaway": f"takeaway of {code}.",
        "explanation": f"Explanation of {code}.",
        "kind": Kind.SINGLE if keys == 1 else Kind.MULTIPLE,
    }
    version = Version.objects.create(question=question, **{**content, **extra})
    Option.objects.bulk_create(
        Option(
            version=version,
            uid=uuid.uuid4(),
            position=number,
            text=f"Option {number} of {code}",
            is_key=number <= keys,
            because=f"reason {number} of {code}.",
            looks_right="" if number <= keys else f"temptation {number} of {code}.",
        )
        for number in range(1, options + 1)
    )
    return version


def make_question(objective: Objective | None = None, **extra: Any) -> Question:
    """A question whose draft (see :func:`make_draft`) has been published."""
    version = make_draft(objective, **extra)
    return publish(version=version, by=None, now=NOW).question


def make_quiz(*questions: Question, code: str = "quiz", name: str = "A quiz") -> Quiz:
    certification = questions[0].objective.certification
    quiz = Quiz.objects.create(certification=certification, code=code, name=name)
    QuizQuestion.objects.bulk_create(
        QuizQuestion(quiz=quiz, question=question, position=place) for place, question in enumerate(questions, 1)
    )
    return quiz
