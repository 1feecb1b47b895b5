"""What is in a set of bank files, counted by certification: for a look before anything is written."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from questions.formats.bank.values import BankFile, ItemEntry


@dataclass(slots=True)
class Summary:
    """Counts of one certification; the last three are by domain number, difficulty and kind."""

    code: str
    domains: int = 0
    objectives: int = 0
    questions: int = 0
    samples: int = 0
    traps: int = 0
    quizzes: int = 0
    by_domain: dict[str, int] = field(default_factory=dict)
    by_difficulty: dict[str, int] = field(default_factory=dict)
    by_kind: dict[str, int] = field(default_factory=dict)


def summarise(files: Iterable[BankFile]) -> list[Summary]:
    """One summary a certification, in the order met."""
    found: dict[str, Summary] = {}
    files = list(files)
    domains = _domains(files)
    for file in files:
        summary = found.setdefault(file.code, Summary(file.code))
        if file.certification is not None:
            summary.domains += len(file.certification.domains)
            summary.objectives += sum(len(domain.objectives) for domain in file.certification.domains)
        summary.quizzes += len(file.quizzes)
        for entry in file.items:
            section = entry.item.objective
            _count(summary, entry, domains.get((file.code, section), section.partition(".")[0]))
    return [summary for code, summary in found.items() if code]


def _domains(files: list[BankFile]) -> dict[tuple[str, str], str]:
    """Domain number by certification and section, as far as the files say."""
    return {
        (file.code, objective.section): str(domain.number)
        for file in files
        if file.certification is not None
        for domain in file.certification.domains
        for objective in domain.objectives
    }


def _count(summary: Summary, entry: ItemEntry, domain: str) -> None:
    item = entry.item
    summary.questions += 1
    summary.samples += item.sample
    summary.traps += sum(option.trap is not None for option in item.options)
    for counts, name in (
        (summary.by_domain, domain),
        (summary.by_difficulty, str(item.difficulty)),
        (summary.by_kind, str(item.kind)),
    ):
        counts[name] = counts.get(name, 0) + 1
