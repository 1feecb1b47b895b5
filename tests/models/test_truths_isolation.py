"""Truths that count other rows hold against what is written meanwhile, whatever snapshot a transaction asks for."""

import psycopg
import pytest
from django.db import connection

from questions.models import Certification, Version
from tests.builders import make_certification, make_draft

pytestmark = pytest.mark.django_db(transaction=True)
LEVELS = ["read committed", "repeatable read", "serializable"]
PLACE = ("dbname", "user", "password", "host", "port")


def elsewhere() -> "psycopg.Connection[tuple[object, ...]]":
    """A connection of its own to the same database."""
    params = connection.get_connection_params()
    return psycopg.connect(**{name: params[name] for name in PLACE if params.get(name)})


def commit(on: "psycopg.Connection[tuple[object, ...]]", sql: str, pk: int) -> None:
    """Run one statement about a row, and with it what waits for the end of its transaction."""
    on.execute(sql.encode(), [pk])
    on.commit()


def write_behind_a_snapshot(level: str, meanwhile: str, then: str, pk: int) -> None:
    """Open a snapshot, let somebody else commit ``meanwhile``, then try ``then``, which must be refused."""
    with elsewhere() as one, elsewhere() as other:
        one.execute(f"SET TRANSACTION ISOLATION LEVEL {level}".encode())
        one.execute("SELECT count(*) FROM questions_option, questions_domain")
        commit(other, meanwhile, pk)
        with pytest.raises(psycopg.errors.CheckViolation):
            commit(one, then, pk)
        one.rollback()


@pytest.mark.parametrize("level", LEVELS)
def test_a_version_is_published_with_the_options_it_has_by_then(level: str) -> None:
    draft = make_draft()

    write_behind_a_snapshot(
        level,
        "UPDATE questions_option SET is_key = true WHERE version_id = %s",
        "UPDATE questions_version SET status = 'published', published_at = now() WHERE id = %s",
        draft.pk,
    )

    assert Version.objects.get(pk=draft.pk).status == "draft"


@pytest.mark.parametrize("level", LEVELS)
def test_a_certification_is_published_with_the_weights_it_has_by_then(level: str) -> None:
    certification = make_certification(published=False)

    write_behind_a_snapshot(
        level,
        "UPDATE questions_domain SET weight = 1 WHERE certification_id = %s",
        "UPDATE questions_certification SET published = true WHERE id = %s",
        certification.pk,
    )

    assert not Certification.objects.get(pk=certification.pk).published
