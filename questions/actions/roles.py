"""Roles: what the four groups may do. The groups are the product's: each migration sets them as they stand here.

A site that needs other rights makes groups of its own.
"""

from django.contrib.auth.models import Group, Permission
from django.db import transaction

from questions.items.text import mark
from questions.items.words import Word
from questions.models import User


class Role(Word):
    """Group names, with the least powerful first."""

    LEARNER = "learner", mark("Learner")
    REVIEWER = "reviewer", mark("Reviewer")
    INSTRUCTOR = "instructor", mark("Instructor")
    ADMINISTRATOR = "administrator", mark("Administrator")


BANK = ("certification", "domain", "objective", "question", "version", "option", "trap", "quiz", "quizquestion")
RIGHTS: dict[Role, frozenset[str]] = {
    Role.LEARNER: frozenset(),
    Role.REVIEWER: frozenset(
        {*(f"view_{noun}" for noun in BANK), "view_key", "view_itemstatistic", "view_flag", "add_flag", "review_flag"}
    ),
    Role.INSTRUCTOR: frozenset(
        {
            *(f"{verb}_{noun}" for noun in BANK for verb in ("add", "change", "delete", "view")),
            "publish_version",
            "view_key",
            "view_itemstatistic",
            "view_flag",
            "add_flag",
            "add_invitation",
            "view_invitation",
        }
    ),
}


@transaction.atomic
def set_up_roles() -> None:
    """Make the four groups, and give each exactly its rights; an administrator has all there are."""
    for role in Role:
        group, _made = Group.objects.get_or_create(name=role.value)
        rights = Permission.objects.all()
        if role is not Role.ADMINISTRATOR:
            rights = rights.filter(content_type__app_label="questions", codename__in=RIGHTS[role])
        group.permissions.set(rights)


def roles_open_to(person: User) -> list[Role]:
    """Roles that ``person`` may invite others to: the ones held and those below, least powerful first."""
    roles = list(Role)
    if person.is_superuser:
        return roles
    held = set(person.groups.values_list("name", flat=True))
    highest = max((place for place, role in enumerate(roles) if role.value in held), default=0)
    return roles[: highest + 1]


def give_role(*, user: User, role: Role) -> None:
    """Put ``user`` in the role's group."""
    user.groups.add(Group.objects.get(name=role.value))
    keep_staff(user=user)


def keep_staff(*, user: User) -> None:
    """Let ``user`` into the admin or not: everybody in a group other than learners' works there."""
    staff = user.is_superuser or user.groups.exclude(name=Role.LEARNER.value).exists()
    if user.is_staff != staff:
        user.is_staff = staff
        user.save(update_fields=["is_staff"])
