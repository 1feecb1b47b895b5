"""The filters of the queue: which flags each shows."""

from dataclasses import dataclass, field
from typing import Final

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from questions.analysis.limits import Code
from questions.items.words import FlagState
from questions.reports.quality.words import KEY_SUSPECT, RAISED_BY_PEOPLE


@dataclass(frozen=True, slots=True)
class Category:
    """A filter: flags in a state, of some codes or of all; ``by_people`` leaves the analysis' own out."""

    name: str
    label: str | Promise
    state: FlagState = FlagState.OPEN
    codes: frozenset[str] = field(default_factory=frozenset)
    by_people: bool = False

    @property
    def condition(self) -> Q:
        """As a condition on flags."""
        condition = Q(state=self.state.value)
        if self.codes:
            condition &= Q(code__in=sorted(self.codes))
        return condition & Q(raised_by__isnull=False) if self.by_people else condition


KEY: Final = frozenset(
    {
        Code.POSSIBLE_MISKEY,
        Code.KEY_NEGATIVE,
        Code.KEY_PART_NEGATIVE,
        Code.BEATS_KEY,
        Code.KEY_LOW,
        Code.KEY_PART_MISSED,
        KEY_SUSPECT,
    }
)
STRONG: Final = frozenset({Code.ATTRACTS_STRONG, Code.AMBIGUOUS_WITH_KEY})
WEAK: Final = frozenset({Code.NON_FUNCTIONING, Code.NEVER_CHOSEN, Code.NEVER_SEEN})
LEVEL: Final = frozenset({Code.TOO_EASY, Code.BELOW_CHANCE})

ALL: Final = Category("all", _("All"))
CATEGORIES: Final = (
    ALL,
    Category("key", _("Key in doubt"), codes=KEY),
    Category("weak", _("Weak option"), codes=WEAK),
    Category("strong", _("Draws the strong"), codes=STRONG),
    Category("level", _("Too easy, too hard"), codes=LEVEL),
    # Learners' reports will join here.
    Category("people", _("Raised by people"), codes=RAISED_BY_PEOPLE, by_people=True),
    Category("author", _("With the author"), FlagState.FLAGGED),
    Category("watching", _("Watching"), FlagState.WATCHING),
)
BY_NAME: Final = {category.name: category for category in CATEGORIES}

# Ways to sort, each with the column that decides; the worst comes first.
SORTS: Final = {
    "harm": ("rank", _("Most harm")),
    "learners": ("n", _("Most learners affected")),
    "newest": ("raised_at", _("Newest")),
}
