"""What an import did, or would do."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db import IntegrityError

from questions.formats.bank import BankFile, Summary
from questions.formats.refusal import Refusal
from questions.items.text import mark


@dataclass(slots=True)
class Count:
    """How many of one kind."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0

    def add(self, *, new: bool, changed: bool) -> None:
        """Count one."""
        if new:
            self.new += 1
        elif changed:
            self.changed += 1
        else:
            self.unchanged += 1


@dataclass(slots=True)
class Report:
    """Counts by kind, what was refused (then nothing is written) and what deserves a look.

    ``published`` counts versions published, ``summaries`` what the files hold by certification.
    """

    summaries: list[Summary] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    warnings: list[Refusal] = field(default_factory=list)
    certifications: Count = field(default_factory=Count)
    domains: Count = field(default_factory=Count)
    objectives: Count = field(default_factory=Count)
    questions: Count = field(default_factory=Count)
    quizzes: Count = field(default_factory=Count)
    published: int = 0
    written: bool = False

    def refuse(self, file: str, line: int, reason: str, *, about: str = "", **params: object) -> None:
        """Add a refusal."""
        self.refusals.append(Refusal(file, line, reason, params, about))

    def refuse_all(self, banks: Sequence[BankFile], error: IntegrityError) -> None:
        """The database held a truth that no check foresaw: all of it is refused, and the truth is named."""
        diagnosis = getattr(error.__cause__, "diag", None)
        truth = getattr(diagnosis, "constraint_name", None) or ""
        self.written = False
        self.refuse(
            banks[0].name if banks else "",
            0,
            mark("The database refused this import (%(truth)s): %(message)s"),
            truth=truth,
            message=getattr(diagnosis, "message_primary", None) or str(error),
        )
