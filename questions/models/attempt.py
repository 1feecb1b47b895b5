"""Attempts: a learner going through questions, the slots dealt, the responses given."""

import uuid

from django.contrib.postgres.expressions import ArraySubquery
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from questions.items.words import Confidence, LeftOut, Mode, Reason, Status, choices
from questions.models.bank import Question, Version
from questions.models.catalogue import Certification, Domain
from questions.models.people import Learner, Sighting, User
from questions.models.quiz import Quiz


class AttemptQuerySet(models.QuerySet["Attempt"]):
    """Attempts as pages need them."""

    def of(self, person: User) -> "AttemptQuerySet":
        """What this person may see: their own."""
        return self.filter(learner__user=person)

    def open(self) -> "AttemptQuerySet":
        """Not finished."""
        return self.filter(finished_at=None)


class Attempt(models.Model):
    """One learner going through questions in one mode; it freezes the blueprint that it was dealt by."""

    token = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    learner = models.ForeignKey(Learner, models.PROTECT, related_name="attempts", db_index=False)
    certification = models.ForeignKey(Certification, models.PROTECT, related_name="+", db_index=False)
    quiz = models.ForeignKey(Quiz, models.PROTECT, null=True, related_name="+")
    mode = models.CharField(_("mode"), max_length=10, choices=choices(Mode))
    # What is practised, in words, as it was called then.
    name = models.CharField(_("name"), max_length=200)
    seed = models.BigIntegerField(editable=False)
    # {"pass_mark": text or null, "minutes": n, "domains": [{"id", "number", "name", "weight"}]} as they were then.
    blueprint = models.JSONField(editable=False)
    again_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="+", editable=False)
    started_at = models.DateTimeField(_("started"))
    deadline_at = models.DateTimeField(_("deadline"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")
        ordering = ("-started_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("learner", "certification"),
                condition=Q(mode=Mode.MOCK.value, finished_at=None),
                name="attempt_one_open_mock",
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(finished_at__gte=F("started_at")), name="attempt_ends_after_it_starts"
            ),
        )
        indexes = (
            models.Index(fields=("learner", "-started_at"), name="attempt_by_learner"),
            models.Index(fields=("certification", "-started_at"), name="attempt_by_certification"),
        )

    def __str__(self) -> str:
        return f"{self.name} #{self.pk}"


# What a slot's tick says: right, wrong, withdrawn without an answer, or nothing while it waits.
STATE = Case(
    When(response__correct=True, then=Value("ok")),
    When(response__correct=False, then=Value("bad")),
    When(version__status=Status.WITHDRAWN, then=Value("void")),
    default=Value(""),
    output_field=models.TextField(),
)


class SlotQuerySet(models.QuerySet["Slot"]):
    """Slots as pages need them."""

    def of(self, person: User) -> "SlotQuerySet":
        """What this person may see: their own."""
        return self.filter(attempt__learner__user=person)

    def to_answer(self) -> "SlotQuerySet":
        """Slots with everything that their page and their answer need, in one query.

        ``earlier`` counts the learner's responses to the question so far; ``sighted`` says that they saw its rationale
        outside an attempt; ``ticks`` are the states of all slots of the attempt, in order.
        """
        same = {"learner": OuterRef("attempt__learner"), "question": OuterRef("version__question")}
        earlier = Response.objects.filter(**same).order_by().values("learner").annotate(n=Count("pk")).values("n")
        all_slots = Slot.objects.filter(attempt=OuterRef("attempt")).order_by("number")
        return self.select_related(
            "attempt__certification", "version__question__objective__domain", "response"
        ).annotate(  # type: ignore[no-redef]
            earlier=Coalesce(Subquery(earlier), 0),
            sighted=Exists(Sighting.objects.filter(**same)),
            ticks=ArraySubquery(all_slots.values(state=STATE)),
        )

    def states(self) -> "list[str]":
        """The state of each slot, in order; see ``STATE``."""
        return list(self.order_by("number").values_list(STATE, flat=True))


class Slot(models.Model):
    """A question's place in an attempt: version and option order, fixed when dealt."""

    attempt = models.ForeignKey(Attempt, models.PROTECT, related_name="slots", db_index=False)
    number = models.PositiveSmallIntegerField()
    version = models.ForeignKey(Version, models.PROTECT, related_name="+")
    domain = models.ForeignKey(Domain, models.PROTECT, related_name="+")
    # Option ids in the order shown; the letter of a choice is its place in here.
    option_order = ArrayField(models.BigIntegerField())
    reason = models.CharField(max_length=10, choices=choices(Reason))
    marked = models.BooleanField(_("marked"), default=False)

    # Annotations of ``to_answer``.
    earlier: int
    sighted: bool
    ticks: list[str]

    objects = SlotQuerySet.as_manager()

    class Meta:
        ordering = ("attempt", "number")
        constraints = (models.UniqueConstraint(fields=("attempt", "number"), name="slot_number_unique"),)

    def __str__(self) -> str:
        return f"{self.attempt_id}/{self.number}"

    @property
    def last(self) -> bool:
        """Whether no other slot of the attempt waits for an answer; needs the ``ticks`` of ``to_answer``."""
        return all(state for place, state in enumerate(self.ticks, 1) if place != self.number)


class Response(models.Model):
    """What was chosen in a slot: a fact, written once.

    It repeats what the slot knows (order shown, reason, mode) because the analysis reads millions of these and cannot
    ask for what is gone.
    """

    slot = models.OneToOneField(Slot, models.PROTECT, related_name="response")
    # Indexed by the pairs below, which begin with them: each index more is paid for by every answer.
    learner = models.ForeignKey(Learner, models.PROTECT, related_name="+", db_index=False)
    question = models.ForeignKey(Question, models.PROTECT, related_name="+")
    version = models.ForeignKey(Version, models.PROTECT, related_name="+", db_index=False)
    chosen = ArrayField(models.BigIntegerField())
    correct = models.BooleanField()
    mode = models.CharField(max_length=10, choices=choices(Mode))
    reason = models.CharField(max_length=10, choices=choices(Reason))
    order_shown = ArrayField(models.BigIntegerField())
    # Places of the chosen options in the order shown, from 1.
    positions = ArrayField(models.PositiveSmallIntegerField())
    ruled_out = ArrayField(models.BigIntegerField(), default=list)
    confidence = models.CharField(max_length=10, choices=choices(Confidence), blank=True)
    # The how-manieth time this learner answers this question, from 1.
    exposure = models.PositiveIntegerField()
    rationale_seen = models.BooleanField()
    # Milliseconds that the question was in view, by the browser's word; null where it said nothing.
    milliseconds = models.PositiveIntegerField(null=True)
    request_id = models.UUIDField()
    answered_at = models.DateTimeField()
    # Why the statistics leave it out, decided when it is written; empty where it counts.
    left_out = models.CharField(max_length=8, choices=choices(LeftOut), blank=True, default="", db_default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("learner", "question"), condition=Q(exposure=1), name="response_one_first_exposure"
            ),
            models.CheckConstraint(condition=Q(exposure__gte=1), name="response_exposure_counts_from_one"),
            models.CheckConstraint(
                condition=~Q(left_out="")
                | Q(exposure=1, rationale_seen=False, mode__in=(Mode.PRACTICE.value, Mode.MOCK.value)),
                name="response_counts_when_fresh",
            ),
        )
        indexes = (
            models.Index(fields=("learner", "question"), name="response_by_learner_question"),
            # The analysis reads millions of these and never the table.
            models.Index(
                fields=("version", "left_out"),
                include=("id", "learner", "chosen", "correct", "reason", "milliseconds", "answered_at"),
                name="response_for_statistics",
            ),
            # Responses are written in the order of time, so a summary of each stretch finds those of a period; it costs
            # an answer nothing.
            BrinIndex(fields=("answered_at",), autosummarize=True, name="response_by_time"),
        )

    def __str__(self) -> str:
        return f"response to slot {self.slot_id}"
