"""Preferences, the theme, signing out everywhere, and inviting people."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from questions.actions.people import invite
from questions.actions.roles import Role
from questions.models import Invitation, User
from tests.builders import PASSWORD

pytestmark = pytest.mark.django_db
PREFERENCES, THEME, INVITE = "/preferences/", "/theme/", "/people/invite/"
FORM = {"time_zone": "browser", "theme": "system"}


@pytest.fixture(autouse=True)
def _quick_hashes(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def as_ivan(client, ivan) -> Any:
    client.force_login(ivan)
    return client


# --- preferences


def test_preferences_are_kept(as_lea, lea):
    reply = as_lea.post(PREFERENCES, {"name": "Lea L", "time_zone": "Europe/Berlin", "theme": "dark"})

    lea.refresh_from_db()
    assert reply["Location"] == PREFERENCES
    assert (lea.name, lea.time_zone, lea.shortcuts) == ("Lea L", "Europe/Berlin", False)
    page = as_lea.get(PREFERENCES).content.decode()
    assert 'data-theme="dark"' in page
    assert 'data-shortcuts="off"' in page
    assert '<option value="Europe/Berlin" selected>' in page
    assert "Saved." in page


def test_preferences_change_nobody_elses(as_lea, mallory):
    as_lea.post(PREFERENCES, FORM | {"name": "Somebody", "email": "taken@example.org", "is_staff": "on"})

    mallory.refresh_from_db()
    assert mallory.name == "Mallory"
    assert not User.objects.filter(email="taken@example.org").exists()
    assert not User.objects.filter(is_staff=True).exists()


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "Europe"])
def test_a_time_zone_that_does_not_exist_is_refused(as_lea, lea, zone):
    reply = as_lea.post(PREFERENCES, FORM | {"name": "Refused", "time_zone": zone})

    lea.refresh_from_db()
    assert reply.status_code == 422
    assert lea.time_zone == ""
    assert 'Account:</span> <span class="name">Lea</span>' in reply.content.decode()
    assert "<title>Error: Preferences" in reply.content.decode()


def test_the_browsers_zone_is_the_first_guess(as_lea):
    as_lea.cookies["tz"] = "America/New_York"

    assert "As the browser says: America/New York" in as_lea.get(PREFERENCES).content.decode()


@pytest.mark.parametrize("zone", ["<script>", "../../etc/passwd", "\x00"])
def test_a_browser_zone_that_does_not_exist_is_not_repeated(as_lea, zone):
    as_lea.cookies["tz"] = zone

    assert "As the browser says: UTC" in as_lea.get(PREFERENCES).content.decode()


def test_an_old_name_of_a_zone_stays_chosen(as_lea, lea):
    User.objects.filter(pk=lea.pk).update(time_zone="US/Eastern")

    assert '<option value="US/Eastern" selected>' in as_lea.get(PREFERENCES).content.decode()
    assert as_lea.post(PREFERENCES, FORM | {"time_zone": "US/Eastern"}).status_code == 302


def test_the_browsers_zone_and_the_devices_theme_are_kept_as_nothing(as_lea, lea):
    User.objects.filter(pk=lea.pk).update(time_zone="Europe/Berlin")
    as_lea.cookies["theme"] = "dark"

    reply = as_lea.post(PREFERENCES, FORM)

    lea.refresh_from_db()
    assert lea.time_zone == ""
    assert reply.cookies["theme"]["max-age"] == 0


# --- theme


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_the_theme_is_a_cookie_that_works_signed_out(client, chosen):
    reply = client.post(THEME, {"theme": chosen, "next": "/help/"})

    cookie = reply.cookies["theme"]
    assert (reply["Location"], cookie.value, cookie["httponly"], cookie["samesite"]) == ("/help/", chosen, True, "Lax")
    assert cookie["max-age"] == 365 * 24 * 3600
    assert f'data-theme="{chosen}"' in client.get("/help/").content.decode()


@pytest.mark.parametrize("chosen", ["system", "", "purple", '"><script>'])
def test_any_other_theme_forgets_the_cookie(client, chosen):
    client.post(THEME, {"theme": "dark"})

    reply = client.post(THEME, {"theme": chosen})

    assert reply.cookies["theme"]["max-age"] == 0
    assert reply.cookies["theme"]["httponly"]
    assert "data-theme" not in client.get("/help/").content.decode()


@pytest.mark.parametrize(
    "target",
    [
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "",
        "\r\nX: 1",
    ],
)
def test_the_theme_leads_to_no_other_site(client, target):
    assert client.post(THEME, {"theme": "dark", "next": target})["Location"] == "/"
    assert client.post(THEME, {"theme": "dark"}, headers={"referer": target})["Location"] == "/"


@pytest.mark.parametrize("word", ["0", "home", "admin:index", "help/", "?a"])
def test_a_word_is_no_address_to_lead_back_to(client, word):
    assert client.post(THEME, {"theme": "dark", "next": word})["Location"] == "/"


def test_the_theme_leads_back_to_where_its_form_stood(client):
    back = client.post(THEME, {"theme": "dark"}, headers={"referer": "http://testserver/terms/?a=1"})

    assert back["Location"] == "http://testserver/terms/?a=1"


def test_a_link_cannot_change_the_theme(client):
    assert client.get(THEME, {"theme": "dark"}).status_code == 405


# --- signing out everywhere


def test_signing_out_everywhere_ends_all_sessions_and_keeps_the_password(lea):
    here, there = Client(), Client()
    for client in (here, there):
        client.post("/account/login/", {"login": lea.email, "password": PASSWORD})

    reply = here.post("/preferences/sign-out/", {"password": PASSWORD}, follow=True)

    assert "You are signed out on every device." in reply.content.decode()
    assert [client.get(PREFERENCES).status_code for client in (here, there)] == [302, 302]
    assert here.post("/account/login/", {"login": lea.email, "password": PASSWORD})["Location"] == "/"


def test_signing_out_everywhere_takes_the_password_and_ten_guesses(as_lea):
    said = [as_lea.post("/preferences/sign-out/", {"password": "wrong"}) for _ in range(11)]

    assert {reply.status_code for reply in said} == {422}
    assert ["That is not your password." in reply.content.decode() for reply in said] == [True] * 10 + [False]
    assert "Too many tries." in said[10].content.decode()
    assert "Too many tries." in as_lea.post("/preferences/sign-out/", {"password": PASSWORD}).content.decode()
    assert as_lea.get(PREFERENCES).status_code == 200


# --- inviting


def test_an_invitation_is_mailed_with_a_link_that_works(as_ivan, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    reply = as_ivan.post(INVITE, {"email": "Rob@example.org", "role": "reviewer"}, follow=True)

    invitation = Invitation.objects.get()
    assert "Invitation sent to rob@example.org." in reply.content.decode()
    assert (invitation.email, invitation.role.name, invitation.invited_by.name) == (
        "rob@example.org",
        "reviewer",
        "Ivan",
    )
    assert invitation.expires_at - invitation.created_at == timedelta(days=14)
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["rob@example.org"], "Ivan invites you to Examprep")
    link = next(word for word in message.body.split() if "invitation=" in word)
    assert "Ivan has invited you." in Client().get(link).content.decode()


def test_inviting_somebody_with_an_account_looks_the_same(as_ivan, lea):
    said = [
        as_ivan.post(INVITE, {"email": email, "role": "learner"}, follow=True).content.decode().count(email)
        for email in (lea.email, "leo@example.org")
    ]

    assert said[0] == said[1] > 0
    assert Invitation.objects.count() == 2
    assert "/account/signup/" not in mail.outbox[0].body
    assert "/account/login/" in mail.outbox[0].body
    assert mail.outbox[0].subject == mail.outbox[1].subject


@pytest.mark.parametrize(
    ("who", "roles"),
    [
        ("ivan", ["learner", "reviewer", "instructor"]),
        ("ada", ["learner", "reviewer", "instructor", "administrator"]),
    ],
)
def test_one_invites_to_roles_that_one_holds_and_those_below(client, who, roles, request):
    client.force_login(request.getfixturevalue(who))

    sent = [client.post(INVITE, {"email": "x@example.org", "role": role.value}).status_code == 302 for role in Role]

    assert [role.value for role, done in zip(Role, sent, strict=True) if done] == roles
    assert Invitation.objects.count() == len(roles)


@pytest.mark.parametrize("who", ["lea", "rita"])
def test_learners_and_reviewers_invite_nobody(client, who, request):
    client.force_login(request.getfixturevalue(who))

    assert client.get(INVITE).status_code == 403
    assert client.post(INVITE, {"email": "x@example.org", "role": "learner"}).status_code == 403
    assert not Invitation.objects.exists()
    assert INVITE not in client.get(PREFERENCES).content.decode()


def test_an_instructor_sees_own_invitations_and_an_administrator_all(client, ivan, ada):
    now = timezone.now()
    invite(email="of-ivan@example.org", role=Role.LEARNER, by=ivan, now=now)
    invite(email="of-ada@example.org", role=Role.LEARNER, by=ada, now=now)

    seen = {}
    for person in (ivan, ada):
        client.force_login(person)
        page = client.get(INVITE).content.decode()
        seen[person.name] = [name for name in ("of-ivan", "of-ada") if name in page]

    assert seen == {"Ivan": ["of-ivan"], "Ada": ["of-ivan", "of-ada"]}


def test_the_list_says_what_became_of_each(as_ivan, ivan):
    now = timezone.now()
    invite(email="open@example.org", role=Role.LEARNER, by=ivan, now=now)
    invite(email="late@example.org", role=Role.LEARNER, by=ivan, now=now - timedelta(days=15))
    used = invite(email="used@example.org", role=Role.LEARNER, by=ivan, now=now)
    Invitation.objects.filter(pk=used.pk).update(accepted_at=now)

    page = as_ivan.get(INVITE).content.decode()

    assert [page.count(word) for word in ("Open until", "Expired", "Accepted")] == [1, 1, 1]


def test_links_are_shown_only_where_no_mail_is_sent_and_only_while_open(as_ivan, ivan, settings):
    now = timezone.now()
    fresh = invite(email="open@example.org", role=Role.LEARNER, by=ivan, now=now)
    late = invite(email="late@example.org", role=Role.LEARNER, by=ivan, now=now - timedelta(days=15))

    page = as_ivan.get(INVITE).content.decode()
    assert (str(fresh.token) in page, str(late.token) in page) == (True, False)

    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    assert str(fresh.token) not in as_ivan.get(INVITE).content.decode()


def test_a_mail_server_that_fails_is_reported_and_the_invitation_stays(as_ivan, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9

    page = as_ivan.post(INVITE, {"email": "x@example.org", "role": "learner"}, follow=True).content.decode()

    assert "the mail server did not take the mail" in page
    assert Invitation.objects.count() == 1


def test_an_address_that_is_none_is_refused(as_ivan):
    reply = as_ivan.post(INVITE, {"email": "nobody", "role": "learner"})

    assert (reply.status_code, Invitation.objects.exists()) == (422, False)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_invitations_costs_the_same_for_any_length(as_ivan, ivan, rows, django_assert_num_queries):
    for number in range(rows):
        invite(email=f"x{number}@example.org", role=Role.LEARNER, by=ivan, now=timezone.now())

    # session, person, two for permissions, roles of the person, count, rows
    with django_assert_num_queries(7):
        as_ivan.get(INVITE)


# --- sessions


def let_pass(client: Client, time: timedelta) -> None:
    """Make a browser's session older by ``time``, as if nothing had happened meanwhile."""
    ends = Session.objects.get(pk=client.session.session_key).expire_date
    session = client.session
    for name in {"signed_in_at", "visited_at"} & set(session.keys()):
        session[name] -= int(time.total_seconds())
    session.save()
    Session.objects.filter(pk=session.session_key).update(expire_date=ends - time)


def test_a_session_in_use_goes_on_and_one_forgotten_for_fourteen_days_ends(as_lea):
    for _ in range(3):
        let_pass(as_lea, timedelta(days=13))
        assert as_lea.get(PREFERENCES).status_code == 200

    let_pass(as_lea, timedelta(days=14))
    assert as_lea.get(PREFERENCES).status_code == 302


def test_no_session_lasts_longer_than_ninety_days(as_lea):
    for _ in range(8):
        let_pass(as_lea, timedelta(days=10))
        assert as_lea.get(PREFERENCES).status_code == 200

    let_pass(as_lea, timedelta(days=10))
    ended = as_lea.get(PREFERENCES)
    assert ended["Location"] == f"/account/login/?next={PREFERENCES}"
    assert ended["Clear-Site-Data"] == '"cache", "storage"'


def test_most_visits_write_no_session(as_lea, django_assert_num_queries):
    let_pass(as_lea, timedelta(hours=23))

    # session, person
    with django_assert_num_queries(2):
        as_lea.get(PREFERENCES)
