"""People in the admin: by address, with roles, without secrets."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from questions.actions.people import invite
from questions.actions.roles import Role
from questions.models import Invitation, User
from tests.builders import PASSWORD, make_user

pytestmark = pytest.mark.django_db
PEOPLE, INVITATIONS = "/admin/questions/user/", "/admin/questions/invitation/"
NEW = "a fine long one"


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def boss(db):
    """An administrator by group only, as an invitation makes one."""
    return make_user("boss@example.org", "administrator", name="Boss", is_staff=True)


@pytest.fixture
def as_boss(client, boss):
    client.force_login(boss)
    return client


def signed_in(email: str, password: str) -> bool:
    client = Client()
    client.post("/account/login/", {"login": email, "password": password})
    return "_auth_user_id" in client.session


def test_a_person_is_made_by_address_and_signs_in_at_once(as_boss, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    form = {"email": "Leo@example.org", "name": "Leo", "usable_password": "true", "password1": NEW, "password2": NEW}

    reply = as_boss.post(f"{PEOPLE}add/", form)

    assert reply.status_code == 302
    assert signed_in("leo@example.org", NEW)


def test_a_persons_roles_decide_who_works_in_the_admin(as_boss, lea):
    form = {"email": lea.email, "name": "Lea", "is_active": "on"}
    page = f"{PEOPLE}{lea.pk}/change/"

    as_boss.post(page, form | {"groups": [Group.objects.get(name="instructor").pk]})
    assert User.objects.get(pk=lea.pk).is_staff

    as_boss.post(page, form | {"groups": [Group.objects.get(name="learner").pk]})
    assert not User.objects.get(pk=lea.pk).is_staff


def test_a_person_signs_in_with_the_new_address_and_not_with_the_old_one(as_boss, lea):
    EmailAddress.objects.create(user=lea, email=lea.email, verified=True, primary=True)

    as_boss.post(f"{PEOPLE}{lea.pk}/change/", {"email": "New@example.org", "name": "Lea", "is_active": "on"})

    assert signed_in("new@example.org", PASSWORD)
    assert not signed_in("lea@example.org", PASSWORD)


def test_only_who_has_every_right_gives_every_right(as_boss, lea, ada):
    form = {"email": lea.email, "name": "Lea", "is_active": "on", "is_superuser": "on"}

    as_boss.post(f"{PEOPLE}{lea.pk}/change/", form)
    assert not User.objects.get(pk=lea.pk).is_superuser

    client = Client()
    client.force_login(ada)
    client.post(f"{PEOPLE}{lea.pk}/change/", form)
    assert User.objects.get(pk=lea.pk).is_superuser


def test_a_lost_second_factor_is_removed_and_the_log_says_so(as_boss, lea, mallory):
    for person in (lea, mallory):
        TOTP.activate(person, generate_totp_secret())

    reply = as_boss.post(PEOPLE, {"action": "remove_second_factor", "_selected_action": [lea.pk]}, follow=True)

    assert "Removed from 1 person." in reply.content.decode()
    assert list(Authenticator.objects.values_list("user__name", flat=True)) == ["Mallory"]
    assert list(LogEntry.objects.values_list("object_repr", "change_message")) == [
        ("Lea", "Removed the second factor.")
    ]


def test_secrets_and_second_addresses_have_no_pages_in_the_admin():
    assert not admin.site.is_registered(Authenticator)
    assert not admin.site.is_registered(EmailAddress)


@pytest.mark.parametrize("who", ["ivan", "rita"])
@pytest.mark.parametrize("page", [PEOPLE, f"{PEOPLE}add/", "/admin/auth/group/"])
def test_instructors_and_reviewers_see_no_people(client, who, page, request):
    client.force_login(request.getfixturevalue(who))

    assert client.get(page).status_code == 403


def test_a_person_with_history_is_not_deleted(as_boss, ivan):
    invite(email="x@example.org", role=Role.LEARNER, by=ivan, now=timezone.now())

    as_boss.post(f"{PEOPLE}{ivan.pk}/delete/", {"post": "yes"})

    assert User.objects.filter(pk=ivan.pk).exists()


def test_an_open_invitation_can_be_taken_back_and_an_accepted_one_stays(as_boss, ivan):
    now = timezone.now()
    fresh = invite(email="open@example.org", role=Role.LEARNER, by=ivan, now=now)
    used = invite(email="used@example.org", role=Role.LEARNER, by=ivan, now=now)
    Invitation.objects.filter(pk=used.pk).update(accepted_at=now)

    statuses = [
        as_boss.post(f"{INVITATIONS}{invitation.pk}/delete/", {"post": "yes"}).status_code
        for invitation in (fresh, used)
    ]
    as_boss.post(INVITATIONS, {"action": "delete_selected", "_selected_action": [used.pk], "post": "yes"})

    assert statuses == [302, 403]
    assert list(Invitation.objects.all()) == [used]


def test_an_invitation_is_shown_without_its_token_and_is_not_changed(as_boss, ivan):
    invitation = invite(email="open@example.org", role=Role.LEARNER, by=ivan, now=timezone.now())
    page = f"{INVITATIONS}{invitation.pk}/change/"

    shown = as_boss.get(page)
    as_boss.post(page, {"email": "other@example.org", "role": invitation.role_id})

    assert shown.status_code == 200
    assert str(invitation.token) not in shown.content.decode() + as_boss.get(INVITATIONS).content.decode()
    invitation.refresh_from_db()
    assert invitation.email == "open@example.org"


def test_adding_an_invitation_leads_to_the_page_that_mails_it(as_boss):
    assert as_boss.get(f"{INVITATIONS}add/")["Location"] == "/people/invite/"


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_people_costs_the_same_for_any_length(as_boss, rows, django_assert_num_queries):
    for number in range(rows):
        make_user(f"x{number}@example.org", "learner")
    as_boss.get(PEOPLE)

    with django_assert_num_queries(QUERIES):
        as_boss.get(PEOPLE)


# session, person, two for permissions, the filter's groups, two counts, rows, their groups
QUERIES = 9


@pytest.mark.parametrize("model", ["user", "invitation"])
@pytest.mark.parametrize("column", ["learner", "password", "nonsense"])
def test_a_pop_up_hands_out_ids_and_nothing_else(client: Client, ada: User, model: str, column: str) -> None:
    client.force_login(ada)
    address = f"/admin/questions/{model}/?_popup=1&_to_field="

    assert client.get(address + "id").status_code == 200
    assert client.get(address + column).status_code == 400
