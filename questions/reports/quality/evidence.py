"""Flags and findings in words, with options by their letters."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from questions.analysis.evidence import Said, evidence, reason
from questions.analysis.flags import Finding
from questions.analysis.limits import Code
from questions.analysis.values import ItemStatistic
from questions.items.words import Gravity
from questions.models import Flag
from questions.reports.quality.words import words_of
from questions.reports.saying import in_words

Letters = Mapping[str, str]
KNOWN = frozenset(Code)


def said(words: Said) -> str:
    """Marked texts of the kernel in the reader's language."""
    return in_words(*words.texts, params=words.params)


def finding_of(flag: Flag) -> Finding | None:
    """The finding that a flag keeps; None where a person raised it, or a rule that is no more."""
    if flag.code not in KNOWN:
        return None
    option = str(flag.option_uid) if flag.option_uid else None
    return Finding(Code(flag.code), Gravity(flag.gravity), option, 0.0, flag.values)


def in_short(flags: Iterable[Flag], statistic: ItemStatistic, letters: Letters) -> str:
    """One line for the flags of one question: its gravest, or its dead options together."""
    flags = sorted(flags, key=lambda flag: letters.get(str(flag.option_uid or ""), ""))
    kept = {(flag.code, flag.option_uid): found for flag in flags if (found := finding_of(flag))}
    words = reason([found for found in kept.values() if _said_of(found, statistic)], statistic, names=letters)
    return said(words) if words else in_person(flags[0], letters)


def _said_of(finding: Finding, statistic: ItemStatistic) -> bool:
    """Whether the statistic knows the option: one that nobody was ever shown may be missing."""
    return finding.option is None or statistic.option(finding.option) is not None


def in_person(flag: Flag, letters: Letters) -> str:
    """One line for a flag without numbers."""
    what = str(words_of(flag.code).tag)
    letter = letters.get(str(flag.option_uid or ""), "")
    return _("%(what)s: option %(letter)s") % {"what": what, "letter": letter} if letter else what


def in_full(finding: Finding, statistic: ItemStatistic, letters: Letters) -> str:
    """What a finding rests on, in sentences."""
    return said(evidence(finding, statistic, names=letters)) if _said_of(finding, statistic) else ""
