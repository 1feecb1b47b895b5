"""What each role may do, exactly."""

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from questions.actions.roles import Role, give_role, keep_staff, roles_open_to, set_up_roles
from questions.models import User

pytestmark = pytest.mark.django_db
BANK = ["certification", "domain", "objective", "option", "question", "quiz", "quizquestion", "trap", "version"]


def rights(role: Role) -> set[str]:
    names = Group.objects.get(name=role.value).permissions.values_list("content_type__app_label", "codename")
    return {f"{app}.{codename}" for app, codename in names}


def test_a_learner_may_do_nothing_in_the_admin():
    assert rights(Role.LEARNER) == set()


def test_a_reviewer_sees_the_bank_with_its_keys_and_its_statistics_and_judges():
    assert rights(Role.REVIEWER) == {f"questions.view_{noun}" for noun in BANK} | {
        "questions.view_key",
        "questions.view_itemstatistic",
        "questions.view_flag",
        "questions.add_flag",
        "questions.review_flag",
    }


def test_an_instructor_writes_and_publishes_the_bank_and_invites():
    verbs = ["add", "change", "delete", "view"]
    assert rights(Role.INSTRUCTOR) == {f"questions.{verb}_{noun}" for verb in verbs for noun in BANK} | {
        "questions.publish_version",
        "questions.view_key",
        "questions.view_itemstatistic",
        "questions.view_flag",
        "questions.add_flag",
        "questions.add_invitation",
        "questions.view_invitation",
    }


def test_an_administrator_may_do_all_there_is():
    assert rights(Role.ADMINISTRATOR) == {
        f"{app}.{codename}" for app, codename in Permission.objects.values_list("content_type__app_label", "codename")
    }
    assert {"questions.change_user", "auth.change_group", "questions.delete_invitation"} < rights(Role.ADMINISTRATOR)


def test_only_an_administrator_may_see_which_person_a_learner_is():
    assert [role for role in Role if "questions.view_names" in rights(role)] == [Role.ADMINISTRATOR]


def test_a_migration_sets_the_roles_as_they_are_meant_and_leaves_other_groups_alone():
    own = Group.objects.create(name="our own")
    own.permissions.add(Permission.objects.get(codename="view_key"))
    Group.objects.get(name="learner").permissions.add(Permission.objects.get(codename="view_key"))
    Group.objects.get(name="reviewer").delete()

    call_command("migrate", verbosity=0)

    assert rights(Role.LEARNER) == set()
    assert "questions.view_key" in rights(Role.REVIEWER)
    assert own.permissions.count() == 1


def test_setting_up_twice_changes_nothing():
    before = {role: rights(role) for role in Role}

    set_up_roles()

    assert {role: rights(role) for role in Role} == before


def test_everybody_with_a_role_but_learner_works_in_the_admin(lea):
    for role in (Role.REVIEWER, Role.INSTRUCTOR, Role.ADMINISTRATOR):
        give_role(user=lea, role=role)
        assert User.objects.get(pk=lea.pk).is_staff
        lea.groups.remove(Group.objects.get(name=role.value))
        keep_staff(user=lea)
        assert not User.objects.get(pk=lea.pk).is_staff


@pytest.mark.parametrize(
    ("groups", "reach"),
    [
        ([], ["learner"]),
        (["learner"], ["learner"]),
        (["reviewer"], ["learner", "reviewer"]),
        (["learner", "instructor"], ["learner", "reviewer", "instructor"]),
        (["administrator"], ["learner", "reviewer", "instructor", "administrator"]),
    ],
)
def test_the_roles_open_to_somebody_end_with_the_highest_held(lea, groups, reach):
    lea.groups.set(Group.objects.filter(name__in=groups))

    assert [role.value for role in roles_open_to(lea)] == reach


def test_every_role_is_open_to_a_superuser(lea):
    lea.groups.clear()
    lea.is_superuser = True

    assert roles_open_to(lea) == list(Role)
