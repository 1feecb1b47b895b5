"""People and ground shared by all tests: real Postgres, no mocks."""

import os

# Before settings load: tests run with DEBUG's cookie names, as the role that may make a test database.
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("EXAMPREP_DB_ROLE", "owner")

import pytest
from django.test import Client

from questions.models import User
from tests.builders import make_user


@pytest.fixture
def lea(db: None) -> User:
    """A learner."""
    return make_user("lea@example.org", "learner", name="Lea")


@pytest.fixture
def mallory(db: None) -> User:
    """Another learner, who must see nothing of Lea's."""
    return make_user("mallory@example.org", "learner", name="Mallory")


@pytest.fixture
def ivan(db: None) -> User:
    """An instructor."""
    return make_user("ivan@example.org", "instructor", name="Ivan", is_staff=True)


@pytest.fixture
def rita(db: None) -> User:
    """A reviewer."""
    return make_user("rita@example.org", "reviewer", name="Rita", is_staff=True)


@pytest.fixture
def ada(db: None) -> User:
    """An administrator."""
    return make_user("ada@example.org", "administrator", name="Ada", is_staff=True, is_superuser=True)


@pytest.fixture
def as_lea(client: Client, lea: User) -> Client:
    """A browser in which Lea is signed in."""
    client.force_login(lea)
    return client
