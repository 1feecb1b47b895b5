"""What a reviewer hands in: which part of the queue, a complaint, a decision."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from questions.forms.text import storable
from questions.items.words import Decision, FlagState, choices
from questions.models import Certification, Flag
from questions.reports.quality.categories import ALL, BY_NAME, SORTS
from questions.reports.quality.queue import Sift
from questions.reports.quality.words import KEY_SUSPECT, MANUAL

NOTE_LENGTH: Final = 5_000
# The longest code of a question, and the longest address of a page.
CODE_LENGTH: Final = 40
PAGES: Final = 5


def certifications() -> list[tuple[str, Any]]:
    """All there are, by code."""
    named = Certification.objects.only("code", "name", "short_name")
    return [("", _("All")), *((each.code, str(each)) for each in named)]


class SiftForm(forms.Form):
    """Certification, order and search; whatever makes no sense is as if it had not been said."""

    certification = forms.ChoiceField(label=_("Certification"), required=False)
    sort = forms.ChoiceField(
        label=_("Sort by"), required=False, choices=[(name, label) for name, (_column, label) in SORTS.items()]
    )
    search = forms.CharField(
        label=_("Code"),
        required=False,
        max_length=CODE_LENGTH,
        validators=[storable],
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off", "spellcheck": "false"}),
    )
    show = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(data)
        field = self.fields["certification"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker
        # Asked of the database only where they are shown or one is named, and once.
        field.choices = cache(certifications)

    @property
    def sift(self) -> Sift:
        """What was asked for, as far as it can be had."""
        self.is_valid()
        given = self.cleaned_data
        page = str(self.data.get("page", ""))
        return Sift(
            category=BY_NAME.get(given.get("show", ""), ALL),
            certification=given.get("certification") or "",
            sort=given.get("sort") or "harm",
            search=(given.get("search") or "").strip(),
            page=int(page) if page.isascii() and page.isdigit() and len(page) <= PAGES else 1,
        )


class Note(forms.CharField):
    """Words for the author or for other reviewers."""

    def __init__(self, *, label: Any, required: bool = False, rows: int = 3, **extra: Any) -> None:
        widget = forms.Textarea(attrs={"rows": rows})
        super().__init__(
            label=label, required=required, max_length=NOTE_LENGTH, widget=widget, validators=[storable], **extra
        )


REASONS: Final[tuple[tuple[str, Any, Any], ...]] = (
    ("dead", _("Nobody would believe it"), ""),
    ("arguable", _("It could be argued to be right"), ""),
    ("tells", _("It gives the answer away"), _("Length, grammar, or words repeated from the stem")),
    ("repeats", _("It repeats another option"), ""),
    ("key", _("The key is wrong or out of date"), _("The question is looked at before all others")),
    ("other", _("Something else"), _("Say what in the note")),
)


# Stands for the question where an option could be named.
WHOLE: Final = "question"


class FlagForm(forms.Form):
    """A complaint about an option, or about the question where none is named."""

    option = forms.ChoiceField(label=_("About"))
    why = forms.ChoiceField(
        label=_("What is wrong with it?"),
        choices=[(name, label) for name, label, _help in REASONS],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say what is wrong.")},
    )
    note = Note(label=_("Note for the author"))
    request_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None, *, options: Sequence[tuple[str, str]], **extra: Any) -> None:
        super().__init__(data, **extra)
        field = self.fields["option"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker
        field.choices = [(WHOLE, _("The whole question")), *options]

    def clean(self) -> dict[str, Any]:
        """Something else needs words."""
        given = super().clean() or {}
        if given.get("why") == "other" and not given.get("note", "").strip():
            self.add_error("note", _("Say what is wrong."))
        return given

    @property
    def reasons(self) -> list[tuple[str, Any, Any]]:
        """Value, label and help of each."""
        return list(REASONS)

    @property
    def complaint(self) -> dict[str, Any]:
        """As ``raise_flag`` takes it: the reason stands before the note."""
        given = self.cleaned_data
        label = next(label for name, label, _help in REASONS if name == given["why"])
        words = [f"{label}." if given["why"] != "other" else "", given["note"].strip()]
        return {
            "option_uid": None if given["option"] == WHOLE else uuid.UUID(given["option"]),
            "note": "\n".join(filter(None, words))[:NOTE_LENGTH],
            "code": KEY_SUSPECT if given["why"] == "key" else MANUAL,
            "request_id": given["request_id"],
        }


class DecisionForm(forms.Form):
    """A decision about a question's flags, with the states in which the reviewer saw them."""

    request_id = forms.UUIDField(widget=forms.HiddenInput)
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    NOTES: Final = {
        Decision.KEEP: (_("Why it stays as it is"), True),
        Decision.TO_AUTHOR: (_("Note for the author"), False),
        Decision.REVISE: (_("What to change"), False),
        Decision.WITHDRAW: (_("Why it goes"), False),
        Decision.NOTE: (_("Note"), True),
    }

    def __init__(
        self, data: Any = None, *, decision: Decision, options: Sequence[tuple[str, str]] = (), **extra: Any
    ) -> None:
        super().__init__(data, **extra)
        self.decision = decision
        label, required = self.NOTES[decision]
        self.fields["note"] = Note(label=label, required=required)
        self.about = {f"option-{uid}": uid for uid, _label in options} if decision is Decision.REVISE else {}
        for name, (_uid, text) in zip(self.about, options, strict=False):
            self.fields[name] = Note(label=text, rows=2)

    def clean(self) -> dict[str, Any]:
        """Whoever asks for a revision says what of."""
        given = super().clean() or {}
        if self.decision is Decision.REVISE and not any(given.get(name, "") for name in ("note", *self.about)):
            self.add_error("note", _("Say what to change, here or at an option."))
        return given

    @property
    def decided(self) -> dict[str, Any]:
        """As ``decide_all`` takes it."""
        given = self.cleaned_data
        return {
            "decision": self.decision,
            "note": given["note"],
            "option_notes": {uid: given[name] for name, uid in self.about.items() if given[name].strip()},
            "request_id": given["request_id"],
            "seen": seen_states(given["seen"]),
        }


# What a column of ids holds; Python refuses to read thousands of digits.
LONGEST_ID: Final = 18
STATES: Final = frozenset(value for value, _label in choices(FlagState))


def as_seen(flags: Iterable[Flag]) -> str:
    """States of flags as a form carries them: ``12:open 14:flagged``."""
    return " ".join(f"{flag.pk}:{flag.state}" for flag in flags)


def seen_states(text: str) -> dict[int, str] | None:
    """What :func:`as_seen` wrote; None where there was no flag. What makes no sense is left out."""
    pairs = (part.partition(":") for part in text.split())
    found = {
        int(pk): state
        for pk, _colon, state in pairs
        if pk.isascii() and pk.isdigit() and len(pk) <= LONGEST_ID and state in STATES
    }
    return found or None
