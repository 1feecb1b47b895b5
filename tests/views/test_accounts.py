"""The account pages: signing up and in, invitations, the second factor, and how each page is built."""

import re
import time
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.core import mail
from django.test import Client
from django.utils import timezone

from questions.actions.people import invite
from questions.actions.roles import Role
from questions.actions.samples import COOKIE, seen_after
from questions.models import Invitation, Sighting, User
from tests.builders import PASSWORD, make_question

pytestmark = pytest.mark.django_db
LOGIN, SIGNUP = "/account/login/", "/account/signup/"
NEW = "a fine long one"
SPENT = "This invitation cannot be used"


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def sign_in(client: Client, email: str, password: str = PASSWORD, **data: str):
    return client.post(LOGIN, {"login": email, "password": password, **data})


def sign_up(client: Client, email: str, **data: Any):
    return client.post(SIGNUP, {"email": email, "password1": NEW, **data})


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def code_for(secret: str) -> Any:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


# --- signing in and out


def test_signing_in_goes_on_to_the_page_that_asked_for_it(client, lea):
    asked = client.get("/preferences/")
    page = client.get(asked["Location"]).content.decode()

    assert '<input type="hidden" name="next" value="/preferences/">' in page
    assert sign_in(client, lea.email, next="/preferences/")["Location"] == "/preferences/"


@pytest.mark.parametrize("target", ["https://elsewhere.example", "//elsewhere.example", "javascript:alert(1)"])
def test_signing_in_goes_to_no_other_site(client, lea, target):
    assert sign_in(client, lea.email, next=target)["Location"] == "/"


def test_the_way_to_sign_up_keeps_where_one_was_going(client):
    page = client.get(f"{LOGIN}?next=/preferences/").content.decode()

    assert 'href="/account/signup/?next=%2Fpreferences%2F"' in page


def test_signing_in_gives_the_session_a_new_id(client, lea):
    session = client.session
    session["before"] = True
    session.save()
    before = session.session_key

    sign_in(client, lea.email)

    assert client.cookies["sessionid"].value != before


def test_signing_out_asks_first_and_then_empties_the_browsers_cache(client, lea):
    client.force_login(lea)

    asked = client.get("/account/logout/")
    assert signed_in(client)
    assert not asked.has_header("Clear-Site-Data")

    reply = client.post("/account/logout/")
    assert not signed_in(client)
    assert reply["Clear-Site-Data"] == '"cache", "storage"'


def test_signing_out_of_the_admin_empties_the_browsers_cache_too(client, ada):
    client.force_login(ada)

    assert client.post("/admin/logout/")["Clear-Site-Data"] == '"cache", "storage"'


def test_changing_the_password_ends_every_session(lea):
    here, there = Client(), Client()
    sign_in(here, lea.email)
    sign_in(there, lea.email)

    reply = here.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW}, follow=True)

    assert "Your password is changed. Sign in with the new one." in reply.content.decode()
    assert [client.get("/preferences/").status_code for client in (here, there)] == [302, 302]
    assert sign_in(here, lea.email, NEW).status_code == 302
    assert signed_in(here)


def test_resetting_the_password_ends_every_session_and_works_once(lea):
    here, there = Client(), Client()
    sign_in(there, lea.email)
    here.post("/account/password/reset/", {"email": lea.email})
    link = next(word for word in mail.outbox[0].body.split() if "/reset/key/" in word)
    form = here.get(link)["Location"]

    done = here.post(form, {"password1": NEW})

    assert done["Location"] == "/account/password/reset/key/done/"
    assert there.get("/preferences/").status_code == 302
    assert "This link cannot be used" in Client().get(link, follow=True).content.decode()


def test_a_switched_off_account_is_out_at_once(client, lea):
    client.force_login(lea)
    User.objects.filter(pk=lea.pk).update(is_active=False)

    assert client.get("/preferences/").status_code == 302
    assert sign_in(client, lea.email)["Location"] == "/account/inactive/"


# --- signing up


def test_whoever_signs_up_is_a_learner(client):
    sign_up(client, "Leo@Example.org")

    leo = User.objects.get(email="leo@example.org")
    assert [group.name for group in leo.groups.all()] == ["learner"]
    assert not leo.is_staff
    assert signed_in(client)


def test_samples_seen_before_signing_up_count_afterwards(client):
    question = make_question(sample=True)
    client.cookies[COOKIE] = seen_after("", question.pk)

    sign_up(client, "leo@example.org")

    assert list(Sighting.objects.values_list("learner__user__email", "question")) == [("leo@example.org", question.pk)]


@pytest.mark.parametrize("mode", ["closed", "invitation"])
def test_signing_up_is_refused_unless_the_site_is_open(client, settings, mode):
    settings.SIGNUP = mode

    page, reply = client.get(SIGNUP), sign_up(client, "leo@example.org")

    assert (page.status_code, reply.status_code) == (403, 403)
    assert "You cannot sign up here yourself" in page.content.decode()
    assert not User.objects.exists()
    assert f'href="{SIGNUP}' not in client.get(LOGIN).content.decode()


def test_signing_up_twice_with_one_address_makes_one_account(client, lea):
    reply = sign_up(client, lea.email)

    assert reply.status_code == 200
    assert "There is an account with this address." in reply.content.decode()
    assert User.objects.count() == 1


def test_a_poor_password_is_refused_with_its_reasons(client):
    page = client.post(SIGNUP, {"email": "leo@example.org", "password1": "12345"}).content.decode()

    assert "This password is too short." in page
    assert "This password is entirely numeric." in page
    assert 'href="#id_password1"' in page


# --- invitations


@pytest.fixture
def invited(ivan) -> Invitation:
    return invite(email="Rob@example.org", role=Role.REVIEWER, by=ivan, now=timezone.now())


@pytest.fixture(params=["open", "invitation"])
def mode(request, settings) -> Any:
    settings.SIGNUP = request.param
    return request.param


def test_an_invitation_makes_an_account_with_its_role(client, invited, mode):
    page = client.get(f"{SIGNUP}?invitation={invited.token}").content.decode()
    assert 'value="rob@example.org"' in page
    assert "readonly" in re.findall(r"<input[^>]*name=\"email\"[^>]*>", page)[0]
    assert f'name="invitation" value="{invited.token}"' in page

    sign_up(client, "rob@example.org", invitation=invited.token)

    rob = User.objects.get(email="rob@example.org")
    invited.refresh_from_db()
    assert ([group.name for group in rob.groups.all()], rob.is_staff) == (["reviewer"], True)
    assert invited.accepted_at is not None
    assert signed_in(client)


def test_an_invitation_is_for_its_address_only(client, invited, mode):
    reply = sign_up(client, "mallory@example.org", invitation=invited.token)

    assert "This invitation is for another address." in reply.content.decode()
    assert not User.objects.filter(email="mallory@example.org").exists()
    invited.refresh_from_db()
    assert invited.accepted_at is None


def test_an_invitation_works_once(invited, mode):
    sign_up(Client(), "rob@example.org", invitation=invited.token)
    User.objects.filter(email="rob@example.org").update(email="robert@example.org")
    EmailAddress.objects.all().delete()

    page = Client().get(f"{SIGNUP}?invitation={invited.token}")
    again = sign_up(Client(), "rob@example.org", invitation=invited.token)

    assert (page.status_code, again.status_code) == (403, 403)
    assert SPENT in page.content.decode()
    assert not User.objects.filter(email="rob@example.org").exists()


@pytest.mark.parametrize(("age", "status"), [(timedelta(days=14, seconds=-60), 200), (timedelta(days=14), 403)])
def test_an_invitation_lasts_fourteen_days(client, ivan, mode, age, status):
    old = invite(email="rob@example.org", role=Role.REVIEWER, by=ivan, now=timezone.now() - age)

    assert client.get(f"{SIGNUP}?invitation={old.token}").status_code == status
    sign_up(client, "rob@example.org", invitation=old.token)
    assert User.objects.filter(email="rob@example.org").exists() == (status == 200)


@pytest.mark.parametrize("token", ["nonsense", "00000000-0000-4000-8000-000000000000", "é\x00"])
def test_an_unknown_invitation_is_refused(client, mode, token):
    reply = client.get(SIGNUP, {"invitation": token})

    assert (reply.status_code, SPENT in reply.content.decode()) == (403, True)
    assert sign_up(client, "leo@example.org", invitation=token).status_code == 403


def test_an_invitation_opens_nothing_where_signing_up_is_closed(client, invited, settings):
    settings.SIGNUP = "closed"

    assert client.get(f"{SIGNUP}?invitation={invited.token}").status_code == 403
    assert sign_up(client, "rob@example.org", invitation=invited.token).status_code == 403


def test_an_invitation_is_kept_when_the_password_is_refused(client, invited, mode):
    client.post(SIGNUP, {"email": "rob@example.org", "password1": "12345", "invitation": invited.token})

    invited.refresh_from_db()
    assert invited.accepted_at is None
    assert client.get(f"{SIGNUP}?invitation={invited.token}").status_code == 200


# --- the second factor


def test_the_second_factor_is_set_up_asked_for_and_turned_off(client, lea):
    EmailAddress.objects.create(user=lea, email=lea.email, verified=True, primary=True)
    sign_in(client, lea.email)
    asked = client.get("/account/2fa/totp/activate/")
    assert asked["Location"].startswith("/account/reauthenticate/?next=")
    page = client.post(asked["Location"], {"password": PASSWORD, "next": "/account/2fa/totp/activate/"}, follow=True)
    secret = page.context["form"].secret
    assert f'<code class="num">{secret}</code>' in page.content.decode()
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()

    codes = client.post("/account/2fa/totp/activate/", {"code": code_for(secret)}, follow=True)
    recovery = re.findall(r"<li><code>(\w+)</code></li>", codes.content.decode())
    assert len(recovery) == 10

    other = Client()
    assert sign_in(other, lea.email, next="/preferences/")["Location"] == "/account/2fa/authenticate/"
    assert not signed_in(other)
    assert "Incorrect code." in other.post("/account/2fa/authenticate/", {"code": "000000"}).content.decode()
    assert other.post("/account/2fa/authenticate/", {"code": recovery[0]})["Location"] == "/preferences/"
    assert signed_in(other)

    client.post("/account/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()


def test_codes_are_guessed_ten_times_and_no_more(client, lea):
    TOTP.activate(lea, generate_totp_secret())
    sign_in(client, lea.email)

    said = [client.post("/account/2fa/authenticate/", {"code": "000000"}).content.decode() for _ in range(11)]

    assert ["Incorrect code." in page for page in said] == [True] * 10 + [False]
    assert "Too many tries." in said[10]


def test_recovery_codes_are_not_shown_without_the_password(client, lea):
    TOTP.activate(lea, generate_totp_secret())
    client.force_login(lea)

    for path in ("totp/deactivate/", "recovery-codes/generate/"):
        assert client.get(f"/account/2fa/{path}")["Location"].startswith("/account/reauthenticate/")


# --- the address


def test_a_new_address_counts_once_it_is_confirmed(client, lea):
    client.force_login(lea)
    client.post("/account/email/", {"action_add": "", "email": "new@example.org"})

    lea.refresh_from_db()
    assert lea.email == "lea@example.org"
    assert "It changes to new@example.org" in client.get("/account/email/").content.decode()

    link = next(word for word in mail.outbox[0].body.split() if "/confirm-email/" in word)
    client.post(link)

    lea.refresh_from_db()
    assert lea.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("new@example.org", True, True)]
    assert not signed_in_as(lea, "lea@example.org")
    assert signed_in_as(lea, "new@example.org")


def signed_in_as(person: User, email: str) -> bool:
    client = Client()
    sign_in(client, email)
    return client.session.get("_auth_user_id") == str(person.pk)


def test_the_wish_for_a_new_address_can_be_taken_back_and_the_own_address_cannot_go(client, lea):
    client.force_login(lea)
    client.post("/account/email/", {"action_add": "", "email": "new@example.org"})

    for email in (lea.email, "new@example.org"):
        client.post("/account/email/", {"action_remove": "", "email": email})

    lea.refresh_from_db()
    assert lea.email == "lea@example.org"
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["lea@example.org"]


# --- how the pages are built


class Outline(HTMLParser):
    """What a page must have and must not have."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.script_text = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.tags and self.tags[-1][0] in {"script", "style"}:
            self.script_text += data.strip()

    def labelled(self) -> bool:
        labels = {attrs.get("for") for tag, attrs in self.tags if tag == "label"}
        fields = [
            attrs
            for tag, attrs in self.tags
            if (tag in {"select", "textarea"} or (tag == "input" and attrs.get("type") not in {"hidden", "submit"}))
        ]
        return all(attrs.get("id") in labels for attrs in fields)


SIGNED_OUT = [
    LOGIN,
    SIGNUP,
    "/account/password/reset/",
    "/account/password/reset/done/",
    "/account/password/reset/key/done/",
    "/account/password/reset/key/1-nonsense/",
    "/account/confirm-email/",
    "/account/confirm-email/nonsense/",
    "/account/inactive/",
]
SIGNED_IN = [
    "/account/logout/",
    "/account/email/",
    "/account/password/change/",
    "/account/reauthenticate/",
    "/account/2fa/",
    "/preferences/",
    "/preferences/sign-out/",
]


def check(reply) -> None:
    page = reply.content.decode()
    outline = Outline(page)
    assert reply.status_code == 200
    assert [tag for tag, _attrs in outline.tags].count("h1") == 1
    assert outline.labelled()
    assert "placeholder" not in page
    assert "style" not in {name for _tag, attrs in outline.tags for name in attrs}
    assert not [name for _tag, attrs in outline.tags for name in attrs if name.startswith("on")]
    assert outline.script_text == ""
    assert "data-shortcuts" in page


@pytest.mark.parametrize("path", SIGNED_OUT)
def test_pages_on_the_way_in_are_open_and_well_built(client, path):
    check(client.get(path))


@pytest.mark.parametrize("path", SIGNED_IN)
def test_pages_about_ones_account_are_personal_and_well_built(client, lea, path):
    if path != "/account/logout/":
        assert client.get(path)["Location"] == f"{LOGIN}?next={path}"
    client.force_login(lea)
    reply = client.get(path)

    check(reply)
    assert "no-store" in reply["Cache-Control"]


def test_pages_about_the_second_factor_are_well_built(client, lea):
    TOTP.activate(lea, generate_totp_secret())
    sign_in(client, lea.email)
    check(client.get("/account/2fa/authenticate/"))
    client.force_login(lea)
    check(client.get("/account/2fa/reauthenticate/"))
    check(client.get("/account/2fa/"))
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    check(client.get("/account/2fa/totp/deactivate/"))
    check(client.get("/account/2fa/recovery-codes/generate/"))
    check(client.post("/account/2fa/recovery-codes/generate/", follow=True))


@pytest.mark.parametrize("path", ["reauthenticate/code/", "reauthenticate/code/confirm/", "login/code/confirm/"])
@pytest.mark.parametrize("signed", [False, True])
def test_ways_in_that_are_not_offered_lead_nowhere(client, lea, path, signed):
    if signed:
        client.force_login(lea)

    for reply in (client.get(f"/account/{path}"), client.post(f"/account/{path}")):
        assert reply.status_code in {302, 403}


def test_a_form_that_is_refused_says_so_in_title_and_summary(client):
    page = client.post(LOGIN, {"login": "", "password": ""}).content.decode()

    assert "<title>Error: Sign in – Examprep</title>" in page
    assert 'href="#id_login"' in page
    assert 'aria-invalid="true"' in page


def test_mails_say_where_they_come_from_and_escape_nothing(client, lea):
    client.post("/account/password/reset/", {"email": lea.email})
    client.post(SIGNUP, {"email": "o'leo&co@example.org", "password1": NEW})

    assert [message.subject for message in mail.outbox] == [
        "Examprep: choose a new password",
        "Examprep: confirm your e-mail address",
    ]
    assert all("&#" not in message.body and "&amp;" not in message.body for message in mail.outbox)
