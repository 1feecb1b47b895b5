"""What the analysis hands on: a statistic with what is needed to judge it, and the report of a run."""

from dataclasses import dataclass, field
from typing import Final

from questions.analysis.values import ItemStatistic

# Names of the criterion, as kept with each statistic.
ABILITY: Final = "ability"
REST: Final = "rest"


@dataclass(frozen=True, slots=True)
class Judged:
    """One lineage of versions as the rules may judge it. Options are named by their uids, as text.

    ``statistic`` is about all counted responses, ``basis`` about those that flags may rest on; they are the same object
    where nothing had to be left out. ``adaptive`` says that adaptively chosen exposures are among the basis.
    ``trap_basis`` holds, for options that are or were public, the statistic without the responses of the public time:
    only that option may be judged by it.
    """

    # The wording that a flag is about: the newest of the lineage that learners met, and whether they still meet it.
    version_id: int
    live: bool
    lineage_id: int
    question_id: int
    statistic: ItemStatistic
    basis: ItemStatistic
    adaptive: bool = False
    trap_basis: dict[str, ItemStatistic] = field(default_factory=dict)
    # Responses when the rules last judged the lineage: ``ItemStatistic.judged_n``, 0 for never.
    n_before: int = 0
    # Whole days since the lineage was first published.
    published_days: int = 0
    # How often each option was shown, whether or not the response counted; exact below 30, at least that above.
    displayed: dict[str, int] = field(default_factory=dict)
    # Counted responses of the last 30 days, for the rank.
    exposures: int = 0


@dataclass(slots=True)
class Report:
    """What a run of the analysis did."""

    # Lineages looked at, and those of them whose statistic was computed.
    looked_at: int = 0
    changed: int = 0
    # Responses of attempts that were newly left out because too many were rapid guesses.
    hurried: int = 0
    flags_opened: int = 0
    flags_closed: int = 0
    seconds: float = 0.0
