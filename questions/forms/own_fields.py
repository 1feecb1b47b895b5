"""The question's own fields, which stand beside its wording in every authoring form."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from django import forms
from django.forms.models import ModelChoiceIterator
from django.utils.translation import gettext_lazy as _

from questions.forms.text import TagsField, storable
from questions.items.checks.limits import CODE_LENGTH
from questions.items.words import Difficulty, choices
from questions.models import Objective, Question

if TYPE_CHECKING:
    ObjectiveChoiceField = forms.ModelChoiceField[Objective]
else:
    ObjectiveChoiceField = forms.ModelChoiceField

NAMES = ("code", "objective", "difficulty", "tags", "sample")


class ByDomain(ModelChoiceIterator):
    """Objectives under the headings of their domains."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the empty choice, then one group a domain."""
        yield "", self.field.empty_label
        for domain, objectives in groupby(self.queryset, lambda objective: objective.domain):
            yield f"{domain.certification} · {domain}", [self.choice(objective) for objective in objectives]


class ObjectiveField(ObjectiveChoiceField):
    """A plain select, so that it works without JavaScript; a few hundred objectives are all there are."""

    iterator = ByDomain

    def __init__(self, **kwargs: Any) -> None:
        everything = Objective.objects.select_related("domain__certification").order_by(
            "certification__name", "certification", "domain__number", "order", "section"
        )
        super().__init__(everything, **kwargs)


class OwnFields(forms.Form):
    """Code, objective, difficulty, tags, free sample; a form that has them says whose they are in ``question``."""

    code = forms.CharField(
        label=_("Code"),
        max_length=CODE_LENGTH,
        validators=[storable],
        help_text=_("The question's name for life, unique in the bank."),
    )
    objective = ObjectiveField(label=_("Objective"), empty_label=_("Choose an objective"))
    difficulty = forms.ChoiceField(
        label=_("Difficulty"), choices=choices(Difficulty), initial=Difficulty.MEDIUM.value, help_text=_("Your guess.")
    )
    tags = TagsField(label=_("Tags"), required=False, help_text=_("Parted by commas."))
    sample = forms.BooleanField(
        label=_("Free sample"),
        required=False,
        help_text=_("Can be answered on the objective's public page without an account; one an objective."),
    )

    @property
    def question(self) -> Question | None:
        """The question whose fields these are, or None for a new one."""
        raise NotImplementedError

    def others(self) -> Any:
        """All other questions."""
        return Question.objects.exclude(pk=self.question.pk) if self.question else Question.objects.all()

    def clean_code(self) -> str:
        """Unique in the bank."""
        code: str = self.cleaned_data["code"]
        if self.others().filter(code=code).exists():
            raise forms.ValidationError(_("There is a question %(code)s already."), "unique", {"code": code})
        return code

    def clean_sample(self) -> bool:
        """One sample an objective; the message names the one in the way."""
        sample: bool = self.cleaned_data["sample"]
        objective = self.cleaned_data.get("objective")
        other = self.others().filter(objective=objective, sample=True).first() if sample and objective else None
        if other:
            message = _("%(code)s is the free sample of this objective. Take it off there first.")
            raise forms.ValidationError(message, "unique", {"code": other.code})
        return sample

    def beside(self) -> dict[str, Any]:
        """The cleaned fields by name."""
        return {name: self.cleaned_data[name] for name in NAMES}
