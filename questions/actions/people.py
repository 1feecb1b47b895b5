"""People: inviting, joining, signing out everywhere."""

import uuid
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.contrib.auth.models import Group
from django.db import transaction

from questions.actions.roles import Role, give_role, roles_open_to
from questions.actions.samples import adopt_seen
from questions.models import Invitation, User

INVITED_FOR = timedelta(days=14)


class RoleNotOpenError(Exception):
    """The person may not invite others to this role."""


class InvitationSpentError(Exception):
    """The invitation is unknown, used, expired, or for another address."""


@transaction.atomic
def invite(*, email: str, role: Role, by: User, now: datetime) -> Invitation:
    """Give leave to ``email`` to sign up once as ``role``. Raises :class:`RoleNotOpenError`."""
    if role not in roles_open_to(by):
        raise RoleNotOpenError
    return Invitation.objects.create(
        email=email.lower(),
        role=Group.objects.get(name=role.value),
        invited_by=by,
        created_at=now,
        expires_at=now + INVITED_FOR,
    )


def open_invitation(*, token: str, now: datetime) -> Invitation | None:
    """The invitation behind ``token``, as long as it can be used."""
    try:
        uid = uuid.UUID(hex=token)
    except ValueError:
        return None
    return Invitation.objects.filter(token=uid, accepted_at=None, expires_at__gt=now).select_related("role").first()


@transaction.atomic
def join(*, user: User, token: str, samples: str, now: datetime) -> None:
    """Give a new account its role, the invited one or learner, and the samples its browser remembers.

    Call it in the transaction that makes the account: an invitation is used up exactly when there is one.
    Raises :class:`InvitationSpentError`.
    """
    give_role(user=user, role=_accept(user=user, token=token, now=now) if token else Role.LEARNER)
    adopt_seen(user=user, cookie=samples, now=now)


def _accept(*, user: User, token: str, now: datetime) -> Role:
    invitation = open_invitation(token=token, now=now)
    if invitation is None or invitation.email != user.email:
        raise InvitationSpentError
    # Compare and swap: of two that come at once, one finds it still open.
    if not Invitation.objects.filter(pk=invitation.pk, accepted_at=None).update(accepted_at=now):
        raise InvitationSpentError
    return Role(invitation.role.name)


def end_sessions(*, user: User, password: str) -> None:
    """End every session of ``user``, whose password this is.

    Sessions are bound to the stored hash of the password, so storing it anew, with another salt, ends them.
    """
    user.set_password(password)
    user.save(update_fields=["password"])


@transaction.atomic
def keep_address(*, user: User) -> None:
    """Make the address of ``user``, vouched for by whoever set it, the only one that signs in to the account."""
    EmailAddress.objects.filter(user=user).exclude(email=user.email).delete()
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
