"""Flags: complaints about an option or a question, by the analysis or by people, and what was decided."""

import uuid
from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from questions.items.words import Decision, FlagState, Gravity, choices
from questions.models.bank import Question, Version
from questions.models.people import User

# States in which a flag asks somebody for something.
PENDING = (FlagState.OPEN.value, FlagState.FLAGGED.value, FlagState.WATCHING.value)
ENDED = (FlagState.RESOLVED.value, FlagState.DISMISSED.value, FlagState.CLOSED.value)
# Decisions that only a person can take.
BY_PEOPLE = (Decision.KEEP.value, Decision.TO_AUTHOR.value, Decision.REVISE.value, Decision.NOTE.value)


class FlagQuerySet(models.QuerySet["Flag"]):
    """Flags as the queue needs them."""

    def pending(self) -> "FlagQuerySet":
        """Those that somebody still has to do something about."""
        return self.filter(state__in=PENDING)

    def to_review(self) -> "FlagQuerySet":
        """Those that wait for a reviewer."""
        return self.filter(state=FlagState.OPEN)

    def keep(self, flags: "Iterable[Flag]", events: "Iterable[FlagEvent]" = ()) -> None:
        """Save flags, new and changed, and then what happened to them: three statements, however many."""
        new: list[Flag] = []
        changed: list[Flag] = []
        for flag in {id(flag): flag for flag in flags}.values():
            (changed if flag.pk else new).append(flag)
        self.bulk_create(new)
        # An insert that always meets its row: far cheaper than a CASE for each value.
        self.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=Flag.CHANGING)
        FlagEvent.objects.bulk_create(events)


class Flag(models.Model):
    """One complaint: about a question, in a wording, perhaps about one option.

    ``code`` is the rule's, or ``"manual"`` or ``"key_suspect"`` where a person raised it. ``seen`` is the statistic
    that the analysis had before it, so that the flag can show what it saw.
    """

    question = models.ForeignKey(Question, models.PROTECT, related_name="flags")
    version = models.ForeignKey(Version, models.PROTECT, related_name="flags")
    option_uid = models.UUIDField(_("option"), null=True)
    code = models.CharField(_("code"), max_length=30)
    gravity = models.CharField(_("gravity"), max_length=10, choices=choices(Gravity))
    state = models.CharField(_("state"), max_length=10, choices=choices(FlagState))
    rank = models.FloatField(default=0)
    # What the rule saw: its numbers, and the statistic as it was.
    values = models.JSONField(default=dict)
    seen = models.JSONField(default=dict)
    # How many responses there were when it was judged last, by the analysis or by a reviewer.
    n = models.PositiveIntegerField(default=0)
    # Runs in a row that found it (while waiting), or that did not (while open).
    streak = models.PositiveSmallIntegerField(default=0)
    raised_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("raised by"))
    raised_at = models.DateTimeField(_("raised"))
    changed_at = models.DateTimeField(_("last change"))

    # What may change in a flag's life.
    CHANGING: ClassVar[tuple[str, ...]] = (
        "version",
        "code",
        "gravity",
        "state",
        "rank",
        "values",
        "seen",
        "n",
        "streak",
        "changed_at",
    )

    objects = FlagQuerySet.as_manager()

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        ordering = ("-rank", "pk")
        permissions = (("review_flag", _("Can review questions")),)
        constraints = (
            # Whoever raises it: one complaint of a kind about an option of a wording.
            models.UniqueConstraint(
                fields=("version", "option_uid", "code"),
                condition=~Q(code="manual"),
                nulls_distinct=False,
                name="flag_once",
            ),
        )
        indexes = (
            models.Index(fields=("state", "-rank"), name="flag_queue"),
            # What the queue counts and compares rides along, so that it reads the index alone.
            models.Index(fields=("question", "state"), include=("code", "raised_by", "rank"), name="flag_by_question"),
        )

    def __str__(self) -> str:
        return f"{self.code} on {self.version_id}"

    def move(
        self, decision: Decision, after: str, *, now: datetime, seen: str | None = None, **said: Any
    ) -> "FlagEvent":
        """Change the state and give the entry of the history that explains it; both are still to be saved.

        ``seen`` is the state that the decider saw, where that is another one than it had.
        """
        before = self.state if seen is None else seen
        self.state, self.changed_at = str(after), now
        entry: dict[str, Any] = {"n": self.n, "gravity": self.gravity, "at": now, **said}
        return FlagEvent(flag=self, decision=decision.value, before=str(before), after=self.state, **entry)


class FlagEvent(models.Model):
    """An entry of a flag's history: added and never edited, so that of two reviewers neither's word is lost."""

    flag = models.ForeignKey(Flag, models.PROTECT, related_name="events")
    decision = models.CharField(_("decision"), max_length=10, choices=choices(Decision))
    # The state that the decider saw, and the one after.
    before = models.CharField(max_length=10, choices=choices(FlagState), blank=True)
    after = models.CharField(max_length=10, choices=choices(FlagState))
    note = models.TextField(_("note"), max_length=5_000, blank=True)
    # {option uid: note} where a revision was asked for.
    option_notes = models.JSONField(default=dict)
    n = models.PositiveIntegerField(default=0)
    gravity = models.CharField(max_length=10, choices=choices(Gravity))
    # None is the analysis.
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()
    request_id = models.UUIDField(default=uuid.uuid4)

    class Meta:
        ordering = ("at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("flag", "request_id"), name="flagevent_once"),
            models.CheckConstraint(
                condition=~Q(decision=Decision.KEEP.value) | ~Q(note=""), name="flagevent_keeps_for_a_reason"
            ),
            models.CheckConstraint(
                condition=~Q(decision__in=BY_PEOPLE) | Q(by__isnull=False), name="flagevent_is_decided_by_somebody"
            ),
        )

    def __str__(self) -> str:
        return f"{self.decision} on {self.flag_id}"


class BlindSolve(models.Model):
    """A reviewer's answer to a version before key and numbers were shown: a fact.

    Nothing chosen: they had it shown without answering. That agrees with nothing, and no answer after it is blind.
    """

    version = models.ForeignKey(Version, models.PROTECT, related_name="blind_solves")
    by = models.ForeignKey(User, models.PROTECT, related_name="+")
    chosen = ArrayField(models.BigIntegerField(), blank=True)
    agrees = models.BooleanField(null=True)
    note = models.TextField(_("note"), max_length=5_000, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("version", "by"), name="blindsolve_once"),
            models.CheckConstraint(
                condition=Q(chosen=[], agrees=None) | (~Q(chosen=[]) & Q(agrees__isnull=False)),
                name="blindsolve_says_what_it_saw",
            ),
        )

    def __str__(self) -> str:
        return f"{self.by_id} on {self.version_id}"
