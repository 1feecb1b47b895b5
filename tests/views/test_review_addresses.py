"""Codes of questions in the addresses of the reviewer's pages."""

import uuid

import pytest
from django.test import Client
from django.urls import resolve, reverse

from questions.actions.flagging import raise_flag
from questions.forms.review import seen_states
from questions.models import User
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("code", ["a/b", "a b?", "é&x", "solve"])
def test_whatever_a_code_holds_its_pages_are_there(client: Client, rita: User, code: str) -> None:
    question = make_question(code=code)
    raise_flag(version=question.versions.get(), note="Why?", by=rita, now=NOW, request_id=uuid.uuid4())
    client.force_login(rita)

    assert client.get(reverse("review")).status_code == 200
    assert client.get(reverse("review-item", args=[code])).status_code == 200
    assert client.get(reverse("review"), {"search": code}, follow=True).status_code == 200


@pytest.mark.parametrize("name", ["review-solve", "review-flag", "review-item"])
def test_each_address_leads_to_its_own_page(name: str) -> None:
    found = resolve(reverse(name, args=["a/b"]))

    assert (found.url_name, found.kwargs) == (name, {"question": "a/b"})


def test_states_that_no_form_of_ours_sent_are_left_out() -> None:
    assert seen_states(f"{'9' * 5_000}:open 12:open x:open 13:gone ²:open") == {12: "open"}
