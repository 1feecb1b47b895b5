"""Who the simulated learners are: accounts nobody can sign in to, known by their address."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, Q

from questions.actions.roles import Role
from questions.models import Learner, Response, User

# No mail can ever reach this domain (RFC 2606).
ADDRESS = "sim-{:04}@example.invalid"
PATTERN = re.compile(r"^sim-([0-9]+)@example\.invalid$")
SIMULATED = Q(user__email__startswith="sim-", user__email__endswith="@example.invalid")


def simulated_learners() -> int:
    """How many there are."""
    return Learner.objects.filter(SIMULATED).count()


def real_responses(*, besides: Collection[str] = ()) -> bool:
    """Whether a learner has answered who is neither simulated, nor staff, nor has an address named in ``besides``."""
    others = Learner.objects.exclude(SIMULATED).exclude(user__is_staff=True).exclude(user__email__in=besides)
    return others.filter(Exists(Response.objects.filter(learner=OuterRef("pk")))).exists()


def next_number() -> int:
    """The first number that nobody has: more learners go on where the last ones ended."""
    addresses = Learner.objects.filter(SIMULATED).values_list("user__email", flat=True)
    numbers = (PATTERN.match(address) for address in addresses.iterator())
    return 1 + max((int(found[1]) for found in numbers if found), default=0)


def make_learners(learners: Sequence[tuple[int, Learner]], *, now: datetime) -> None:
    """Write accounts, numbered, in the learners' group, and the learners that they are."""
    users = User.objects.bulk_create(
        User(email=ADDRESS.format(number), name="", password=make_password(None), date_joined=now)
        for number, _learner in learners
    )
    group = Group.objects.get(name=Role.LEARNER.value)
    User.groups.through.objects.bulk_create(
        User.groups.through(user_id=user.pk, group_id=group.pk) for user in users
    )  # fmt: skip
    for user, (_number, learner) in zip(users, learners, strict=True):
        learner.user = user
    Learner.objects.bulk_create(learner for _number, learner in learners)
