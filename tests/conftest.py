"""People and ground shared by all tests: real Postgres, no mocks."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import Client

from questions.models import User
from questions.models.content import forget
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


@pytest.fixture(autouse=True, scope="session")
def _flush_history() -> Iterator[None]:
    """Let the test runner empty tables that hold history: nobody else may, so their triggers rest meanwhile."""
    flush = DatabaseOperations.execute_sql_flush

    def flush_all(self: DatabaseOperations, sql_list: list[str]) -> None:
        tables = [table for table in connection.introspection.table_names() if table.startswith("questions_")]
        switch = "ALTER TABLE {} {} TRIGGER USER"
        rest = [switch.format(self.quote_name(table), "DISABLE") for table in tables]
        wake = [switch.format(self.quote_name(table), "ENABLE") for table in tables]
        flush(self, [*rest, *sql_list, *wake])

    DatabaseOperations.execute_sql_flush = flush_all  # type: ignore[method-assign, assignment]
    yield
    DatabaseOperations.execute_sql_flush = flush  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _forget_content() -> None:
    """Published content is kept per process for ever; a test's database is not."""
    forget()
