"""The codes of flags in words."""

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
    """``tag`` beside an option, ``kind`` b (bad), w (weak) or n (neutral)."""

    kind: str
    tag: Text


WORDS: Final[dict[str, Words]] = {
    Code.POSSIBLE_MISKEY: Words("b", _("Perhaps the key")),
    Code.KEY_NEGATIVE: Words("b", _("Key falls")),
    Code.KEY_PART_NEGATIVE: Words("b", _("Key part falls")),
    Code.BEATS_KEY: Words("b", _("Beats the key")),
    Code.ATTRACTS_STRONG: Words("b", _("Draws the strong")),
    Code.BELOW_CHANCE: Words("b", _("Below chance")),
    Code.AMBIGUOUS_WITH_KEY: Words("w", _("Rivals the key")),
    Code.KEY_LOW: Words("w", _("Key hardly rises")),
    Code.KEY_PART_MISSED: Words("w", _("Rarely ticked")),
    Code.NEVER_CHOSEN: Words("w", _("Never chosen")),
    Code.NON_FUNCTIONING: Words("w", _("Rarely chosen")),
    Code.TOO_EASY: Words("n", _("Too easy")),
    Code.NEVER_SEEN: Words("n", _("Hardly shown")),
    MANUAL: Words("w", _("Flagged by a person")),
    KEY_SUSPECT: Words("b", _("The key is doubted")),
}
OTHER: Final = Words("n", _("Flagged"))
# Of every question that its reader has yet to answer: a word about the key, or none about it, would lead.
UNSEEN: Final = _("Answer first to see why it is here")
ICONS: Final = {"b": "trending-down", "w": "triangle-alert", "n": "circle-dot", "k": "check"}


def words_of(code: str) -> Words:
    """What a code says; codes of a later method are not known here."""
    return WORDS.get(code, OTHER)
