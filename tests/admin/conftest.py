"""Staff signed in, and people who may see less."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from questions.models import User
from tests.builders import make_user


@pytest.fixture
def as_ivan(client: Client, ivan: User) -> Client:
    """A browser in which the instructor is signed in."""
    client.force_login(ivan)
    return client


@pytest.fixture
def as_rita(rita: User) -> Client:
    """A browser in which the reviewer is signed in."""
    client = Client()
    client.force_login(rita)
    return client


@pytest.fixture
def olga(db: None) -> User:
    """Staff of the office: may look at the bank, and must not see what is right."""
    user = make_user("olga@example.org", name="Olga", is_staff=True)
    names = ("certification", "domain", "objective", "question", "version", "option", "trap", "quiz", "quizquestion")
    user.user_permissions.set(Permission.objects.filter(codename__in=[f"view_{name}" for name in names]))
    return user


@pytest.fixture
def as_olga(olga: User) -> Client:
    """A browser in which she is signed in."""
    client = Client()
    client.force_login(olga)
    return client
