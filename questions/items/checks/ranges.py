"""Options that are ranges of numbers must not overlap, or two of them hold at once."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from math import inf
from typing import Final

from questions.items.checks.rule import Finding, error
from questions.items.item import Item
from questions.items.prose import prose
from questions.items.text import mark
from questions.items.words import Kind

_NUMBER = r"(?P<{0}>[-−+]?\d+(?:[.,]\d+)*)"
_UNIT = r"\s*(?P<{0}>[^\d\s<>=≤≥][^\d<>=≤≥]*?)?"
_CURRENCY = r"[$€£¥]?\s*"
BETWEEN: Final = re.compile(
    rf"(?:between\s+|from\s+)?{_CURRENCY}{_NUMBER.format('low')}{_UNIT.format('unit')}"
    rf"\s*(?:-|–|—|to|and|\.\.)\s*{_CURRENCY}{_NUMBER.format('high')}{_UNIT.format('unit2')}\.?",
    re.IGNORECASE,
)
EXACT: Final = re.compile(rf"{_CURRENCY}{_NUMBER.format('low')}{_UNIT.format('unit')}\.?", re.IGNORECASE)
_BELOW = r"<|less than|fewer than|lower than|under|below"
_UP_TO = r"<=|=<|≤|at most|up to|no more than|not more than"
_ABOVE = r">|more than|greater than|higher than|over|above"
_FROM = r">=|=>|≥|at least|no less than|no fewer than|not less than"
ONE_SIDED: Final = re.compile(
    rf"(?:(?P<upto>{_UP_TO})|(?P<from>{_FROM})|(?P<below>{_BELOW})|(?P<above>{_ABOVE}))"
    rf"\s*{_CURRENCY}{_NUMBER.format('low')}{_UNIT.format('unit')}\.?",
    re.IGNORECASE,
)
OR_MORE: Final = re.compile(
    rf"{_CURRENCY}{_NUMBER.format('low')}{_UNIT.format('unit')}\s+or\s+"
    rf"(?:(?P<from>more|greater|higher|above|over)|(?P<upto>less|fewer|lower|below|under)){_UNIT.format('unit2')}\.?",
    re.IGNORECASE,
)
# Longer than any range anybody writes.
LONGEST: Final = 80


@dataclass(frozen=True, slots=True)
class Range:
    """From ``low`` to ``high``, each belonging to it or not, of one ``unit``."""

    low: float | Decimal
    high: float | Decimal
    unit: str = ""
    low_in: bool = True
    high_in: bool = True

    def meets(self, other: "Range") -> bool:
        """Whether a number lies in both."""
        first, second = sorted((self, other), key=lambda item: (item.low, not item.low_in))
        if first.high == second.low:
            return first.high_in and second.low_in
        return first.high > second.low


def number(text: str) -> Decimal:
    """A number as people write it: ``1,000`` is a thousand, ``0,5`` a half."""
    text = text.replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?", text):
        return Decimal(text.replace(",", ""))
    text = text.replace(",", ".")
    return Decimal(text if text.count(".") <= 1 else text.replace(".", ""))


def _unit(found: re.Match[str]) -> str:
    units = {(found.groupdict().get(name) or "").strip().rstrip(".").casefold() for name in ("unit", "unit2")} - {""}
    return units.pop() if len(units) == 1 else "/".join(sorted(units))


def parse(text: str) -> Range | None:
    """The range that an option is, or None where it is something else."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        return None
    if found := OR_MORE.fullmatch(text) or ONE_SIDED.fullmatch(text):
        value, groups = number(found["low"]), found.groupdict()
        if groups.get("upto") or groups.get("below"):
            return Range(-inf, value, _unit(found), high_in=not groups.get("below"))
        return Range(value, inf, _unit(found), low_in=not groups.get("above"))
    if found := BETWEEN.fullmatch(text):
        low, high = number(found["low"]), number(found["high"])
        return Range(low, high, _unit(found)) if low < high else None
    if found := EXACT.fullmatch(text):
        value = number(found["low"])
        return Range(value, value, _unit(found))
    return None


@error("E4")
def overlapping_ranges(item: Item) -> Iterator[Finding]:
    """Two ranges share a number. Only where all options are ranges of one unit, and only one can be right."""
    if item.kind != Kind.SINGLE:
        return
    ranges = [parse(prose(option.text, item.text_format)) for option in item.options]
    known = [found for found in ranges if found is not None]
    if len(known) < len(ranges) or len({found.unit for found in known}) > 1:
        return
    if all(found.low == found.high for found in known):
        return
    for (first, one), (second, other) in combinations(enumerate(known, 1), 2):
        if one.meets(other):
            message, fix = (
                mark("The ranges of options %(first)s and %(number)s overlap."),
                mark("Let each number lie in one only."),
            )
            yield Finding(message, fix, f"option {second}", {"first": first, "number": second})
