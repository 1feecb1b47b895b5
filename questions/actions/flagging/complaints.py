"""What a complaint is about, whatever rule speaks of it today, and what a run says about it."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from questions.actions.flagging.raising import KEY_SUSPECT, MANUAL
from questions.analysis.flags import Finding, findings, grouped, rank, seen, still_holds
from questions.analysis.limits import Code
from questions.analysis.rules import ITEM, KEY_PARTS, MULTIPLE, SINGLE, Family
from questions.analysis.values import ItemStatistic
from questions.items.words import Gravity
from questions.models import Flag

if TYPE_CHECKING:
    # The analysis calls judging; here it only lends the name of what it hands on.
    from questions.actions.analysing.values import Judged

# Rules of a family say the same thing more or less gravely; those about ease say opposite things.
_FAMILY: Final = MappingProxyType(
    {rule.code: str(rule.family) for rule in (*SINGLE, *MULTIPLE, *KEY_PARTS, *ITEM) if rule.family is not Family.EASE}
)
# Findings that make it likely that the key is wrong.
KEY_IN_DOUBT: Final = frozenset({Code.POSSIBLE_MISKEY, Code.BEATS_KEY, Code.KEY_NEGATIVE, Code.KEY_PART_NEGATIVE})
GRAVE: Final = frozenset({Gravity.CRITICAL, Gravity.HIGH})
BY_HAND: Final = frozenset({MANUAL, KEY_SUSPECT})
# Rules that need no criterion.
BY_SHARE: Final = frozenset(
    {Code.NON_FUNCTIONING, Code.NEVER_CHOSEN, Code.KEY_PART_MISSED, Code.BELOW_CHANCE, Code.TOO_EASY, Code.NEVER_SEEN}
)
# Told by counting, not by an estimate.
COUNTED: Final = frozenset({Code.NEVER_SEEN})

Complaint = tuple[str, str]


def family(code: str) -> str:
    """What the rules that say the same thing as this one have in common."""
    return _FAMILY.get(Code(code), code)


def complaint(option: uuid.UUID | str | None, code: str) -> Complaint:
    """The option (empty for the question) and what is the matter with it."""
    return str(option or ""), family(code)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a run says about one line of versions: its findings by complaint."""

    judged: "Judged"
    found: dict[Complaint, Finding]

    @property
    def n(self) -> int:
        """Counted responses, by which growth is measured."""
        return self.judged.statistic.n

    def basis(self, option: str | None) -> ItemStatistic:
        """The statistic that an option, or the question, may be judged by."""
        return self.judged.trap_basis.get(option or "", self.judged.basis)

    def rank(self, finding: Finding) -> float:
        """The finding's place in the queue."""
        return rank([finding], exposures=self.judged.exposures)

    def numbers(self, code: str, option: str | None) -> dict[str, float | None] | None:
        """What there is to be seen about an option or the question now; None for what is counted elsewhere."""
        basis = self.basis(option)
        about = basis.option(option) if option else None
        if Code(code) in COUNTED or (option and about is None):
            return None
        return seen(basis, about)

    def still_holds(self, code: str, option: str | None) -> bool:
        """Whether the estimates meet any rule that says the same."""
        same = [each for each in Code if family(each) == family(code)]
        return any(still_holds(each, self.basis(option), option) for each in same)

    def rests_on_shares(self, code: str) -> bool:
        """Whether a rule is about how many choose something, and not about who."""
        return Code(code) in BY_SHARE

    def again(self, flag: Flag) -> Finding | None:
        """What confirms a complaint about an earlier wording.

        The same complaint of the rules; for people's, what would have made them complain: about the key, about the
        option, or anything grave.
        """
        option = str(flag.option_uid) if flag.option_uid else None
        if flag.code not in BY_HAND:
            return self.found.get(complaint(option, flag.code))
        about = [each for each in self.found.values() if each.option in {option, None} or option is None]
        if flag.code == KEY_SUSPECT:
            return next((each for each in about if each.code in KEY_IN_DOUBT), None)
        if option is None:
            return next((each for each in about if each.severity in GRAVE), None)
        weighty = GRAVE | {Gravity.MEDIUM}
        return next((each for each in about if each.option == option and each.severity in weighty), None)


def evidence(judged: "Judged") -> Evidence:
    """Apply the rules to a line; options that are or were public by what was answered outside that time."""
    found = findings(
        judged.basis,
        adaptive=judged.adaptive,
        published_days=judged.published_days,
        displayed=judged.displayed,
    )
    kept = [each for each in found if each.option not in judged.trap_basis or each.code in COUNTED]
    for option, basis in judged.trap_basis.items():
        kept += [each for each in findings(basis, adaptive=judged.adaptive) if each.option == option]
    return Evidence(judged, _by_complaint(grouped(kept)))


def _by_complaint(found: Iterable[Finding]) -> dict[Complaint, Finding]:
    return {complaint(each.option, each.code): each for each in found}
