"""Rulings: corrections of scores, added and never edited."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from questions.items.words import Policy, choices
from questions.models.bank import Version
from questions.models.people import User


class RulingQuerySet(models.QuerySet["Ruling"]):
    """Rulings as scoring needs them."""

    def in_force(self) -> "RulingQuerySet":
        """Those not undone, oldest first: of several on one version the last one holds."""
        return self.filter(undone_by=None, undoes=None).order_by("made_at", "pk")


class Ruling(models.Model):
    """A decision on how the responses to a version count; undone by another ruling, never deleted."""

    version = models.ForeignKey(Version, models.PROTECT, related_name="rulings")
    policy = models.CharField(_("policy"), max_length=10, choices=choices(Policy))
    # Option ids that make up the key when rescoring.
    key = ArrayField(models.BigIntegerField(), default=list, blank=True)
    reason = models.TextField(_("reason"))
    actor = models.ForeignKey(User, models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"))
    undoes = models.OneToOneField("self", models.PROTECT, null=True, related_name="undone_by")

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("made_at", "pk")

    def __str__(self) -> str:
        return f"{self.policy} on {self.version_id}"
