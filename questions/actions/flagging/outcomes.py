"""Where a decision leads, and what holds when it was taken past another one."""

from types import MappingProxyType
from typing import Final

from questions.items.words import Decision, FlagState

AFTER: Final = MappingProxyType(
    {
        Decision.KEEP: FlagState.DISMISSED,
        Decision.TO_AUTHOR: FlagState.FLAGGED,
        Decision.REVISE: FlagState.FLAGGED,
        Decision.WITHDRAW: FlagState.CLOSED,
    }
)
# Of two decisions taken without knowing of each other the graver one holds. What the data said meanwhile gives way to
# whoever wants something done; that the evidence is gone or the matter resolved gives way to any decision. A wording
# that was replaced or withdrawn is no longer there to be decided on.
WEIGHT: Final = MappingProxyType(
    {
        Decision.CLOSED: 0,
        Decision.RESOLVED: 0,
        Decision.KEEP: 1,
        Decision.RAISED: 2,
        Decision.REOPENED: 2,
        Decision.TO_AUTHOR: 3,
        Decision.REVISE: 4,
        Decision.WITHDRAW: 5,
        Decision.REVISED: 6,
    }
)
# States that a reviewer decides on; a dismissal may be taken back.
DECIDED_ON: Final = frozenset({FlagState.OPEN, FlagState.FLAGGED, FlagState.WATCHING, FlagState.DISMISSED})


def holds(*, decision: Decision, past: bool, latest: Decision | None) -> bool:
    """Whether a decision changes the state, where it was taken ``past`` the ``latest`` one that did, or knowing it."""
    if decision is Decision.NOTE or not past or latest is None:
        return True
    return WEIGHT[decision] > WEIGHT[latest]
