"""No key and no rationale in any byte before the answer: every route, every method, with and without htmx."""

import re
import uuid
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from questions.actions.dealing import Scope, start_practice
from questions.actions.publishing import publish
from questions.models import Attempt, Rendering, User, Version
from questions.models.content import forget
from tests.builders import NOW, make_certification, make_draft, make_quiz

pytestmark = pytest.mark.django_db
CANARY = re.compile(r"canary[0-9a-f]{24}")
METHODS = ("get", "head", "post")
# Values for each converter or named part of a route; ids come from the attempt of the test.
VALUES = {
    "code": "cert", "section": "1.1", "app_label": "questions", "content_type_id": "1", "url": "x", "uidb36": "1",
    "key": "set-password", "path": "css/app.css", "format": "x", "slug": "x", "token": "x", "backend": "x",
    "email_id": "1", "final_url": "admin/",
}  # fmt: skip


def canary() -> str:
    return f"canary{uuid.uuid4().hex[:24]}"


def plant(version: Version) -> None:
    """Put a canary into everything that may only be seen after the answer, in rows and in rendered content."""
    for option in version.options.all():
        option.because, option.looks_right = canary(), "" if option.is_key else canary()
        option.save()
    version.takeaway, version.explanation, version.name = canary(), canary(), canary()
    version.references = [{"title": canary(), "url": ""}]
    version.save()


@pytest.fixture
def attempt(lea: User) -> Attempt:
    """An open quiz of Lea's in a bank full of canaries, drafts and samples included."""
    objective = make_certification("cert").objectives.get(section="1.1")
    questions = []
    for sample in (True, False, False):
        draft = make_draft(objective, sample=sample)
        plant(draft)
        questions.append(publish(version=draft, by=None, now=NOW).question)
    plant(make_draft(objective))
    quiz = make_quiz(*questions, code="quiz")
    scope = Scope(quiz.certification, quiz=quiz)
    return start_practice(person=lea, scope=scope, count=3, token=uuid.uuid4(), seed=5, now=NOW)


def patterns(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Every route as text with its parts in angle brackets."""
    for part in resolver.url_patterns:
        route = prefix + str(part.pattern)
        if isinstance(part, URLResolver):
            yield from patterns(part, route)
        elif isinstance(part, URLPattern):
            yield route


def paths(attempt: Attempt) -> list[str]:
    """Every route of the site with its parts filled in."""
    question = attempt.slots.order_by("number").values_list("version__question__code", flat=True)[0]
    values = {
        **VALUES,
        "question": question,
        "decision": "keep",
        "attempt": str(attempt.pk),
        "number": "1",
        "pk": "1",
        "object_id": version_id(attempt),
    }
    found = []
    for route in patterns(get_resolver()):
        plain = re.sub(r"\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)", r"<\1>", route).replace("\\Z", "").replace("\\", "")
        plain = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: values.get(str(part[1]), "1"), plain)
        found.append("/" + plain.replace("^", "").replace("$", ""))
    return found


def version_id(attempt: Attempt) -> str:
    return str(attempt.slots.order_by("number").values_list("version_id", flat=True)[0])


def scan(client: Client, attempt: Attempt) -> list[tuple[str, str]]:
    """Where a canary sings: ``(method, path)`` of each reply that holds one, in body or headers."""
    hits = []
    # Reading comes before writing, and what ends the quiz or the session comes last.
    order = sorted(paths(attempt), key=lambda path: "/end/" in path or "logout" in path)
    for method in METHODS:
        for path in order:
            for headers in ({}, {"HX-Request": "true"}):
                # An answer would make its rationale public to this learner: nothing is chosen.
                reply = getattr(client, method)(path, headers=headers)
                body = b"".join(reply.streaming_content) if reply.streaming else reply.content
                text = body.decode("utf-8", "replace") + str(dict(reply.headers))
                if CANARY.search(text):
                    hits.append((method, path))
                assert reply.status_code < 500, (method, path)
    return hits


def test_the_routes_are_really_visited(as_lea: Client, attempt: Attempt) -> None:
    found = paths(attempt)

    assert len(found) > 60
    code = attempt.slots.order_by("number")[0].version.question.code
    reviewed = (f"/review/{code}/", f"/review/{code}/decide/keep/")
    for path in (f"/practice/{attempt.pk}/1/", f"/practice/{attempt.pk}/", "/c/cert/1.1/", "/admin/login/", *reviewed):
        assert path in found
    assert as_lea.get(f"/practice/{attempt.pk}/1/").status_code == 200


def test_signed_out_nothing_leaks(client: Client, attempt: Attempt) -> None:
    assert scan(client, attempt) == []


def test_before_the_answer_nothing_leaks_to_the_learner(as_lea: Client, attempt: Attempt) -> None:
    assert scan(as_lea, attempt) == []


def test_another_learner_sees_nothing_either(client: Client, mallory: User, attempt: Attempt) -> None:
    client.force_login(mallory)

    assert scan(client, attempt) == []


def test_before_solving_blind_nothing_leaks_to_a_reviewer_on_the_pages_for_that(
    client: Client, rita: User, attempt: Attempt
) -> None:
    client.force_login(rita)

    assert [hit for hit in scan(client, attempt) if hit[1].startswith("/review/")] == []


def test_the_scan_finds_a_rationale_that_slips_into_the_question(as_lea: Client, attempt: Attempt) -> None:
    """The control: with the protection taken away the scan must fail."""
    rendering = Rendering.objects.get(version=int(version_id(attempt)))
    rendering.asked["stem"] += rendering.explained["takeaway"]
    rendering.save()
    forget()

    assert ("get", f"/practice/{attempt.pk}/1/") in scan(as_lea, attempt)


def question_page(client: Client, person: User, key: int) -> tuple[bytes, set[str]]:
    """The page of a question whose option ``key`` is right, without tokens and numbers, and its headers' names."""
    draft = make_draft(make_certification("keys").objectives.get(section="1.1"), code="Q")
    for option in draft.options.all():
        option.is_key = option.position == key
        option.save()
    scope = Scope(publish(version=draft, by=None, now=NOW).question.objective.certification)
    attempt = start_practice(person=person, scope=scope, count=5, token=uuid.uuid4(), seed=5, now=NOW)
    page = client.get(f"/practice/{attempt.pk}/1/")
    plain = re.sub(rb'csrfmiddlewaretoken" value="\w+"|\d+', b"", page.content)
    return plain, {name for name, _value in page.items()}


def test_the_page_is_the_same_whichever_option_is_the_key(as_lea: Client, lea: User) -> None:
    """The key itself leaves no trace: make another option right, and nothing changes but tokens and ids."""
    seen = []
    for key in (1, 4):
        with transaction.atomic():
            seen.append(question_page(as_lea, lea, key))
            transaction.set_rollback(True)

    assert seen[0] == seen[1]
