"""What a learner hands in: how to start, and an answer."""

import uuid
from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from questions.actions.answering import Answer
from questions.actions.dealing import Scope
from questions.items.words import Confidence, choices
from questions.models import Certification, Domain, Objective, Quiz
from questions.reports.card import LETTERS

COUNTS = (5, 10, 20, 40)
HOUR = 3_600_000
# The longest code that a certification may have.
CODE_LENGTH = 40


class AnswerForm(forms.Form):
    """Letters chosen and ruled out in the order dealt, how sure, and the browser's milliseconds."""

    choice = forms.MultipleChoiceField(required=False)
    out = forms.MultipleChoiceField(required=False)
    sure = forms.ChoiceField(required=False, choices=[("", ""), *choices(Confidence)])
    ms = forms.Field(required=False)

    def __init__(self, data: QueryDict, *, several: bool, choose: int, order: Sequence[int]) -> None:
        super().__init__(data)
        self.entered = data
        self.wanted = choose if several else 1
        self.by_letter = dict(zip(LETTERS, order, strict=False))
        letters = [(letter, letter) for letter in self.by_letter]
        for name in ("choice", "out"):
            field = self.fields[name]
            assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - tells the type checker
            field.choices = letters
            field.error_messages["invalid_choice"] = _("That option does not exist. Choose one of those shown.")

    def clean_choice(self) -> list[str]:
        """At least one; exactly one, or exactly as many as the question says, where it says so."""
        chosen: list[str] = list(dict.fromkeys(self.cleaned_data["choice"]))
        if not chosen:
            raise forms.ValidationError(_("Choose an answer."), code="nothing")
        wanted = self.wanted
        if wanted and len(chosen) != wanted:
            message = ngettext(
                "Choose %(n)d answer, you chose %(m)d.", "Choose %(n)d answers, you chose %(m)d.", wanted
            )
            raise forms.ValidationError(message % {"n": wanted, "m": len(chosen)}, code="count")
        return chosen

    def clean_ms(self) -> int | None:
        """A hint that may be missing or nonsense; nonsense is no reason to refuse an answer."""
        text = self.cleaned_data["ms"] or ""
        # More digits than these are an hour too.
        return min(int(text[:20]), HOUR) if text.isascii() and text.isdigit() else None

    @property
    def kept(self) -> dict[str, Any]:
        """What was entered, valid or not, for showing the card again."""
        return {
            "chosen": {self.by_letter[c] for c in self.entered.getlist("choice") if c in self.by_letter},
            "ruled_out": {self.by_letter[c] for c in self.entered.getlist("out") if c in self.by_letter},
            "confidence": self.entered.get("sure", ""),
        }

    @property
    def answer(self) -> Answer:
        """The validated answer, letters turned into option ids."""
        data = self.cleaned_data
        return Answer(
            chosen=frozenset(self.by_letter[letter] for letter in data["choice"]),
            ruled_out=frozenset(self.by_letter[letter] for letter in data["out"]),
            confidence=data["sure"],
            milliseconds=data["ms"],
        )


class StartForm(forms.Form):
    """What to practise: one quiz, or a number of questions from a certification, domain or objective."""

    certification = forms.ModelChoiceField(
        Certification.objects.published(), to_field_name="code", widget=forms.HiddenInput, label=_("Certification")
    )
    quiz = forms.ModelChoiceField(Quiz.objects.none(), required=False, widget=forms.HiddenInput)
    objective = forms.ModelChoiceField(Objective.objects.none(), required=False, widget=forms.HiddenInput)
    domain = forms.ModelChoiceField(
        Domain.objects.none(),
        required=False,
        label=_("Questions from"),
        empty_label=_("All domains"),
        # Radio buttons have the empty choice only where the field says so.
        blank=True,
        widget=forms.RadioSelect,
    )
    count = forms.TypedChoiceField(
        label=_("How many questions"),
        coerce=int,
        required=False,
        choices=[(n, str(n)) for n in COUNTS],
        widget=forms.RadioSelect,
        initial=COUNTS[1],
    )
    token = forms.UUIDField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, certification: Certification, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        within: dict[str, Any] = {
            "quiz": certification.quizzes.filter(published=True),
            "objective": certification.objectives.all(),
            "domain": certification.domains.order_by("number"),
        }
        for name, queryset in within.items():
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - tells the type checker
            field.queryset = queryset

    @property
    def number(self) -> int:
        """How many questions, the usual number where nothing was said."""
        return int(self.cleaned_data["count"] or COUNTS[1])

    @staticmethod
    def picked(data: QueryDict) -> dict[str, str]:
        """What was picked as an address can carry it, so that it is there after signing in."""
        names = ("certification", "quiz", "objective", "domain", "count")
        return {name: value for name in names if 0 < len(value := data.get(name, "")) <= CODE_LENGTH}

    @property
    def scope(self) -> Scope:
        """What was picked, the narrowest named."""
        data = self.cleaned_data
        return Scope(data["certification"], quiz=data["quiz"], domain=data["domain"], objective=data["objective"])

    @property
    def start_token(self) -> uuid.UUID:
        """The form's own token, so that sending it twice starts one attempt."""
        token: uuid.UUID | None = self.cleaned_data["token"]
        return token or uuid.uuid4()
