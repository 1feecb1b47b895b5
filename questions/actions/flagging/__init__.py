"""The life of flags: raised by rules and by people, decided by reviewers, answered by revisions, judged again by data.

``raising`` by hand · ``blind`` solving before the key is shown · ``deciding`` and its table ``outcomes``, kept in
``history`` · ``judging`` a run's findings (``complaints``) against the flags kept, by the rules of their ``course`` ·
``bank`` what all of them need to know of a question.

Everything happens in the turn of the question (``publishing.take_turn``), so that no two of them, and no publication,
decide past each other; ``actions.watching`` is told by publishing. Each change of state has its entry in the history:
make both by ``Flag.move`` and save them by ``Flag.objects.keep``.
"""

from questions.actions.flagging.bank import NotLiveError
from questions.actions.flagging.blind import NothingChosenError, Solved, may_see_key, skip_blind, solve_blind
from questions.actions.flagging.deciding import (
    EndedError,
    NothingToDecideError,
    ReasonMissingError,
    decide,
    decide_all,
)
from questions.actions.flagging.history import Decided
from questions.actions.flagging.judging import Tally, judge
from questions.actions.flagging.raising import KEY_SUSPECT, MANUAL, UnknownOptionError, raise_flag

__all__ = [
    "KEY_SUSPECT",
    "MANUAL",
    "Decided",
    "EndedError",
    "NotLiveError",
    "NothingChosenError",
    "NothingToDecideError",
    "ReasonMissingError",
    "Solved",
    "Tally",
    "UnknownOptionError",
    "decide",
    "decide_all",
    "judge",
    "may_see_key",
    "raise_flag",
    "skip_blind",
    "solve_blind",
]
