"""What is examined: certifications, their weighted domains, their objectives."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _


class CertificationQuerySet(models.QuerySet["Certification"]):
    """Certifications as pages need them."""

    def published(self) -> "CertificationQuerySet":
        """Those that everybody may see."""
        return self.filter(published=True)


class Certification(models.Model):
    """An exam: its facts, and whether it is open to learners."""

    code = models.SlugField(
        _("code"), max_length=40, unique=True, help_text=_("Part of the address, such as nca-genm.")
    )
    name = models.CharField(_("name"), max_length=200)
    short_name = models.CharField(_("short name"), max_length=40, blank=True)
    vendor = models.CharField(_("vendor"), max_length=120, blank=True)
    description = models.TextField(_("description"), blank=True, help_text=_("Markdown."))
    notice = models.TextField(_("notice"), blank=True, help_text=_("Shown on its page, such as a disclaimer."))
    questions_min = models.PositiveSmallIntegerField(_("questions in the exam, at least"))
    questions_max = models.PositiveSmallIntegerField(_("questions in the exam, at most"))
    mock_length = models.PositiveSmallIntegerField(_("questions in a mock exam"))
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    pass_mark = models.DecimalField(
        _("pass mark in percent"),
        max_digits=5,
        decimal_places=2,
        null=True,
        blank=True,
        help_text=_("Leave empty where the vendor does not publish it."),
    )
    published = models.BooleanField(
        _("published"), default=False, help_text=_("Domain weights must add up to 100 before.")
    )
    updated_at = models.DateTimeField(_("last change"), auto_now=True)

    objects = CertificationQuerySet.as_manager()

    class Meta:
        verbose_name = _("certification")
        verbose_name_plural = _("certifications")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                condition=Q(questions_min__gte=1) & Q(questions_max__gte=F("questions_min")),
                name="certification_length_is_a_range",
            ),
            models.CheckConstraint(
                condition=Q(mock_length__gte=1) & Q(minutes__gte=1), name="certification_mock_takes_something"
            ),
            models.CheckConstraint(
                condition=Q(pass_mark=None) | Q(pass_mark__gt=0, pass_mark__lte=100),
                name="certification_pass_mark_is_a_percentage",
            ),
        )

    def __str__(self) -> str:
        return self.short_name or self.name

    def get_absolute_url(self) -> str:
        """Its public page."""
        return reverse("certification", args=[self.code])


class Domain(models.Model):
    """A part of the exam with its share of the questions."""

    certification = models.ForeignKey(Certification, models.PROTECT, related_name="domains")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("name"), max_length=200)
    weight = models.DecimalField(_("weight in percent"), max_digits=5, decimal_places=2)

    class Meta:
        verbose_name = _("domain")
        verbose_name_plural = _("domains")
        ordering = ("certification", "number")
        constraints = (
            models.UniqueConstraint(fields=("certification", "number"), name="domain_number_unique"),
            # The target of objective's composite key, see migration 0002.
            models.UniqueConstraint(fields=("id", "certification"), name="domain_within_certification"),
            models.CheckConstraint(condition=Q(weight__gt=0, weight__lte=100), name="domain_weight_is_a_percentage"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class ObjectiveQuerySet(models.QuerySet["Objective"]):
    """Objectives as pages need them."""

    def published(self) -> "ObjectiveQuerySet":
        """Those of certifications that everybody may see."""
        return self.filter(certification__published=True)


class Objective(models.Model):
    """What a candidate must be able to do: a section number, a title, a description."""

    certification = models.ForeignKey(Certification, models.PROTECT, related_name="objectives", editable=False)
    domain = models.ForeignKey(Domain, models.PROTECT, related_name="objectives", verbose_name=_("domain"))
    section = models.CharField(_("section"), max_length=20, help_text=_("Such as 4.2."))
    title = models.CharField(_("title"), max_length=200)
    description = models.TextField(_("description"), blank=True, help_text=_("Markdown."))
    # "10.2" must stand after "9.1": the numbers of the section, compared as numbers.
    order = models.PositiveIntegerField(default=0, editable=False)

    objects = ObjectiveQuerySet.as_manager()

    class Meta:
        verbose_name = _("objective")
        verbose_name_plural = _("objectives")
        ordering = ("certification", "order", "section")
        constraints = (
            models.UniqueConstraint(fields=("certification", "section"), name="objective_section_unique"),
            models.CheckConstraint(
                condition=Q(section__regex=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,2}$"),
                name="objective_section_is_numbered",
                violation_error_message=_("A section is a number such as 4.2."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.section} {self.title}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the certification and the sort order in step with domain and section."""
        self.certification_id = self.domain.certification_id
        parts = [int(part) for part in self.section.split(".") if part.isdigit()][:3]
        first, second, third = (*parts, 0, 0, 0)[:3]
        self.order = first * 1_000_000 + second * 1_000 + third
        super().save(*args, **kwargs)

    @property
    def slug(self) -> str:
        """Section and title as the address shows them."""
        return f"{self.section}-{slugify(self.title)}".rstrip("-")

    def get_absolute_url(self) -> str:
        """Its public page."""
        return reverse("objective", args=[self.certification.code, self.slug])
