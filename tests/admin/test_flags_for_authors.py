"""What reviewers ask for reaches the author: beside the question, and above the list."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from questions.actions.flagging import decide, decide_all, raise_flag
from questions.actions.publishing import publish, revise
from questions.models import Flag, Option, User, Version
from tests.admin.forms import words
from tests.builders import NOW, make_draft

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]


@pytest.fixture
def version(ivan: User) -> Version:
    """A published wording of the instructor's."""
    return publish(version=make_draft(author=ivan, code="A-1"), by=ivan, now=NOW)


@pytest.fixture
def as_ada(ada: User) -> Client:
    """A browser in which the administrator is signed in."""
    client = Client()
    client.force_login(ada)
    return client


def complain(version: Version, by: User, *, note: str = "", option: int = 0) -> Flag:
    uid = version.options.get(position=option).uid if option else None
    return raise_flag(version=version, option_uid=uid, note=note, by=by, now=NOW, request_id=uuid.uuid4())


def ask(version: Version, by: User, decision: str = "revise", *, note: str = "", about: dict[int, str] | None = None):
    """Decide on all flags of the question; ``about`` are notes by the option's position."""
    uids = {str(uid): place for uid, place in version.options.values_list("uid", "position")}
    return decide_all(
        question=version.question,
        decision=decision,
        note=note,
        option_notes={uid: (about or {})[place] for uid, place in uids.items() if place in (about or {})},
        by=by,
        now=NOW,
        request_id=uuid.uuid4(),
    )


def change(version: Version) -> str:
    return reverse("admin:questions_version_change", args=[version.pk])


LIST = reverse("admin:questions_version_changelist")


def test_a_revision_asked_for_stands_beside_the_published_wording_and_its_draft(
    as_ivan: Client, rita: User, ivan: User, version: Version
) -> None:
    ask(version, rita, note="Say which year.", about={3: "Right in <2020>.", 2: "Too long."})

    published = as_ivan.get(change(version))
    draft = revise(question=version.question, by=ivan)
    drafted = as_ivan.get(change(draft))

    for page in (published, drafted):
        text = words(page)
        assert "A reviewer asks for a revision Rita asks for a revision" in text
        assert "Nov. 30, 2026" in text
        assert "Say which year." in text
        assert "Option 2 Option 2 of A-1 Too long. Option 3 Option 3 of A-1 Right in <2020>." in text
        assert text.count("Say which year.") == 1
        assert f'href="{reverse("review-item", args=["A-1"])}"' in page.content.decode()
        assert "Right in &lt;2020&gt;." in page.content.decode()
    # Where the option can be edited, its note leads there.
    assert '<a href="#id_options-2-text">Option 3</a>' in drafted.content.decode()
    assert 'id="id_options-2-text"' in drafted.content.decode()
    assert "#id_options" not in published.content.decode()


def test_the_note_goes_with_its_option_when_the_draft_moves_rewords_or_drops_it(
    as_ivan: Client, rita: User, ivan: User, version: Version
) -> None:
    ask(version, rita, about={2: "Too long.", 4: "Not plausible."})
    draft = revise(question=version.question, by=ivan)
    Option.objects.filter(version=draft, position=2).update(position=9, text="Shorter")
    Option.objects.filter(version=draft, position=4).delete()

    text = words(as_ivan.get(change(draft)))

    assert "Option 3 Shorter Too long." in text
    assert "An option of another version Option 4 of A-1 Not plausible." in text


def test_what_is_flagged_to_the_author_says_so_with_the_complaint_behind_it(
    as_ivan: Client, as_ada: Client, rita: User, version: Version
) -> None:
    complain(version, rita, note="Two fit.", option=2)
    ask(version, rita, "to_author")

    text = words(as_ivan.get(change(version)))

    assert "Flagged to you Rita flags it to the author" in text
    assert "About the option “Option 2 of A-1” Two fit." in text
    assert "Flagged to the author" in words(as_ada.get(change(version)))
    assert "Flagged to you" not in words(as_ada.get(change(version)))


def test_a_complaint_by_hand_is_shown_before_it_is_decided_on(as_ivan: Client, rita: User, version: Version) -> None:
    complain(version, rita, note="Two fit.")

    text = words(as_ivan.get(change(version)))

    assert "A reviewer has flagged this Rita flags it for review" in text
    assert "Two fit." in text
    # Nobody has asked the author for anything yet.
    assert "Asked of you" not in words(as_ivan.get(LIST))


def test_one_decision_on_several_flags_is_told_once(as_ivan: Client, rita: User, version: Version) -> None:
    complain(version, rita, option=2)
    complain(version, rita, option=3)
    ask(version, rita, note="Please mend both.")

    text = words(as_ivan.get(change(version)))

    assert text.count("Please mend both.") == 1
    assert words(as_ivan.get(LIST)).count("Rita asks for a revision") == 1


def test_what_was_answered_is_not_asked_again(as_ivan: Client, rita: User, ivan: User, version: Version) -> None:
    (asked,) = ask(version, rita, note="Say which year.")
    second = publish(version=revise(question=version.question, by=ivan), by=ivan, now=NOW)

    assert "Say which year." not in words(as_ivan.get(change(second)))
    assert "Asked of you" not in words(as_ivan.get(LIST))

    decide(flag=asked.flag, decision="revise", note="And the place.", by=rita, now=NOW, request_id=uuid.uuid4())

    for page in (as_ivan.get(change(second)), as_ivan.get(LIST)):
        assert "And the place." in words(page)
        assert "Say which year." not in words(page)


def test_nothing_is_shown_where_nothing_is_asked(as_ivan: Client, rita: User, version: Version) -> None:
    for page in (as_ivan.get(change(version)), as_ivan.get(LIST)):
        assert 'class="remarks"' not in page.content.decode()

    ask(version, rita, note="Say which year.")
    decide_all(
        question=version.question, decision="withdraw", by=rita, now=NOW, request_id=uuid.uuid4(), note="It is wrong."
    )

    for page in (as_ivan.get(change(version)), as_ivan.get(LIST)):
        assert 'class="remarks"' not in page.content.decode()


def test_the_list_names_what_is_asked_of_its_reader(as_ivan: Client, as_ada: Client, rita: User, ivan: User):
    mine = publish(version=make_draft(author=ivan, code="A-1"), by=None, now=NOW)
    other = publish(version=make_draft(author=rita, code="B-1"), by=None, now=NOW)
    ask(mine, rita, "to_author", note="Two fit.")
    ask(other, rita, note="Somebody else's.")
    draft = revise(question=mine.question, by=ivan)

    page = as_ivan.get(LIST)

    assert "Asked of you A-1 Rita flags it to you" in words(page)
    assert "Two fit." in words(page)
    assert "Somebody else's." not in words(page)
    # It leads to what can be edited.
    assert f'<a href="{change(draft)}">A-1</a>' in page.content.decode()
    assert "Asked of you" not in words(as_ada.get(LIST))


def test_a_long_list_leads_to_the_rest(as_ivan: Client, rita: User, ivan: User) -> None:
    for _row in range(11):
        ask(publish(version=make_draft(author=ivan), by=None, now=NOW), rita, note="Mend it.")

    page = as_ivan.get(LIST)

    assert words(page).count("asks for a revision") == 10
    assert f'<a href="{reverse("review")}?show=author">All 11 in the review queue</a>' in page.content.decode()


@pytest.mark.parametrize("lacking", ["view_key", "change_version"])
def test_who_may_not_see_the_key_or_mend_the_question_sees_no_notes(
    lacking: str, rita: User, olga: User, as_olga: Client
) -> None:
    version = publish(version=make_draft(author=olga), by=None, now=NOW)
    ask(version, rita, note="B is right.", about={2: "This is the key."})
    given = {"view_key", "change_version"} - {lacking}
    olga.user_permissions.add(*Permission.objects.filter(codename__in=given, content_type__app_label="questions"))

    for address in (change(version), LIST):
        page = as_olga.get(address)
        assert page.status_code == 200
        assert "B is right." not in page.content.decode()
        assert "This is the key." not in page.content.decode()
        assert 'class="remarks"' not in page.content.decode()

    # With both they are shown; the reviewers' pages are for who may read flags.
    olga.user_permissions.add(*Permission.objects.filter(codename=lacking, content_type__app_label="questions"))
    page = as_olga.get(change(version))
    assert "B is right." in words(page)
    assert reverse("review-item", args=[version.question.code]) not in page.content.decode()


@pytest.mark.parametrize("rows", [1, 3])
def test_remarks_take_constant_queries(
    as_ivan: Client, rita: User, version: Version, django_assert_num_queries: Queries, rows: int
) -> None:
    for row in range(rows):
        flag = complain(version, rita, option=row + 1)
        note = {str(flag.option_uid): f"Note {row}."}
        decide(
            flag=flag, decision="revise", option_notes=note, by=rita, now=NOW, request_id=uuid.uuid4(), note=f"{row}"
        )
    draft = revise(question=version.question, by=None)
    ContentType.objects.get_for_model(Version)

    with django_assert_num_queries(14):
        drafted = as_ivan.get(change(draft))
    with django_assert_num_queries(25):
        published = as_ivan.get(change(version))

    for page in (drafted, published):
        assert sum(bool(remark.options) for remark in page.context["remarks"]) == rows


@pytest.mark.parametrize("rows", [1, 3])
def test_what_is_asked_above_the_list_takes_constant_queries(
    as_ivan: Client, rita: User, ivan: User, django_assert_num_queries: Queries, rows: int
) -> None:
    for row in range(rows):
        ask(publish(version=make_draft(author=ivan), by=None, now=NOW), rita, note=f"Note {row}.")

    with django_assert_num_queries(11):
        page = as_ivan.get(LIST)

    assert words(page).count("asks for a revision") == rows
