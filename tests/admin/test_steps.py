"""Publish, revise, withdraw and preview: by POST only, by those who may, in the states that allow it."""

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from questions.actions.publishing import publish, withdraw
from questions.items.words import Kind, Status
from questions.models import User, Version
from tests.admin.forms import filled, words
from tests.builders import NOW, make_draft, make_question

pytestmark = pytest.mark.django_db


def at(name: str, version: Version) -> str:
    return reverse(f"admin:questions_version_{name}", args=[version.pk])


def status_of(version: Version) -> str:
    return Version.objects.values_list("status", flat=True).get(pk=version.pk)


@pytest.mark.parametrize(("name", "published"), [("publish", False), ("revise", True), ("withdraw", True)])
def test_a_get_asks_and_changes_nothing(as_ivan: Client, name: str, published: bool) -> None:
    version = make_question().versions.get() if published else make_draft()
    before = list(Version.objects.values("pk", "status"))

    page = as_ivan.get(at(name, version))

    assert page.status_code == 200
    assert f"{name.capitalize()} {version}?" in words(page)
    assert list(Version.objects.values("pk", "status")) == before


def test_each_step_is_logged(as_ivan: Client) -> None:
    version = make_draft()

    as_ivan.post(at("publish", version))
    as_ivan.post(at("revise", version))
    as_ivan.post(at("withdraw", version))

    log = LogEntry.objects.order_by("pk").values_list("object_repr", "change_message")
    code = version.question.code
    assert list(log) == [
        (f"{code} v1", "Published."),
        (f"{code} v2", "Opened as a revision."),
        (f"{code} v1", "Withdrawn."),
    ]
    assert status_of(version) == Status.WITHDRAWN


def test_a_draft_with_errors_is_not_published(as_ivan: Client) -> None:
    version = make_draft()
    version.options.update(because="")

    asked = as_ivan.get(at("publish", version))
    assert words(asked).count("Blocks publishing") == 4
    assert 'type="submit" class="default"' not in asked.content.decode()
    told = as_ivan.post(at("publish", version), follow=True)

    assert "is not published: it has errors." in words(told)
    assert status_of(version) == Status.DRAFT
    assert not LogEntry.objects.exists()


def test_steps_out_of_turn_say_so(as_ivan: Client) -> None:
    draft, published = make_draft(), make_question().versions.get()
    withdraw(version=published, now=NOW)

    for name, version in (("withdraw", draft), ("revise", draft), ("publish", published), ("withdraw", published)):
        told = as_ivan.post(at(name, version), follow=True)
        assert "is not in a state for that." in words(told)
    assert (status_of(draft), status_of(published)) == (Status.DRAFT, Status.WITHDRAWN)


def test_revising_twice_opens_one_draft(as_ivan: Client) -> None:
    version = make_question().versions.get()

    first = as_ivan.post(at("revise", version))
    second = as_ivan.post(at("revise", version))

    assert first["Location"] == second["Location"] == at("change", Version.objects.get(number=2))


def test_a_version_lists_its_sisters(as_ivan: Client) -> None:
    version = make_question().versions.get()
    as_ivan.post(at("revise", version))
    draft = Version.objects.get(number=2)

    page = as_ivan.get(at("change", draft))

    assert "Learners meet version 1 until this draft is published." in words(page)
    assert f'href="{at("change", version)}"' in page.content.decode()
    assert "Go on with draft 2" in words(as_ivan.get(at("change", version)))


@pytest.mark.parametrize("name", ["publish", "revise", "withdraw"])
def test_a_reviewer_takes_no_step(as_rita: Client, name: str) -> None:
    version = make_draft() if name == "publish" else make_question().versions.get()
    before = status_of(version)

    assert as_rita.get(at(name, version)).status_code == 403
    assert as_rita.post(at(name, version)).status_code == 403
    assert (status_of(version), Version.objects.count()) == (before, 1)


def test_without_the_right_to_publish_the_form_saves_and_does_not_publish(ivan: User) -> None:
    ivan.groups.clear()
    names = ("add_version", "change_version", "view_version", "view_key")
    ivan.user_permissions.set(Permission.objects.filter(codename__in=names))
    client = Client()
    client.force_login(ivan)
    version = make_draft()
    page = client.get(at("change", version))
    assert 'name="_publish"' not in page.content.decode()

    forged = client.post(at("change", version), filled(page, stem="Sneaky", _publish="Publish"))

    assert forged.status_code == 403
    assert Version.objects.values_list("stem", "status").get() == (version.stem, Status.DRAFT)
    assert client.post(at("change", version), filled(page, stem="Fine")).status_code == 302


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("name", ["preview", "publish", "revise", "withdraw"])
def test_what_is_not_there_is_not_found(as_ivan: Client, name: str, method: str) -> None:
    for pk in (0, 999_999, 2**80):
        assert getattr(as_ivan, method)(reverse(f"admin:questions_version_{name}", args=[pk])).status_code == 404


def test_other_methods_are_refused(as_ivan: Client) -> None:
    version = make_draft()

    assert as_ivan.put(at("publish", version)).status_code == 405
    assert as_ivan.head(at("publish", version)).status_code == 200
    assert status_of(version) == Status.DRAFT


def test_the_preview_asks_before_it_tells(as_ivan: Client) -> None:
    version = make_draft()

    asked = as_ivan.get(at("preview", version))
    assert "What does" in words(asked)
    assert "reason" not in words(asked)
    assert "takeaway" not in words(asked)

    nothing = as_ivan.get(at("preview", version), {"check": "1"})
    assert "Choose an answer." in words(nothing)

    right = as_ivan.get(at("preview", version), {"check": "1", "choice": "A"})
    assert "Right because reason 1" in words(right)
    assert "Looks right because temptation 3" in words(right)


def test_the_preview_of_choose_two(as_ivan: Client) -> None:
    version = make_draft(keys=2, choose_n=2)

    told = as_ivan.get(at("preview", version), {"check": "1", "choice": ["A", "C"]})

    assert version.kind == Kind.MULTIPLE
    assert "You chose A and C, the answers are A and B." in words(told)


def test_the_preview_of_a_draft_with_nothing_in_it_works(as_ivan: Client) -> None:
    version = make_draft(options=0, stem="")

    assert as_ivan.get(at("preview", version)).status_code == 200


def test_a_published_version_and_its_draft_have_previews_of_their_own(as_ivan: Client) -> None:
    version = make_question().versions.get()
    as_ivan.post(at("revise", version))
    draft = Version.objects.get(number=2)
    draft.stem = "Only in the draft"
    draft.save(update_fields=["stem"])

    assert "Only in the draft" in words(as_ivan.get(at("preview", draft)))
    assert "Only in the draft" not in words(as_ivan.get(at("preview", version)))


def test_the_preview_is_for_who_may_see_keys(as_rita: Client, as_olga: Client, lea: User) -> None:
    version = make_draft()
    learner = Client()
    learner.force_login(lea)

    assert as_rita.get(at("preview", version)).status_code == 200
    assert as_olga.get(at("preview", version)).status_code == 403
    assert learner.get(at("preview", version)).status_code == 302
    assert Client().get(at("preview", version)).status_code == 302


def test_publishing_says_who_did_it(as_ivan: Client, ivan: User) -> None:
    version = make_draft()

    as_ivan.post(at("publish", version))

    version.refresh_from_db()
    assert version.published_by == ivan
    assert "Ivan" in words(as_ivan.get(at("change", version)))


def test_a_draft_published_between_question_and_answer_is_left_alone(as_ivan: Client) -> None:
    version = make_draft()
    as_ivan.get(at("publish", version))
    publish(version=version, by=None, now=NOW)

    as_ivan.post(at("publish", version))

    version.refresh_from_db()
    assert version.published_at == NOW
