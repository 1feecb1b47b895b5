"""The report of a certification: its sections together, in six queries however large the bank."""

from collections.abc import Callable
from functools import cached_property

from questions.analysis.statistics import PROVISIONAL, REPORTABLE
from questions.models import Certification, Run
from questions.reports.insights.bank import BankReport
from questions.reports.insights.domains import DomainReport, domain_reports
from questions.reports.insights.exposure import Exposure, exposure
from questions.reports.insights.forms import Forms, fixed_forms


class CertificationReport:
    """What the page shows; each section is read when it is asked for."""

    def __init__(self, certification: Certification, *, sort: str, page: int, linked: Callable[[str], str]) -> None:
        self.certification = certification
        self.bank = BankReport(certification, sort=sort, page=page, linked=linked)

    @cached_property
    def domains(self) -> list[DomainReport]:
        """Difficulty and distractors by domain."""
        return domain_reports(self.certification)

    @cached_property
    def forms(self) -> Forms:
        """Reliability."""
        return fixed_forms(self.certification)

    @cached_property
    def exposure(self) -> Exposure:
        """Who is shown, and who is not."""
        return exposure(self.certification)

    @cached_property
    def run(self) -> Run | None:
        """The last finished run of the analysis: as of when the numbers are."""
        return Run.objects.exclude(finished_at=None).first()

    @property
    def questions(self) -> int:
        """Published questions."""
        return sum(each.whole.questions for each in self.domains)

    @property
    def collecting(self) -> int:
        """Those of which too little is known, not yet analysed ones among them."""
        return self.questions - self.provisional - self.reportable

    @property
    def provisional(self) -> int:
        """Those whose numbers are to be read with caution."""
        return sum(each.whole.provisional for each in self.domains)

    @property
    def reportable(self) -> int:
        """Those with enough answers."""
        return sum(each.whole.reportable for each in self.domains)

    @property
    def distractors(self) -> int:
        """Distractors of reportable questions."""
        return sum(each.whole.distractors for each in self.domains)

    @property
    def from_provisional(self) -> int:
        """Answers from which numbers are shown."""
        return PROVISIONAL

    @property
    def from_reportable(self) -> int:
        """Answers from which numbers are reported."""
        return REPORTABLE
