"""One account for each kind of person, with a password that can be printed again."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from questions.actions.roles import Role, give_role
from questions.management.demo.kept import Kept
from questions.models import User


@dataclass(frozen=True)
class Person:
    """Who an account is for."""

    login: str
    role: Role
    name: str
    does: Any

    @property
    def email(self) -> str:
        """The login name; example.org belongs to nobody."""
        return f"{self.login}@example.org"


PEOPLE = (
    Person("learner", Role.LEARNER, "Lea Learner", _("takes quizzes")),
    Person("instructor", Role.INSTRUCTOR, "Ivan Instructor", _("writes questions")),
    Person("reviewer", Role.REVIEWER, "Rita Reviewer", _("looks for weak answers")),
    Person("admin", Role.ADMINISTRATOR, "Ada Admin", _("may do everything")),
)


def make_accounts(kept: Kept) -> dict[Person, str | None]:
    """Make the accounts that are missing; return each one's password, None where somebody has changed it."""
    with transaction.atomic():
        passwords = {person: _password(person, kept) for person in PEOPLE}
        kept.save()  # before the database's commit: a password that is set must be known
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
    is_superuser = person.role is Role.ADMINISTRATOR
    user = User.objects.create_user(person.email, password, name=person.name, is_superuser=is_superuser)
    give_role(user=user, role=person.role)
    EmailAddress.objects.create(user=user, email=person.email, verified=True, primary=True)
    return user
