"""The question card as values: asked before the answer, explained after it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from questions.items.grading import Verdict, grade
from questions.items.words import Kind

LETTERS = ascii_uppercase


def safe(html: str) -> SafeString:
    """Mark HTML that the markup kernel rendered and sanitised."""
    return mark_safe(html)  # noqa: S308 - the one place where rendered content is trusted


@dataclass(frozen=True, slots=True)
class Asked:
    """One option before the answer; ``checked`` and ``ruled_out`` keep what was already entered."""

    letter: str
    text: SafeString
    checked: bool = False
    ruled_out: bool = False


@dataclass(frozen=True, slots=True)
class Explained:
    """One option after the answer, with its rationale."""

    letter: str
    text: SafeString
    is_key: bool
    chosen: bool
    ruled_out: bool
    because: SafeString
    looks_right: SafeString

    @property
    def state(self) -> str:
        """CSS class: ``right``, ``picked`` (chosen and wrong), ``missed`` (key, not chosen) or nothing."""
        if self.is_key:
            return "right" if self.chosen else "missed"
        return "picked" if self.chosen else ""


@dataclass(frozen=True, slots=True)
class AskedCard:
    """A question before the answer. ``choose`` is how many to choose, or 0 where that is not said."""

    stem: SafeString
    language: str
    several: bool
    choose: int
    options: tuple[Asked, ...]
    confidence: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedCard:
    """A question after the answer: the verdict, the takeaway, every option explained."""

    stem: SafeString
    language: str
    several: bool
    options: tuple[Explained, ...]
    verdict: Verdict
    takeaway: SafeString
    explanation: SafeString
    references: Sequence[dict[str, str]]

    @property
    def correct(self) -> bool:
        """Whether the answer is right."""
        return self.verdict.correct

    @property
    def chosen_letters(self) -> str:
        """What was chosen, in words: "A and C"."""
        return in_words(option.letter for option in self.options if option.chosen)

    @property
    def key_letters(self) -> str:
        """The key, in words."""
        return in_words(option.letter for option in self.options if option.is_key)


def in_words(letters: Any) -> str:
    """``A``, ``A and C``, ``A, C and D``."""
    words: str = get_text_list(list(letters), _("and"))
    return words


def asked_card(
    content: dict[str, Any],
    order: Sequence[int],
    *,
    chosen: Collection[int] = (),
    ruled_out: Collection[int] = (),
    confidence: str = "",
) -> AskedCard:
    """Build the card that asks: ``content`` is ``asked_of(version)``, ``order`` the option ids as dealt."""
    return AskedCard(
        stem=safe(content["stem"]),
        language=content["language"],
        several=content["kind"] == Kind.MULTIPLE,
        choose=content["choose_n"] or 0,
        options=tuple(
            Asked(letter, safe(content["options"][str(option)]), option in chosen, option in ruled_out)
            for letter, option in zip(LETTERS, order, strict=False)
        ),
        confidence=confidence,
    )


def explained_card(
    asked: dict[str, Any],
    explained: dict[str, Any],
    order: Sequence[int],
    *,
    chosen: Collection[int],
    ruled_out: Collection[int] = (),
) -> ExplainedCard:
    """Build the card that explains: both contents of a version, the order dealt, the option ids chosen."""
    key = set(explained["key"])
    return ExplainedCard(
        stem=safe(asked["stem"]),
        language=asked["language"],
        several=asked["kind"] == Kind.MULTIPLE,
        options=tuple(
            Explained(
                letter=letter,
                text=safe(asked["options"][str(option)]),
                is_key=option in key,
                chosen=option in chosen,
                ruled_out=option in ruled_out,
                because=safe(explained["options"][str(option)]["because"]),
                looks_right=safe(explained["options"][str(option)]["looks_right"]),
            )
            for letter, option in zip(LETTERS, order, strict=False)
        ),
        verdict=grade(chosen=chosen, key=key, options=order),
        takeaway=safe(explained["takeaway"]),
        explanation=safe(explained["explanation"]),
        references=explained["references"],
    )
