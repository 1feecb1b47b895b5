"""What every request passes: no header or cookie brings a page down, and htmx is sent on with all that a reply says."""

import pytest
from django.test import Client

from questions.models import User

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "tz", "theme", "samples", "messages"])
def test_a_cookie_with_a_nul_is_no_cookie(client: Client, name: str) -> None:
    reply = client.get("/account/login/", headers={"Cookie": f'{name}="\\000aaaaaaaaaaaaaaaa"'})

    assert reply.status_code == 200


def test_other_cookies_stay(client: Client) -> None:
    reply = client.get("/help/", headers={"Cookie": 'tz="\\000"; theme=dark'})

    assert 'data-theme="dark"' in reply.content.decode()


@pytest.mark.parametrize("zone", ["a" + "/a" * 400, "../../etc/passwd", "America", "/", "tzdata.zi", "No/Where", "é"])
def test_a_zone_that_is_none_changes_nothing(client: Client, zone: str) -> None:
    assert client.get("/help/", headers={"Cookie": f"tz={zone}"}).status_code == 200


def test_htmx_is_sent_on_with_the_cookies_of_the_reply(client: Client) -> None:
    reply = client.post("/theme/", {"theme": "dark", "next": "/help/"}, headers=HTMX)

    assert (reply.status_code, reply["HX-Redirect"], reply.content) == (204, "/help/", b"")
    assert "Location" not in reply
    assert reply.cookies["theme"].value == "dark"


def test_htmx_is_sent_on_with_the_headers_of_the_reply(as_lea: Client, lea: User) -> None:
    reply = as_lea.post("/account/logout/", headers=HTMX)

    assert reply.status_code == 204
    assert reply["Clear-Site-Data"] == '"cache", "storage"'
