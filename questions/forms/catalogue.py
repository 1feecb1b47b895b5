"""Certifications with their domains, and domains with their objectives."""

import re
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from questions.forms.rows import NamedRows
from questions.models import Certification, Domain, Objective

if TYPE_CHECKING:
    CertificationModelForm = forms.ModelForm[Certification]
    DomainModelForm = forms.ModelForm[Domain]
    ObjectiveModelForm = forms.ModelForm[Objective]
    DomainInlineFormSet = forms.BaseInlineFormSet[Domain, Certification, forms.ModelForm[Domain]]
    ObjectiveInlineFormSet = forms.BaseInlineFormSet[Objective, Domain, forms.ModelForm[Objective]]
else:
    CertificationModelForm = DomainModelForm = ObjectiveModelForm = forms.ModelForm
    DomainInlineFormSet = ObjectiveInlineFormSet = forms.BaseInlineFormSet

WHOLE = Decimal(100)
SECTION = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){0,2}")


def within(value: Decimal | None, message: Any) -> None:
    """Refuse what is no share of a hundred; nothing is fine."""
    if value is not None and not 0 < value <= WHOLE:
        raise forms.ValidationError(message, "percentage")


class CertificationForm(CertificationModelForm):
    """An exam's facts; the database holds the same rules, here they get words."""

    def clean_pass_mark(self) -> Decimal | None:
        """A percentage or nothing."""
        mark: Decimal | None = self.cleaned_data["pass_mark"]
        within(mark, _("A pass mark is more than 0 and at most 100 percent."))
        return mark

    def clean(self) -> dict[str, Any] | None:
        """Counts start at one, and the most is not less than the least."""
        data = super().clean() or self.cleaned_data
        for name in ("questions_min", "mock_length", "minutes"):
            if data.get(name) == 0:
                self.add_error(name, _("At least 1."))
        least, most = data.get("questions_min"), data.get("questions_max")
        if least is not None and most is not None and most < least:
            self.add_error("questions_max", _("This is less than the least."))
        return data


class DomainForm(DomainModelForm):
    """A domain and its share of the exam."""

    def clean_weight(self) -> Decimal:
        """A percentage."""
        weight: Decimal = self.cleaned_data["weight"]
        within(weight, _("A weight is more than 0 and at most 100 percent."))
        return weight


class DomainFormSet(NamedRows, DomainInlineFormSet):
    """The domains of a certification."""

    @property
    def total(self) -> Decimal:
        """All weights together."""
        return sum((form.cleaned_data.get("weight") or Decimal(0) for form in self.forms), Decimal(0))

    def clean(self) -> None:
        """What is published covers the whole exam."""
        super().clean()
        if not any(self.errors) and self.instance.published and self.total != WHOLE:
            message = _("The weights add up to %(total)s, not to 100. Change them, or untick “published” above.")
            raise forms.ValidationError(message, "weights", {"total": f"{self.total:f}"})


class ObjectiveForm(ObjectiveModelForm):
    """What a candidate must be able to do; on a domain's page the domain is given."""

    def clean_section(self) -> str:
        """A number such as 4.2."""
        section: str = self.cleaned_data["section"]
        if not SECTION.fullmatch(section):
            raise forms.ValidationError(_("A section is a number such as 4.2."), "section")
        return section

    def clean(self) -> dict[str, Any] | None:
        """A section stands once in a certification."""
        data = super().clean() or self.cleaned_data
        domain = data.get("domain") or (self.instance.domain if self.instance.domain_id else None)
        if domain and data.get("section"):
            twin = Objective.objects.filter(certification=domain.certification_id, section=data["section"])
            other = twin.exclude(pk=self.instance.pk).first()
            if other:
                self.add_error("section", _("This is “%(title)s” already.") % {"title": other.title})
        return data


class ObjectiveFormSet(ObjectiveInlineFormSet):
    """The objectives of a domain."""

    def clean(self) -> None:
        """Two new ones do not share a section either."""
        super().clean()
        sections = Counter(form.cleaned_data.get("section") for form in self.forms if form.cleaned_data)
        twice = [section for section, count in sections.items() if section and count > 1]
        if twice:
            raise forms.ValidationError(_("Section %(section)s stands here twice."), "twice", {"section": twice[0]})
