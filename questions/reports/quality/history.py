"""What was decided about a question, and what happened to its flags."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.items.words import Decision, FlagState, Status
from questions.models import BlindSolve, FlagEvent, Question
from questions.reports.quality.words import words_of

# What a person did, where the label is what it offers to do.
DONE: Final = {
    Decision.KEEP: gettext_lazy("Kept it as it is"),
    Decision.TO_AUTHOR: gettext_lazy("Flagged it to the author"),
    Decision.REVISE: gettext_lazy("Asked for a revision"),
    Decision.WITHDRAW: gettext_lazy("Withdrew the question"),
}
# Of a question with a longer history the newest entries are shown.
MOST = 100


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history: who, what, about what, and why; ``decision`` is empty for a blind answer."""

    at: datetime
    who: str
    what: str
    about: str
    state: str
    note: str
    option_notes: list[tuple[str, str]]
    decision: str = ""


def history_of(question: Question, letters: Mapping[str, str]) -> list[Entry]:
    """Events of the question's flags and blind answers to it, the newest first; ``letters`` are options' by uid."""
    events = (
        FlagEvent.objects.filter(flag__question=question)
        .select_related("flag__version", "by")
        .defer("flag__seen", "flag__values", "flag__version__stem", "flag__version__explanation")
        .order_by("-at", "-pk")[:MOST]
    )
    solved = (
        BlindSolve.objects.filter(version__question=question)
        .exclude(chosen=[])
        .select_related("by", "version")
        .order_by("-at")[:MOST]
    )
    entries = [_of_event(event, letters) for event in events] + [_of_solve(solve) for solve in solved]
    return sorted(entries, key=lambda entry: entry.at, reverse=True)[:MOST]


def _of_event(event: FlagEvent, letters: Mapping[str, str]) -> Entry:
    uid = str(event.flag.option_uid or "")
    what = words_of(event.flag.code).tag
    place = _("option %(letter)s") % {"letter": letters[uid]} if uid in letters else _("the question")
    return Entry(
        at=event.at,
        who=str(event.by) if event.by else _("The analysis"),
        what=str(DONE.get(Decision(event.decision)) or _(Decision(event.decision).label)),
        about=_("%(what)s, %(place)s, version %(number)s")
        % {"what": what, "place": place, "number": event.flag.version.number},
        state=_state_after(event),
        note=event.note,
        option_notes=[(letters.get(uid, "?"), note) for uid, note in event.option_notes.items() if note],
        decision=event.decision,
    )


def _state_after(event: FlagEvent) -> str:
    """Where the flag went; nothing closes by itself that somebody withdrew."""
    if event.after == event.before:
        return ""
    return _(Status.WITHDRAWN.label) if event.decision == Decision.WITHDRAW else _(FlagState(event.after).label)


def _of_solve(solve: BlindSolve) -> Entry:
    what = _("Solved it blind and agreed with the key") if solve.agrees else _("Solved it blind and chose otherwise")
    about = _("version %(number)s") % {"number": solve.version.number}
    return Entry(solve.at, str(solve.by), what, about, "", solve.note, [])
