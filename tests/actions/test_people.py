"""Inviting and joining: once, for one address, whoever comes at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from questions.actions.people import (
    InvitationSpentError,
    RoleNotOpenError,
    end_sessions,
    invite,
    join,
    keep_address,
    open_invitation,
)
from questions.actions.roles import Role
from questions.models import Invitation, User
from tests.builders import NOW, PASSWORD, make_user

AT_ONCE = 6


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def test_one_cannot_invite_above_oneself(ivan):
    with pytest.raises(RoleNotOpenError):
        invite(email="x@example.org", role=Role.ADMINISTRATOR, by=ivan, now=NOW)

    assert not Invitation.objects.exists()


def test_joining_uses_the_invitation_up(ivan):
    invitation = invite(email="x@example.org", role=Role.REVIEWER, by=ivan, now=NOW)
    token = str(invitation.token)

    join(user=make_user("x@example.org"), token=token, samples="", now=NOW)

    invitation.refresh_from_db()
    assert invitation.accepted_at == NOW
    assert open_invitation(token=token, now=NOW) is None
    with pytest.raises(InvitationSpentError):
        join(user=make_user("y@example.org"), token=token, samples="", now=NOW)


def test_joining_with_anothers_invitation_is_refused(ivan):
    invitation = invite(email="x@example.org", role=Role.REVIEWER, by=ivan, now=NOW)
    other = make_user("y@example.org")

    with pytest.raises(InvitationSpentError):
        join(user=other, token=str(invitation.token), samples="", now=NOW)

    invitation.refresh_from_db()
    assert invitation.accepted_at is None
    assert not other.groups.exists()


def test_an_account_that_fails_leaves_the_invitation_open(ivan):
    invitation = invite(email="x@example.org", role=Role.REVIEWER, by=ivan, now=NOW)

    with transaction.atomic():
        join(user=make_user("x@example.org"), token=str(invitation.token), samples="", now=NOW)
        transaction.set_rollback(True)

    assert open_invitation(token=str(invitation.token), now=NOW) == invitation


def test_ending_sessions_stores_the_same_password_anew(lea):
    before = lea.get_session_auth_hash()

    end_sessions(user=lea, password=PASSWORD)

    assert lea.get_session_auth_hash() != before
    assert User.objects.get(pk=lea.pk).check_password(PASSWORD)


def test_an_address_set_for_somebody_is_the_only_one(lea):
    EmailAddress.objects.create(user=lea, email="old@example.org", verified=True, primary=True)

    keep_address(user=lea)

    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [(lea.email, True, True)]


def at_once(address: str, **data: str) -> list[int]:
    """Sign up from several browsers at the same moment; the statuses of the replies."""
    barrier = Barrier(AT_ONCE)

    def sign_up(_number: int) -> int:
        form = {"email": address, "password1": "a fine long one", **data}
        try:
            client = Client()
            barrier.wait()
            return client.post("/account/signup/", form).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as browsers:
        return list(browsers.map(sign_up, range(AT_ONCE)))


@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_an_invitation_at_once_one_gets_in(ivan):
    invitation = invite(email="x@example.org", role=Role.REVIEWER, by=ivan, now=timezone.now())

    statuses = at_once("x@example.org", invitation=str(invitation.token))

    assert max(statuses) < 500
    assert User.objects.filter(email="x@example.org").count() == 1
    assert [group.name for group in User.objects.get(email="x@example.org").groups.all()] == ["reviewer"]
    assert Invitation.objects.exclude(accepted_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("verification", ["optional", "mandatory"])
def test_of_many_who_sign_up_with_one_address_at_once_one_gets_in(settings, verification):
    settings.ACCOUNT_EMAIL_VERIFICATION = verification

    statuses = at_once("x@example.org")

    assert max(statuses) < 500
    assert User.objects.filter(email="x@example.org").count() == 1
