"""A quiz names its questions by code; a question names its public traps by option."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.db.models import Q
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from questions.forms.own_fields import OwnFields
from questions.forms.rows import NamedRows
from questions.forms.text import AuthoredText, area, storable
from questions.items.checks.limits import CLAIM_LENGTH
from questions.items.words import Status
from questions.models import Option, Question, Quiz, QuizQuestion, Trap
from questions.models.bank import OPEN

if TYPE_CHECKING:
    QuestionChoiceField = forms.ModelChoiceField[Question]
    PlaceModelForm = forms.ModelForm[QuizQuestion]
    PlaceInlineFormSet = forms.BaseInlineFormSet[QuizQuestion, Quiz, forms.ModelForm[QuizQuestion]]
    QuestionModelForm = forms.ModelForm[Question]
    TrapModelForm = forms.ModelForm[Trap]
    TrapInlineFormSet = forms.BaseInlineFormSet[Trap, Question, forms.ModelForm[Trap]]
else:
    QuestionChoiceField = forms.ModelChoiceField
    PlaceModelForm = QuestionModelForm = TrapModelForm = forms.ModelForm
    PlaceInlineFormSet = TrapInlineFormSet = forms.BaseInlineFormSet


# Characters of an option's text by which it is chosen.
SHOWN = 100


class CodeInput(forms.TextInput):
    """A code to type, with a look-up beside it: works without JavaScript, and however long the bank is."""

    template_name = "admin/questions/code_input.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Add the address of the look-up, which answers with a code."""
        context = super().get_context(name, value, attrs)
        return {**context, "lookup": f"{reverse('admin:questions_question_changelist')}?_to_field=code"}


class CodeField(QuestionChoiceField):
    """A question by its code."""

    def __init__(self, **kwargs: Any) -> None:
        everything = Question.objects.select_related("objective")
        super().__init__(everything, to_field_name="code", widget=CodeInput({"size": 20}), **kwargs)
        self.error_messages["invalid_choice"] = _("There is no question with this code.")

    def to_python(self, value: Any) -> Any:
        """Fetch it."""
        storable(value or "")
        return super().to_python((value or "").strip())


class PlaceForm(PlaceModelForm):
    """A question's place in a quiz."""

    question = CodeField(label=_("Question"))
    position = forms.IntegerField(label=_("Place"), required=False, min_value=0, max_value=9_999)

    class Meta:
        model = QuizQuestion
        fields = ("position", "question")

    def __init__(self, *args: Any, place: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["position"] = self.instance.position if self.instance.pk else place
        if self.instance.pk:
            self.initial["question"] = self.instance.question.code

    def has_changed(self) -> bool:
        """A place alone does not make a question."""
        return bool(set(self.changed_data) - (set() if self.instance.pk else {"position"}))


class PlaceFormSet(NamedRows, PlaceInlineFormSet):
    """The questions of a quiz, in their order."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Tell each form where it stands."""
        return {**super().get_form_kwargs(index), "place": (self.total_form_count() if index is None else index) + 1}

    def clean(self) -> None:
        """All belong to the quiz's certification: an attempt is judged by its domains."""
        super().clean()
        for form in self.forms:
            question = (form.cleaned_data or {}).get("question")
            if question and question.objective.certification_id != self.instance.certification_id:
                form.add_error("question", _("This question belongs to another certification."))

    def in_order(self) -> "list[forms.ModelForm[QuizQuestion]]":
        """Filled forms by place; of two at one place the one just moved there comes first."""
        gone = self.deleted_forms
        kept = [form for form in self.forms if (form.instance.pk or form.has_changed()) and form not in gone]
        return sorted(kept, key=self._place)

    @staticmethod
    def _place(form: "forms.ModelForm[QuizQuestion]") -> tuple[int, bool]:
        place = form.cleaned_data.get("position")
        return (10_000 if place is None else place), "position" not in form.changed_data


class QuestionForm(QuestionModelForm, OwnFields):
    """A question's own fields, when no wording is touched."""

    class Meta:
        model = Question
        fields = ("code", "objective", "difficulty", "tags", "sample")

    @property
    def question(self) -> Question | None:
        """Itself."""
        return self.instance if self.instance.pk else None


class TrapForm(TrapModelForm):
    """One wrong option that may be shown publicly."""

    option_uid = forms.TypedChoiceField(label=_("Wrong option"), coerce=lambda value: UUID(str(value)))
    claim = AuthoredText(
        label=_("Claim"),
        required=False,
        widget=area(2),
        max_length=CLAIM_LENGTH,
        help_text=_("The option as a claim that stands on its own; empty for its own text."),
    )

    class Meta:
        model = Trap
        fields = ("option_uid", "claim")

    def __init__(self, *args: Any, wrong: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["option_uid"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [("", "---------"), *wrong]


class TrapFormSet(NamedRows, TrapInlineFormSet):
    """The public traps of a question."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Offer the wrong options that the question has."""
        return {**super().get_form_kwargs(index), "wrong": self.wrong}

    @cached_property
    def wrong(self) -> list[tuple[str, str]]:
        """Wrong options that learners meet or will meet, and those that are public already."""
        public = Trap.objects.filter(question=self.instance.pk).values("option_uid")
        current = Q(version__status__in=(Status.PUBLISHED.value, *OPEN)) | Q(uid__in=public)
        options = Option.objects.filter(current, version__question=self.instance.pk, is_key=False)
        rows = options.order_by("version__number", "position").values_list("uid", "text")
        return [(str(uid), Truncator(text).chars(SHOWN)) for uid, text in dict(rows).items()]

    def claims(self) -> dict[UUID, str]:
        """Claims by option uid, as the valid rows say."""
        gone = self.deleted_forms
        rows = [row for row in self.forms if row.cleaned_data and row not in gone]
        return {row.cleaned_data["option_uid"]: row.cleaned_data["claim"] for row in rows}
