"""How an instructor wants to look at a report: which period, in which order, which page."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

DAYS: Final = (7, 30, 90)
USUAL: Final = 30
ALL: Final = "all"
# The longest number of a page.
DIGITS: Final = 6


class LookForm(forms.Form):
    """Order and page; whatever makes no sense is as if it had not been said."""

    sort = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any], *, sorts: Iterable[str]) -> None:
        super().__init__(data)
        self.sorts = tuple(sorts)

    @property
    def sort_by(self) -> str:
        """One of the orders that there are, the first one where none of them was asked for."""
        wish = str(self.data.get("sort", ""))
        return wish if wish in self.sorts else self.sorts[0]

    @property
    def page(self) -> int:
        """The number of the page, 1 where none was asked for."""
        wish = str(self.data.get("page", ""))
        return int(wish) if wish.isascii() and wish.isdigit() and len(wish) <= DIGITS else 1


class PeriodForm(LookForm):
    """The same for a period that ends now."""

    @property
    def days(self) -> int:
        """7, 30 or 90."""
        wish = str(self.data.get("days", ""))
        return next((days for days in DAYS if str(days) == wish), USUAL)


class ExportForm(forms.Form):
    """Which responses to write."""

    days = forms.ChoiceField(
        label=_("Period"),
        choices=[
            (ALL, _("All responses")),
            ("90", _("The last 90 days")),
            ("30", _("The last 30 days")),
            ("7", _("The last 7 days")),
        ],
        initial=ALL,
        required=False,
    )

    @property
    def period(self) -> int | None:
        """Days, or None for all; only of a valid form."""
        wish = self.cleaned_data["days"]
        return None if wish in {"", ALL} else int(wish)
