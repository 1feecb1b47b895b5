"""One account for each kind of person, with a password that can be printed again."""

from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from questions.management.demo.kept import Kept
from questions.models import User


@dataclass(frozen=True)
class Person:
    """Who an account is for."""

    login: str
    group: str
    name: str
    does: Any
    rights: dict[str, bool] = field(default_factory=dict)

    @property
    def email(self) -> str:
        """The login name; example.org belongs to nobody."""
        return f"{self.login}@example.org"


PEOPLE = (
    Person("learner", "learner", "Lea Learner", _("takes quizzes")),
    Person("instructor", "instructor", "Ivan Instructor", _("writes questions"), {"is_staff": True}),
    Person("reviewer", "reviewer", "Rita Reviewer", _("looks for weak answers"), {"is_staff": True}),
    Person("admin", "administrator", "Ada Admin", _("may do everything"), {"is_staff": True, "is_superuser": True}),
)


def make_accounts(kept: Kept) -> dict[Person, str | None]:
    """Make the accounts that are missing; return each one's password, None where somebody has changed it."""
    with transaction.atomic():
        passwords = {person: _password(person, kept) for person in PEOPLE}
    kept.save()
    return passwords


def _password(person: Person, kept: Kept) -> str | None:
    password = kept.password(person.email)
    user = User.objects.filter(email=person.email).first()
    if user is None:
        user = _make(person, password)
    elif user.password != kept.stored_hash(person.email) and not user.check_password(password):
        return None
    kept.remember_hash(person.email, user.password)
    return password


def _make(person: Person, password: str) -> User:
    user = User.objects.create_user(person.email, password, name=person.name, **person.rights)
    user.groups.add(Group.objects.get(name=person.group))
    EmailAddress.objects.create(user=user, email=person.email, verified=True, primary=True)
    return user
