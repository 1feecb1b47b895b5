"""What responses say: opinions that can be thrown away and computed again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from questions.models.attempt import Attempt, Response
from questions.models.bank import Version
from questions.models.catalogue import Certification
from questions.models.people import Learner


class Ability(models.Model):
    """How able a learner is in a certification, on the scale of the calibration (logits)."""

    learner = models.ForeignKey(Learner, models.CASCADE, related_name="abilities")
    certification = models.ForeignKey(Certification, models.CASCADE, related_name="+")
    theta = models.FloatField()
    # The posterior information: the sum of P (1 - P) over the responses, and what the prior adds.
    information = models.FloatField()
    # Responses that count, so that the guard of twenty others can be applied.
    n = models.PositiveIntegerField()
    computed_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("learner", "certification"), name="ability_once"),)

    def __str__(self) -> str:
        return f"{self.learner_id} in {self.certification_id}"


class Calibration(models.Model):
    """How hard a lineage of versions is, on the same scale."""

    lineage = models.OneToOneField(Version, models.CASCADE, primary_key=True, related_name="calibration")
    b = models.FloatField()
    n = models.PositiveIntegerField()
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.lineage_id}: {self.b:.2f}"


class Hurried(models.Model):
    """A response of an attempt in which too many were rapid guesses: the whole attempt stays out."""

    response = models.OneToOneField(Response, models.CASCADE, primary_key=True, related_name="+")
    attempt = models.ForeignKey(Attempt, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.attempt_id}/{self.response_id}"


class ItemStatistic(models.Model):
    """What the responses to a lineage of versions say, as of the last run.

    The columns are those that lists sort and filter by; ``data`` holds everything, options included, as
    ``analysis.statistics.describe`` gives it.
    """

    lineage = models.OneToOneField(Version, models.CASCADE, primary_key=True, related_name="statistic")
    n = models.PositiveIntegerField()
    stage = models.CharField(_("stage"), max_length=12)
    p = models.FloatField(null=True)
    r = models.FloatField(null=True)
    # Median milliseconds.
    time = models.FloatField(null=True)
    data = models.JSONField()
    # How it was computed: the criterion, and the version of the method.
    criterion = models.CharField(max_length=10)
    method = models.CharField(max_length=20)
    # The newest response that it knows, and when each rule was last judged at how many responses.
    upto = models.BigIntegerField()
    judged_n = models.PositiveIntegerField(default=0)
    computed_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("stage",), name="itemstatistic_stage"),)

    def __str__(self) -> str:
        return f"{self.lineage_id}: n = {self.n}"


class Run(models.Model):
    """A run of the analysis: what it looked at, and how far it came."""

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)
    # All responses up to here have been looked at once the run is finished.
    upto = models.BigIntegerField()
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    criterion = models.CharField(max_length=10)

    class Meta:
        ordering = ("-started_at", "-pk")

    def __str__(self) -> str:
        return f"run {self.pk}"
