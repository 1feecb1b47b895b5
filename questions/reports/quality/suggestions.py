"""What the numbers suggest to a reviewer who flags: which option, and why."""

from dataclasses import dataclass
from typing import Final

from django.utils.html import strip_tags
from django.utils.text import Truncator

from questions.analysis.limits import Code
from questions.reports.quality.page import ItemPage

WHY: Final = {
    Code.NON_FUNCTIONING: "dead",
    Code.NEVER_CHOSEN: "dead",
    Code.AMBIGUOUS_WITH_KEY: "arguable",
    Code.BEATS_KEY: "arguable",
    Code.ATTRACTS_STRONG: "arguable",
    Code.POSSIBLE_MISKEY: "key",
    Code.KEY_NEGATIVE: "key",
    Code.KEY_PART_NEGATIVE: "key",
}
# As much of an option as a list can show.
LENGTH: Final = 70


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An option by uid and letter, and a reason of the form; each may be empty. ``because`` are the numbers."""

    option: str = ""
    letter: str = ""
    why: str = ""
    because: str = ""


def suggestion_of(page: ItemPage, option: str | None = None) -> Suggestion:
    """By the gravest remark about an option, or about this ``option``."""
    for remark in page.remarks:
        if remark.option in page.letters and option in {None, remark.option} and remark.code in WHY:
            row = next(row for row in page.rows if row.uid == remark.option)
            return Suggestion(remark.option, row.letter, WHY[Code(remark.code)], row.rate)
    letter = page.letters.get(option or "", "")
    return Suggestion(option or "", letter) if letter else Suggestion()


def option_choices(page: ItemPage) -> list[tuple[str, str]]:
    """Options by uid, each with its letter and the beginning of its text."""
    return [(row.uid, f"{row.letter}: {Truncator(strip_tags(row.text)).chars(LENGTH)}") for row in page.rows]
