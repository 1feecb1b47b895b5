"""A question as its author writes it: own fields, wording and options in one form."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from questions.actions.authoring import Draft
from questions.forms.own_fields import NAMES, OwnFields
from questions.forms.text import AuthoredText, ReferencesField, area, storable
from questions.items.checks.limits import CLAIM_LENGTH
from questions.items.words import Kind
from questions.models import Option, Question, Version

if TYPE_CHECKING:
    VersionModelForm = forms.ModelForm[Version]
    OptionModelForm = forms.ModelForm[Option]
    OptionInlineFormSet = forms.BaseInlineFormSet[Option, Version, forms.ModelForm[Option]]
else:
    VersionModelForm = forms.ModelForm
    OptionModelForm = forms.ModelForm
    OptionInlineFormSet = forms.BaseInlineFormSet

# A choose_n that says nothing is left empty.
FEWEST_TO_CHOOSE = 2


class VersionForm(VersionModelForm, OwnFields):
    """A draft; :class:`OptionFormSet` holds its options."""

    references = ReferencesField(
        label=_("References"),
        required=False,
        widget=area(3),
        help_text=_("One a line: Title | https://address. The address may be left out."),
    )
    # The draft's last change as this form shows it: two people must not overwrite each other unawares.
    seen = forms.DateTimeField(required=False, widget=forms.HiddenInput)

    class Meta:
        model = Version
        # The wording, but for where an import found it.
        fields = tuple(name for name in Version.CONTENT if not name.startswith("source_"))
        field_classes = {"stem": AuthoredText, "takeaway": AuthoredText, "explanation": AuthoredText}
        widgets = {"stem": area(8), "takeaway": area(2), "explanation": area(5)}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("name", "language", "external_id"):
            if name in self.fields:
                self.fields[name].validators.append(storable)
        if self.question:
            beside = {name: getattr(self.question, name) for name in NAMES}
            seen = self.instance.updated_at.isoformat()
            self.initial = {**self.initial, **beside, "objective": self.question.objective_id, "seen": seen}

    @property
    def question(self) -> Question | None:
        """The question that the draft belongs to."""
        return self.instance.question if self.instance.question_id else None

    def clean_choose_n(self) -> int | None:
        """For multiple choice, and at least two."""
        number: int | None = self.cleaned_data["choose_n"]
        if number is not None and (number < FEWEST_TO_CHOOSE or self.cleaned_data.get("kind") != Kind.MULTIPLE):
            message = _("This is for multiple choice and at least two; leave it empty otherwise.")
            raise forms.ValidationError(message, "choose_n")
        return number


class OptionForm(OptionModelForm):
    """One option with its rationale; empty ones are left out."""

    text = AuthoredText(label=_("Option"), widget=area(2), max_length=5_000)
    position = forms.IntegerField(
        label=_("Place"), required=False, min_value=0, max_value=99, help_text=_("A smaller number stands earlier.")
    )
    trap = forms.BooleanField(
        label=_("Show publicly as an answer that looks right and is not"),
        required=False,
        help_text=_("On the pages of the domain's objectives, with why it is wrong. Takes effect at once."),
    )
    claim = AuthoredText(
        label=_("Claim"),
        required=False,
        widget=area(1),
        max_length=CLAIM_LENGTH,
        help_text=_("For the public page: the option as a claim that stands on its own."),
    )

    class Meta:
        model = Option
        fields = ("text", "is_key", "looks_right", "because", "position", "pinned")
        field_classes = {"looks_right": AuthoredText, "because": AuthoredText}
        widgets = {"looks_right": area(2), "because": area(2)}
        labels = {"is_key": _("Right answer")}
        help_texts = {
            "looks_right": _("For a wrong option: continues “Looks right because …”."),
            "because": _("Continues “Right because …” or “Wrong because …”."),
        }

    def __init__(self, *args: Any, traps: Mapping[UUID, str], place: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["trap"] = self.instance.uid in traps
            self.initial["claim"] = traps.get(self.instance.uid, "")
        else:
            self.initial["position"] = place

    def has_changed(self) -> bool:
        """A place alone does not make an option."""
        return bool(set(self.changed_data) - (set() if self.instance.pk else {"position"}))

    def clean(self) -> dict[str, Any] | None:
        """A key is no trap."""
        data = super().clean() or self.cleaned_data
        if data.get("trap") and data.get("is_key"):
            self.add_error("trap", _("Only a wrong option can look right and be wrong."))
        return data


class OptionFormSet(OptionInlineFormSet):
    """The options of a draft, in the order of their places."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Give each form the public traps and the place that it stands at."""
        place = (self.total_form_count() if index is None else index) + 1
        return {**super().get_form_kwargs(index), "traps": self.traps, "place": place}

    @cached_property
    def traps(self) -> Mapping[UUID, str]:
        """Claims by option uid."""
        if not self.instance.question_id:
            return {}
        return {trap.option_uid: trap.claim for trap in self.instance.question.traps.all()}

    def clean(self) -> None:
        """Say so when an option in here is gone: its text would be lost without a word."""
        super().clean()
        if any("id" in form.errors for form in self.forms):
            message = _("An option was removed by somebody else meanwhile. Copy its text into an empty one.")
            raise forms.ValidationError(message)

    def in_order(self) -> "list[forms.ModelForm[Option]]":
        """Filled forms by place; of two at one place the one just moved there comes first."""
        filled = [form for form in self.forms if form.instance.pk or (form.is_bound and form.has_changed())]
        gone = self.deleted_forms
        return sorted((form for form in filled if form not in gone), key=self._place)

    @staticmethod
    def _place(form: "forms.ModelForm[Option]") -> tuple[int, bool]:
        if not form.is_bound:
            return form.instance.position, False
        place = form.cleaned_data.get("position")
        return (100 if place is None else place), "position" not in form.changed_data


def draft_of(form: VersionForm, options: OptionFormSet) -> Draft:
    """What valid forms say, for the action that saves it."""
    ordered = options.in_order()
    return Draft(
        version=form.instance,
        beside=form.beside(),
        options=[option.instance for option in ordered],
        traps={o.instance.uid: o.cleaned_data["claim"] for o in ordered if o.cleaned_data["trap"]},
    )


def differs(form: VersionForm, options: OptionFormSet) -> bool:
    """Whether the forms say something else than the database does now; not so when a button was pressed twice."""
    return bool(set(form.changed_data) - {"seen"}) or options.has_changed()
