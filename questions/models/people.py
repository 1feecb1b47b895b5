"""People: who signs in, and who answers."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Makes users by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Make a person who may sign in; without a password they have to set one by e-mail."""
        user = self.model(email=self.normalize_email(email), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":
        """Make an administrator who may do everything."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find by address whatever its case."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an e-mail address as login name."""

    email = models.EmailField(_("e-mail"), max_length=254, unique=True)
    name = models.CharField(_("name"), max_length=120, blank=True)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    time_zone = models.CharField(_("time zone"), max_length=64, blank=True)
    shortcuts = models.BooleanField(_("keyboard shortcuts"), default=True)

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[UserManager] = UserManager()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = (models.CheckConstraint(condition=Q(email=Lower("email")), name="user_email_in_lower_case"),)

    def __str__(self) -> str:
        return self.get_full_name()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep addresses in lower case, so that one person cannot sign up twice."""
        self.email = self.email.lower()
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """The name, or the address where none was given."""
        return self.name or self.email

    def get_short_name(self) -> str:
        """What the header shows."""
        return self.name or self.email.partition("@")[0]


class LearnerQuerySet(models.QuerySet["Learner"]):
    """Learners by person."""

    def of(self, person: User) -> "Learner":
        """The learner that ``person`` is, made on first need."""
        learner, _created = self.get_or_create(user=person)
        return learner


class Learner(models.Model):
    """Whoever answers: a random identity that history points at; erasing a person cuts its link and keeps it.

    The link is cut by the database function ``erase_learner`` and by nothing else.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.OneToOneField(User, models.PROTECT, null=True, related_name="learner")

    objects = LearnerQuerySet.as_manager()

    class Meta:
        permissions = (("view_names", _("Can see which person a learner is")),)

    def __str__(self) -> str:
        return str(self.uid)


class Sighting(models.Model):
    """A learner saw a question's rationale outside an attempt (a sample before signing up): it is not fresh."""

    learner = models.ForeignKey(Learner, models.PROTECT, related_name="sightings")
    question = models.ForeignKey("questions.Question", models.PROTECT, related_name="sightings")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("learner", "question"), name="sighting_once"),)

    def __str__(self) -> str:
        return f"{self.learner_id} saw {self.question_id}"


class Invitation(models.Model):
    """Leave for one address to sign up."""

    email = models.EmailField(_("e-mail"), max_length=254)
    token = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    role = models.ForeignKey("auth.Group", models.PROTECT, verbose_name=_("role"), related_name="+")
    invited_by = models.ForeignKey(User, models.PROTECT, related_name="+", editable=False)
    created_at = models.DateTimeField(_("sent"), editable=False)
    expires_at = models.DateTimeField(_("expires"), editable=False)
    accepted_at = models.DateTimeField(_("accepted"), null=True, editable=False)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-created_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("created_at")), name="invitation_ends_after_it_starts"
            ),
        )

    def __str__(self) -> str:
        return self.email
