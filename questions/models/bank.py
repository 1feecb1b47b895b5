"""The bank: questions, their versions, the options of each, and what is kept beside them."""

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from questions.items.words import Difficulty, Kind, Status, TextFormat, choices
from questions.models.catalogue import Objective
from questions.models.people import User

OPEN = (Status.DRAFT.value, Status.SUBMITTED.value)


class QuestionQuerySet(models.QuerySet["Question"]):
    """Questions as dealing and pages need them."""

    def live(self) -> "QuestionQuerySet":
        """Those with a published version in a published certification."""
        return self.filter(
            Q(objective__certification__published=True)
            & models.Exists(Version.objects.filter(question=models.OuterRef("pk"), status=Status.PUBLISHED))
        )


class Question(models.Model):
    """A lasting identity in the bank; what it says is its versions' business."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    code = models.CharField(_("code"), max_length=40, unique=True)
    objective = models.ForeignKey(Objective, models.PROTECT, related_name="questions", verbose_name=_("objective"))
    difficulty = models.CharField(
        _("difficulty"), max_length=10, choices=choices(Difficulty), default=Difficulty.MEDIUM.value
    )
    tags = ArrayField(models.CharField(max_length=60), verbose_name=_("tags"), default=list, blank=True)
    sample = models.BooleanField(
        _("free sample"), default=False, help_text=_("Shown on the objective's public page; one an objective.")
    )
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    objects = QuestionQuerySet.as_manager()

    class Meta:
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ("code",)
        constraints = (
            models.UniqueConstraint(fields=("objective",), condition=Q(sample=True), name="question_one_sample"),
        )
        indexes = (GinIndex(fields=("tags",), name="question_tags"),)

    def __str__(self) -> str:
        return self.code


class VersionQuerySet(models.QuerySet["Version"]):
    """Versions as doors need them."""

    def published(self) -> "VersionQuerySet":
        """The wording that learners meet."""
        return self.filter(status=Status.PUBLISHED)

    def open(self) -> "VersionQuerySet":
        """Those whose content may still change."""
        return self.filter(status__in=OPEN)


class Version(models.Model):
    """One wording of a question. Once published its content never changes (a trigger refuses it to everybody)."""

    question = models.ForeignKey(Question, models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(_("version"), default=1)
    status = models.CharField(_("status"), max_length=12, choices=choices(Status), default=Status.DRAFT.value)
    name = models.CharField(_("name"), max_length=200, blank=True, help_text=_("A short title for lists."))
    kind = models.CharField(_("kind"), max_length=10, choices=choices(Kind), default=Kind.SINGLE.value)
    choose_n = models.PositiveSmallIntegerField(
        _("choose"), null=True, blank=True, help_text=_("How many to choose, for “choose two”.")
    )
    shuffle = models.BooleanField(_("shuffle the options"), default=True)
    text_format = models.CharField(
        _("text format"), max_length=10, choices=choices(TextFormat), default=TextFormat.MARKDOWN.value
    )
    language = models.CharField(_("language"), max_length=20, default="en")
    stem = models.TextField(_("stem"), max_length=20_000)
    takeaway = models.TextField(
        _("takeaway"), max_length=2_000, blank=True, help_text=_("One sentence, shown after “Remember:”.")
    )
    explanation = models.TextField(_("explanation"), max_length=20_000, blank=True)
    # A list of {"title": text, "url": text}.
    references = models.JSONField(_("references"), default=list, blank=True)
    external_id = models.CharField(_("external id"), max_length=200, blank=True)
    source_file = models.CharField(_("source file"), max_length=255, blank=True, editable=False)
    source_place = models.CharField(_("place in it"), max_length=255, blank=True, editable=False)
    author = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last change"), auto_now=True)
    published_at = models.DateTimeField(_("published"), null=True, editable=False)
    published_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", editable=False)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, editable=False)
    # The version whose statistics a cosmetic revision carries on: the first of its line. Null: this one begins a line.
    lineage = models.ForeignKey("self", models.PROTECT, null=True, related_name="descendants", editable=False)

    # What a learner reads; the trigger of migration 0002 holds these still once published.
    CONTENT: ClassVar[tuple[str, ...]] = (
        "name",
        "kind",
        "choose_n",
        "shuffle",
        "text_format",
        "language",
        "stem",
        "takeaway",
        "explanation",
        "references",
        "external_id",
        "source_file",
        "source_place",
    )

    objects = VersionQuerySet.as_manager()

    class Meta:
        # Authors say "question" and mean the wording before them.
        verbose_name = _("question")
        verbose_name_plural = _("questions")
        ordering = ("question__code", "-number")
        constraints = (
            models.UniqueConstraint(fields=("question", "number"), name="version_number_unique"),
            models.UniqueConstraint(
                # The date rides along so that counts of what is live read the index alone.
                fields=("question",),
                condition=Q(status=Status.PUBLISHED.value),
                include=("published_at",),
                name="version_one_published",
            ),
            models.UniqueConstraint(fields=("question",), condition=Q(status__in=OPEN), name="version_one_open"),
            models.CheckConstraint(
                condition=Q(choose_n=None) | Q(choose_n__gte=2, kind=Kind.MULTIPLE.value),
                name="version_choose_n_is_for_multiple",
                violation_error_message=_("“Choose” is for multiple choice and at least two."),
            ),
            models.CheckConstraint(
                condition=Q(status__in=OPEN, published_at=None) | (~Q(status__in=OPEN) & Q(published_at__isnull=False)),
                name="version_published_at_says_so",
            ),
        )
        indexes = (
            models.Index(fields=("status", "question"), name="version_by_status"),
            models.Index(fields=("-updated_at",), name="version_by_change"),
        )
        permissions = (
            ("publish_version", _("Can publish, revise and withdraw questions")),
            ("view_key", _("Can see keys and rationales")),
        )

    def __str__(self) -> str:
        return f"{self.question} v{self.number}"


class Option(models.Model):
    """One answer of a version; its ``uid`` goes along to the next version while the option stays the same."""

    version = models.ForeignKey(Version, models.CASCADE, related_name="options")
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    position = models.PositiveSmallIntegerField(_("position"), default=1)
    text = models.TextField(_("text"), max_length=5_000)
    is_key = models.BooleanField(_("key"), default=False)
    looks_right = models.TextField(_("looks right because"), max_length=5_000, blank=True)
    because = models.TextField(_("right or wrong because"), max_length=5_000, blank=True)
    pinned = models.BooleanField(_("pinned"), default=False, help_text=_("Stays last when options are shuffled."))

    class Meta:
        verbose_name = _("option")
        verbose_name_plural = _("options")
        ordering = ("version", "position", "pk")
        constraints = (models.UniqueConstraint(fields=("version", "uid"), name="option_uid_unique"),)

    def __str__(self) -> str:
        # Never the key: this is what admin lists and messages print.
        return self.text[:60]


class Rendering(models.Model):
    """A version's text as safe HTML: a cache, made again whenever the renderer changes.

    ``asked`` is what may be sent before the answer, ``explained`` what may only be sent after it; they are two columns
    so that a page asking the question never even loads the key.
    """

    version = models.OneToOneField(Version, models.CASCADE, primary_key=True, related_name="rendering")
    renderer = models.CharField(max_length=40)
    asked = models.JSONField()
    explained = models.JSONField()

    def __str__(self) -> str:
        return f"{self.version_id} by {self.renderer}"


class Trap(models.Model):
    """A distractor that an instructor lets appear on public pages, with why it is wrong."""

    question = models.ForeignKey(Question, models.CASCADE, related_name="traps")
    option_uid = models.UUIDField()
    claim = models.TextField(
        _("claim"), max_length=500, blank=True, help_text=_("The option as a claim that stands on its own.")
    )
    public_since = models.DateTimeField(_("public since"))

    class Meta:
        verbose_name = _("trap")
        verbose_name_plural = _("traps")
        ordering = ("question__code", "pk")
        constraints = (models.UniqueConstraint(fields=("question", "option_uid"), name="trap_once"),)

    def __str__(self) -> str:
        return self.claim or str(self.option_uid)


class PastTrap(models.Model):
    """A time in which a distractor was public and is no more, written by the database when a trap goes.

    The analysis leaves responses out that came after a rationale had been public: that cannot be asked for later.
    """

    option_uid = models.UUIDField(db_index=True)
    public_since = models.DateTimeField()
    public_until = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.option_uid} until {self.public_until:%Y-%m-%d}"
