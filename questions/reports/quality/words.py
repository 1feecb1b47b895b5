"""The codes of flags in words: for the option table, and for a queue that must not name an option."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from questions.analysis.limits import Code

# Codes of flags that people raise.
MANUAL, KEY_SUSPECT = "manual", "key_suspect"
RAISED_BY_PEOPLE: Final = frozenset({MANUAL, KEY_SUSPECT})
Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """``tag`` beside an option, ``unnamed`` where no option may be named, ``kind`` b (bad), w (weak) or n (neutral)."""

    kind: str
    tag: Text
    unnamed: Text


WORDS: Final[dict[str, Words]] = {
    Code.POSSIBLE_MISKEY: Words("b", _("Perhaps the key"), _("The key may be wrong")),
    Code.KEY_NEGATIVE: Words("b", _("Key falls"), _("The strong choose the key less than the weak")),
    Code.KEY_PART_NEGATIVE: Words("b", _("Key part falls"), _("The strong leave out a part of the key")),
    Code.BEATS_KEY: Words("b", _("Beats the key"), _("A wrong option beats the key")),
    Code.ATTRACTS_STRONG: Words("b", _("Draws the strong"), _("A wrong option draws strong learners")),
    Code.BELOW_CHANCE: Words("b", _("Below chance"), _("Fewer are right than by guessing")),
    Code.AMBIGUOUS_WITH_KEY: Words("w", _("Rivals the key"), _("A wrong option rivals the key")),
    Code.KEY_LOW: Words("w", _("Key hardly rises"), _("The key hardly tells strong from weak")),
    Code.KEY_PART_MISSED: Words("w", _("Rarely ticked"), _("A part of the key is rarely ticked")),
    Code.NEVER_CHOSEN: Words("w", _("Never chosen"), _("A wrong option is never chosen")),
    Code.NON_FUNCTIONING: Words("w", _("Rarely chosen"), _("A wrong option is rarely chosen")),
    Code.TOO_EASY: Words("n", _("Too easy"), _("Nearly everyone is right")),
    Code.NEVER_SEEN: Words("n", _("Hardly shown"), _("An option was hardly shown yet")),
    MANUAL: Words("w", _("Flagged by a person"), _("Flagged by a person")),
    KEY_SUSPECT: Words("b", _("The key is doubted"), _("A reviewer doubts the key")),
}
OTHER: Final = Words("n", _("Flagged"), _("Needs a look"))
ICONS: Final = {"b": "trending-down", "w": "triangle-alert", "n": "circle-dot", "k": "check"}


def words_of(code: str) -> Words:
    """What a code says; codes of a later method are not known here."""
    return WORDS.get(code, OTHER)
