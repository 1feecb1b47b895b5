"""Truths held by the database: whoever asks, and however, what can never be is refused by its name."""

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction
from django.db.models import ProtectedError, RestrictedError

from questions.models import (
    Attempt,
    Certification,
    Learner,
    Option,
    PastTrap,
    Question,
    Response,
    Slot,
    Trap,
    User,
    Version,
)
from tests.models.truths import ALLOWED, CASES
from tests.models.world import Ids, make_world

pytestmark = pytest.mark.django_db
APPLICATION = "examprep_app"


@pytest.fixture
def world(db: None) -> Ids:
    """One of everything."""
    return make_world()


@pytest.fixture(params=["owner", "application"])
def role(request: pytest.FixtureRequest, world: Ids) -> Iterator[str]:
    """Who asks: the owner of the tables, or the role that serves pages."""
    if request.param == "application":
        be_the_application()
    yield request.param
    with connection.cursor() as cursor:
        cursor.execute("RESET ROLE")


def be_the_application() -> None:
    """Go on with the rights of the role that serves pages."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), bool_or(pg_has_role(oid, 'MEMBER')) FROM pg_roles WHERE rolname = %s", [APPLICATION]
        )
        found, ours = cursor.fetchone()
        if not found or not ours:
            pytest.skip(f"the role {APPLICATION} is not there, or is not ours to take on")
        cursor.execute(f"SET LOCAL ROLE {APPLICATION}")


def run(sql: str, ids: Ids) -> None:
    """Run statements as one transaction would, with what waits for its end; then take them back."""
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in sql.split(";"):
            cursor.execute(statement, ids)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        transaction.set_rollback(True)


def truth_of(error: BaseException) -> str:
    """The name of the truth that refused."""
    cause = error.__cause__
    name = str(getattr(getattr(cause, "diag", None), "constraint_name", "") or "")
    return "foreign key" if "_fk_" in name else name


# --- By SQL ------------------------------------------------------------------------------------------------------


def test_sql_is_refused_by_name(world: Ids, role: str, subtests: pytest.Subtests) -> None:
    for truth, sql in CASES:
        with subtests.test(truth, sql=sql):
            with pytest.raises(DatabaseError) as caught:
                run(sql, world)
            if isinstance(caught.value, IntegrityError):
                assert truth_of(caught.value) == truth
            else:
                # The application may not even try.
                assert role == "application"
                assert getattr(caught.value.__cause__, "sqlstate", "") == "42501"


def test_what_is_not_forbidden_is_allowed(world: Ids, role: str, subtests: pytest.Subtests) -> None:
    for sql in ALLOWED:
        with subtests.test(sql):
            run(sql, world)


def test_every_truth_is_tried() -> None:
    models = apps.get_app_config("questions").get_models()
    named = {constraint.name for model in models for constraint in model._meta.constraints}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosrc LIKE '%refuse(%'"
        )
        sources = " ".join(source for (source,) in cursor.fetchall())
        cursor.execute(
            "SELECT conname FROM pg_constraint WHERE conrelid::regclass::text LIKE 'questions_%' AND contype = 'c'"
        )
        checks = {name for (name,) in cursor.fetchall() if not name.endswith("_check")}
    said = set(re.findall(r"refuse\('(\w+)'", sources))

    assert len(said) >= 15
    # A pair of which one half is the primary key cannot be there twice: it is what objective_within_domain refers to.
    named.remove("domain_within_certification")
    assert named | said | checks | {"objective_within_domain"} <= {truth for truth, _sql in CASES}


AROUND = [
    "ALTER TABLE questions_version DISABLE TRIGGER USER",
    "DROP TRIGGER version_guard ON questions_version",
    "CREATE OR REPLACE FUNCTION refuse(truth text, message text) RETURNS void LANGUAGE sql AS 'SELECT'",
    "SET session_replication_role = replica",
    "DROP TABLE questions_response",
    "TRUNCATE questions_response",
    "UPDATE questions_response SET correct = true",
    "DELETE FROM questions_response",
    "UPDATE questions_ruling SET reason = 'x'",
    "DELETE FROM questions_ruling",
    "CREATE TABLE questions_mine (id int)",
]


def test_the_application_has_no_right_to_get_round_them(world: Ids, subtests: pytest.Subtests) -> None:
    be_the_application()

    for sql in AROUND:
        with subtests.test(sql):
            with pytest.raises(ProgrammingError) as caught:
                run(sql, world)
            assert getattr(caught.value.__cause__, "sqlstate", "") == "42501"


# --- By the ORM --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["published", "superseded", "withdrawn"])
def test_a_closed_version_cannot_be_saved_with_other_words(world: Ids, name: str) -> None:
    version = Version.objects.get(pk=world[name])
    version.stem += "?"

    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        version.save()
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Version.objects.filter(pk=version.pk).update(stem="x")
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        Version.objects.bulk_update([version], ["stem"])


def test_options_of_a_closed_version_cannot_be_saved_added_or_deleted(world: Ids) -> None:
    option = Option.objects.get(pk=world["option"])
    option.is_key = True

    for deed in (
        option.save,
        option.delete,
        Option.objects.filter(version=world["published"]).delete,
        lambda: Option.objects.create(version_id=world["published"], text="x"),
        lambda: Option.objects.bulk_create([Option(version_id=world["withdrawn"], text="x")]),
    ):
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            deed()
        assert truth_of(caught.value) == "option_published_is_still"


def test_saving_a_closed_version_unchanged_is_no_change(world: Ids) -> None:
    Version.objects.get(pk=world["published"]).save()


@pytest.mark.parametrize(
    ("model", "row"),
    [
        (Certification, "certification"),
        (Question, "live"),
        (Version, "published"),
        (Attempt, "done"),
        (Slot, "slot"),
        (Learner, "learner"),
        (User, "user"),
    ],
)
def test_history_cannot_be_deleted(world: Ids, model: type, row: str) -> None:
    with pytest.raises((ProtectedError, RestrictedError, IntegrityError)), transaction.atomic():
        model._default_manager.get(pk=world[row]).delete()  # type: ignore[attr-defined]


def test_a_response_can_neither_be_saved_again_nor_deleted(world: Ids) -> None:
    response = Response.objects.get(pk=world["response"])

    for deed in (response.save, response.delete, Response.objects.all().delete):
        with pytest.raises(IntegrityError) as caught, transaction.atomic():
            deed()
        assert truth_of(caught.value) == "history_stays"


# --- Erasing a learner -------------------------------------------------------------------------------------------


def erase(user: int) -> object:
    with connection.cursor() as cursor:
        cursor.execute("SELECT erase_learner(%s)", [user])
        return cursor.fetchone()[0]


def test_erasing_cuts_the_link_and_keeps_the_history(world: Ids, role: str) -> None:
    before = list(Response.objects.order_by("pk").values())
    learner = Learner.objects.get(pk=world["learner"])

    assert erase(world["user"]) == learner.uid

    assert list(Response.objects.order_by("pk").values()) == before
    assert Learner.objects.filter(uid=learner.uid, pk=learner.pk, user=None).exists()


def test_the_application_cannot_pretend_to_erase(world: Ids) -> None:
    be_the_application()

    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('examprep.erasing', %s, true)", [str(world["learner"])])
        with pytest.raises(DatabaseError, match="permission denied"), transaction.atomic():
            cursor.execute("UPDATE questions_learner SET user_id = NULL WHERE id = %s", [world["learner"]])


def test_erasing_is_for_the_application_and_the_owner_only(world: Ids) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT has_function_privilege('public', 'public.erase_learner(bigint)', 'EXECUTE')")
        assert cursor.fetchone() == (False,)
    be_the_application()
    assert erase(world["user"])


def test_a_temporary_table_hides_nothing_from_the_guards(world: Ids) -> None:
    """It would be looked up before the real one: the guards name their schema."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE questions_version (id bigint, status text) ON COMMIT DROP")
        cursor.execute("INSERT INTO questions_version SELECT id, 'draft' FROM public.questions_version")

    with pytest.raises(IntegrityError, match="never change"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE questions_option SET text = 'other' WHERE version_id = %s", [world["published"]])


def test_an_erased_person_can_be_deleted_and_starts_anew(world: Ids) -> None:
    erase(world["user"])

    User.objects.get(pk=world["user"]).delete()
    assert not User.objects.filter(pk=world["user"]).exists()


def test_erasing_again_or_who_never_answered_does_nothing(world: Ids) -> None:
    erase(world["user"])

    assert erase(world["user"]) is None
    assert erase(world["other_user"]) is None


def test_erasing_opens_no_door_for_what_follows_in_the_transaction(world: Ids) -> None:
    other = Learner.objects.of(User.objects.get(pk=world["other_user"]))
    erase(world["user"])

    with pytest.raises(IntegrityError) as caught, transaction.atomic():
        Learner.objects.filter(pk=other.pk).update(user=None)
    assert truth_of(caught.value) == "learner_keeps_history"


def test_the_time_in_which_a_trap_was_public_stays_known(world: Ids) -> None:
    trap = Trap.objects.first()
    assert trap is not None
    since, uid = trap.public_since, trap.option_uid

    trap.delete()

    past = PastTrap.objects.get()
    assert (past.option_uid, past.public_since) == (uid, since)
    assert past.public_until >= since
