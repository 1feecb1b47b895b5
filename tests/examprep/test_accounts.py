"""Guessing passwords, guessing addresses, and the second factor of staff."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import MD5PasswordHasher, get_hasher
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from questions.actions.people import invite
from questions.actions.roles import Role
from questions.models import User
from tests.builders import PASSWORD, make_user

pytestmark = pytest.mark.django_db
LOGIN, SIGNUP, RESET = "/account/login/", "/account/signup/", "/account/password/reset/"
WRONG = "That e-mail and password do not match."
LIMITED = "Too many tries. Wait 15 minutes, or reset your password."


class CountingHasher(MD5PasswordHasher):
    """Counts how often a password is hashed, which is what takes time."""

    algorithm = "counting"
    runs = 0

    def encode(self, password, salt):
        type(self).runs += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _counted_hashes(settings):
    settings.PASSWORD_HASHERS = ["tests.examprep.test_accounts.CountingHasher"]


@pytest.fixture
def mail_is_sent(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"


def guess(client: Client, email: str, password: str = "wrong", **headers: Any) -> Any:  # noqa: S107 - nobody's
    return client.post(LOGIN, {"login": email, "password": password}, **headers)


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_the_tenth_wrong_guess_is_answered_and_the_eleventh_is_not(client, lea):
    said = [guess(client, lea.email).content.decode() for _ in range(11)]

    assert [WRONG in page for page in said] == [True] * 10 + [False]
    assert LIMITED in said[10]


def test_a_limited_account_refuses_its_own_password_too(client, lea):
    for _ in range(10):
        guess(client, lea.email)

    assert LIMITED in guess(client, lea.email, PASSWORD).content.decode()
    assert not signed_in(client)


def test_guessing_at_one_account_locks_nobody_else_out(client, lea, mallory):
    for _ in range(50):
        guess(client, lea.email)

    guess(client, mallory.email, PASSWORD)

    assert signed_in(client)


def test_guesses_are_counted_from_any_address_that_a_client_claims(client, lea):
    for number in range(10):
        guess(client, lea.email, HTTP_X_FORWARDED_FOR=f"203.0.113.{number}", HTTP_X_REAL_IP=f"203.0.113.{number}")

    assert LIMITED in guess(client, lea.email, PASSWORD, HTTP_X_FORWARDED_FOR="198.51.100.1").content.decode()


def test_guesses_are_counted_for_all_hosts_together(client, lea, settings):
    settings.ALLOWED_HOSTS = [".example.org"]
    for number in range(10):
        guess(client, lea.email, headers={"host": f"host{number}.example.org"})

    page = guess(client, lea.email, PASSWORD, headers={"host": "another.example.org"}).content.decode()

    assert LIMITED in page


def test_guesses_are_counted_however_the_address_is_written(client, lea):
    for written in ["LEA@example.org", " lea@example.org ", "Lea@Example.Org", lea.email, "lEa@example.org"] * 2:
        guess(client, written)

    assert LIMITED in guess(client, lea.email, PASSWORD).content.decode()


def test_a_client_that_floods_is_limited_by_its_address_and_cannot_claim_another(client, db):
    for number in range(100):
        guess(client, f"nobody{number}@example.org", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")

    page = guess(client, "somebody@example.org", HTTP_X_FORWARDED_FOR="198.51.100.1").content.decode()

    assert LIMITED in page
    assert WRONG in guess(client, "somebody@example.org", REMOTE_ADDR="198.51.100.1").content.decode()


def test_behind_a_proxy_the_last_forwarded_address_is_the_clients(client, db, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for number in range(100):
        guess(client, f"nobody{number}@example.org", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}, 198.51.100.1")

    flooded = guess(client, "somebody@example.org", HTTP_X_FORWARDED_FOR="203.0.113.1, 198.51.100.1")
    other = guess(client, "somebody@example.org", HTTP_X_FORWARDED_FOR="203.0.113.1, 198.51.100.2")

    assert LIMITED in flooded.content.decode()
    assert WRONG in other.content.decode()


def test_signing_in_right_uses_up_no_guess(lea):
    for _ in range(12):
        client = Client()
        guess(client, lea.email, PASSWORD)
        assert signed_in(client)


def test_many_other_rows_in_the_cache_do_not_make_it_forget_guesses(client, lea):
    for _ in range(10):
        guess(client, lea.email)
    for number in range(400):
        cache.set(f"row{number}", number)

    assert LIMITED in guess(client, lea.email, PASSWORD).content.decode()


def test_the_admins_own_sign_in_takes_no_password(client, ada):
    reply = client.post("/admin/login/", {"username": ada.email, "password": PASSWORD})

    assert reply.status_code == 302
    assert reply["Location"].startswith(LOGIN)
    assert not signed_in(client)


def test_the_admins_own_sign_in_takes_no_password_of_others_from_staff_either(client, ivan, ada):
    client.force_login(ivan)

    for _ in range(2):
        reply = client.post("/admin/login/", {"username": ada.email, "password": PASSWORD})
        assert (reply.status_code, reply["Location"]) == (302, "/admin/")

    assert client.session["_auth_user_id"] == str(ivan.pk)


def test_guesses_on_the_way_to_the_admin_are_counted(client, ada):
    for _ in range(10):
        client.post(f"{LOGIN}?next=/admin/", {"login": ada.email, "password": "wrong"})

    reply = client.post(f"{LOGIN}?next=/admin/", {"login": ada.email, "password": PASSWORD})

    assert LIMITED in reply.content.decode()


def test_the_admin_sends_learners_away(client, lea):
    client.force_login(lea)

    assert client.get("/admin/", follow=True).status_code == 403


def test_changing_the_password_in_the_admin_is_the_accounts_page(client, ada):
    client.force_login(ada)

    assert client.get("/admin/password_change/")["Location"] == "/account/password/change/"


def test_the_current_password_cannot_be_guessed_by_changing_it(client, lea):
    client.force_login(lea)
    form = {"password1": "another long one"}

    statuses = [
        client.post("/account/password/change/", form | {"oldpassword": f"wrong {number}"}).status_code
        for number in range(11)
    ]

    assert statuses == [200] * 10 + [429]
    page = client.post("/account/password/change/", form | {"oldpassword": PASSWORD}).content.decode()
    assert "<h1>Too many tries</h1>" in page
    assert User.objects.get(pk=lea.pk).check_password(PASSWORD)


# --- no telling who has an account


def without_what_was_typed(reply: Any, email: str) -> tuple[int, str, str]:
    page = re.sub(r'csrfmiddlewaretoken" value="\w+', "", reply.content.decode())
    return reply.status_code, reply.get("Location", ""), page.replace(email, "")


@pytest.mark.parametrize("tries", [1, 11])
def test_sign_in_says_the_same_for_known_and_unknown_addresses(lea, tries):
    known, unknown = Client(), Client()
    for _ in range(tries):
        of_known = guess(known, lea.email)
        of_unknown = guess(unknown, "leo@example.org")

    assert without_what_was_typed(of_known, lea.email) == without_what_was_typed(of_unknown, "leo@example.org")


def test_a_wrong_password_says_the_same_for_a_switched_off_account(client, lea):
    User.objects.filter(pk=lea.pk).update(is_active=False)

    assert WRONG in guess(client, lea.email).content.decode()


@pytest.mark.parametrize("email", ["lea@example.org", "leo@example.org", "off@example.org"])
def test_a_wrong_guess_costs_one_hash_whoever_it_is(client, lea, email):
    make_user("off@example.org", is_active=False)
    hasher = hashes()
    before = hasher.runs

    guess(client, email)

    assert hasher.runs - before == 1


def hashes() -> Any:
    """The class that Django counts in: pytest finds tests by path, so settings import another copy of this module."""
    return type(get_hasher("counting"))


def test_reset_says_the_same_and_mails_somebody_either_way(lea):
    replies = [Client().post(RESET, {"email": email}) for email in (lea.email, "leo@example.org")]

    assert without_what_was_typed(replies[0], lea.email) == without_what_was_typed(replies[1], "leo@example.org")
    assert [message.to for message in mail.outbox] == [[lea.email], ["leo@example.org"]]
    assert "/account/password/reset/key/" in mail.outbox[0].body
    assert "/account/password/reset/key/" not in mail.outbox[1].body


@pytest.mark.usefixtures("mail_is_sent")
def test_sign_up_says_the_same_for_a_taken_address_where_mail_is_sent(lea):
    replies = []
    for email in (lea.email, "leo@example.org"):
        client = Client()
        first = client.post(SIGNUP, {"email": email, "password1": "a fine long one"})
        page = client.get(first["Location"])
        cookies = set(client.cookies)
        replies.append((without_what_was_typed(first, email), without_what_was_typed(page, email), cookies))

    assert replies[0] == replies[1]
    assert [message.to for message in mail.outbox] == [[lea.email], ["leo@example.org"]]
    assert "There is an account with this address already" in mail.outbox[0].body
    assert "/account/confirm-email/" in mail.outbox[1].body
    assert User.objects.filter(email=lea.email).count() == 1


@pytest.mark.usefixtures("mail_is_sent")
@pytest.mark.parametrize("email", ["lea@example.org", "leo@example.org"])
def test_signing_up_costs_one_hash_whoever_it_is(client, lea, email):
    hasher = hashes()
    before = hasher.runs

    client.post(SIGNUP, {"email": email, "password1": "a fine long one"})

    assert hasher.runs - before == 1


@pytest.mark.usefixtures("mail_is_sent")
def test_where_mail_is_sent_nobody_gets_in_before_the_address_is_confirmed(client):
    client.post(SIGNUP, {"email": "leo@example.org", "password1": "a fine long one"})
    assert not signed_in(client)

    other = Client()
    guess(other, "leo@example.org", "a fine long one")
    assert not signed_in(other)

    link = next(word for word in mail.outbox[0].body.split() if "/confirm-email/" in word)
    client.post(link)
    assert signed_in(client)
    guess(other, "leo@example.org", "a fine long one")
    assert signed_in(other)


def test_where_no_mail_is_sent_signing_up_lets_one_in_at_once(client):
    client.post(SIGNUP, {"email": "leo@example.org", "password1": "a fine long one"})

    assert signed_in(client)


# --- the second factor of staff


@pytest.fixture
def _staff_need_it(settings):
    settings.STAFF_SECOND_FACTOR = True


@pytest.mark.usefixtures("_staff_need_it")
@pytest.mark.parametrize("path", ["/admin/", "/admin/questions/user/", "/people/invite/"])
def test_staff_are_sent_to_set_up_a_second_factor(client, ada, path):
    client.force_login(ada)

    assert client.get(path)["Location"] == "/account/2fa/totp/activate/"
    assert client.post(path)["Location"] == "/account/2fa/totp/activate/"


@pytest.mark.usefixtures("_staff_need_it")
def test_staff_with_a_second_factor_pass(client, ada):
    TOTP.activate(ada, generate_totp_secret())
    client.force_login(ada)

    assert client.get("/admin/").status_code == 200


@pytest.mark.usefixtures("_staff_need_it")
def test_learners_need_no_second_factor(client, lea):
    client.force_login(lea)

    assert client.get("/preferences/").status_code == 200


def test_without_the_setting_staff_need_none(client, ada):
    client.force_login(ada)

    assert client.get("/admin/").status_code == 200


# --- an address belongs to one account


def test_a_confirmed_address_cannot_become_a_second_accounts(lea, mallory, client):
    client.force_login(mallory)
    client.post("/account/email/", {"action_add": "", "email": lea.email})
    link = next(word for word in mail.outbox[-1].body.split() if "/confirm-email/" in word)

    reply = client.post(link, follow=True)

    assert reply.status_code == 200
    assert User.objects.get(pk=mallory.pk).email == "mallory@example.org"


def test_an_invitation_proves_the_address(client, ivan, mail_is_sent):
    invitation = invite(email="leo@example.org", role=Role.LEARNER, by=ivan, now=timezone.now())

    client.post(SIGNUP, {"email": "leo@example.org", "password1": "a fine long one", "invitation": invitation.token})

    assert signed_in(client)
    assert EmailAddress.objects.get(email="leo@example.org").verified
    assert mail.outbox == []
