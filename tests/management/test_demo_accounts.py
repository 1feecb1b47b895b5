"""Accounts of the demo: made once, never changed behind somebody's back."""

from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from pytest_django import Settings

from questions.management.demo.accounts import PEOPLE, make_accounts
from questions.management.demo.kept import Kept
from questions.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept(tmp_path: Path, settings: Settings) -> Kept:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick; salted like the others
    return Kept(tmp_path)


def test_each_person_has_their_role_a_proven_address_and_the_printed_password(kept: Kept) -> None:
    passwords = make_accounts(kept)

    roles = {}
    for person, password in passwords.items():
        user = User.objects.get(email=person.email)
        assert user.check_password(str(password))
        assert EmailAddress.objects.get(user=user, email=person.email).verified
        roles[person.login] = (user.groups.get().name, user.is_staff, user.is_superuser)
    assert roles == {
        "learner": ("learner", False, False),
        "instructor": ("instructor", True, False),
        "reviewer": ("reviewer", True, False),
        "admin": ("administrator", True, True),
    }


def test_a_second_start_changes_nothing_and_prints_the_same(kept: Kept, tmp_path: Path) -> None:
    first = make_accounts(kept)
    hashes = dict(User.objects.values_list("email", "password"))

    assert make_accounts(Kept(tmp_path)) == first

    assert dict(User.objects.values_list("email", "password")) == hashes


def test_a_password_that_somebody_has_changed_stays_and_is_not_printed(kept: Kept) -> None:
    make_accounts(kept)
    learner = User.objects.get(email="learner@example.org")
    learner.set_password("my own words")
    learner.save(update_fields=["password"])

    passwords = make_accounts(kept)

    assert passwords[PEOPLE[0]] is None
    assert all(passwords[person] for person in PEOPLE[1:])
    learner.refresh_from_db()
    assert learner.check_password("my own words")


def test_a_password_hashed_anew_on_signing_in_is_still_known(kept: Kept) -> None:
    first = make_accounts(kept)
    learner = User.objects.get(email="learner@example.org")
    learner.set_password(str(first[PEOPLE[0]]))
    learner.save(update_fields=["password"])

    assert make_accounts(kept) == first
