"""What the rules say about many questions at once, and how often each rule speaks."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from questions.formats.bank import BankFile, ItemEntry, read
from questions.items.checks import Problem, Severity, duplicates, problems
from questions.items.item import Item
from questions.items.words import Status
from questions.models import Certification, Version
from questions.models.bank import OPEN
from questions.models.items import item_of
from questions.reports.saying import in_words

# A rule that speaks about more of the questions than this is not heard any more.
NOISE = 0.1
GRAVEST_FIRST = {severity: number for number, severity in enumerate(Severity)}


@dataclass(frozen=True, slots=True)
class Subject:
    """A question to look at; ``place`` says where a part of it (such as ``"stem"``) stands."""

    item: Item
    place: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding in words: ``place`` is ``file:line`` or the question's code, ``where`` the part of the question."""

    code: str
    rule: str
    severity: Severity
    place: str
    question: str
    where: str
    span: str
    message: str
    fix: str


@dataclass(frozen=True, slots=True)
class Rate:
    """How often a rule speaks with one severity: findings, the questions they are about, their share (0 to 1)."""

    code: str
    rule: str
    severity: Severity
    findings: int
    questions: int
    share: float

    @property
    def noisy(self) -> bool:
        """Whether it speaks too often to be heard."""
        return self.share > NOISE


@dataclass(frozen=True, slots=True)
class Lint:
    """What was found about so many questions: remarks in the order of the questions, rates with the gravest first."""

    questions: int
    remarks: list[Remark]
    rates: list[Rate]

    def count(self, severity: Severity) -> int:
        """How many findings have this severity."""
        return sum(remark.severity == severity for remark in self.remarks)


def in_files(files: Iterable[tuple[str, bytes]]) -> tuple[list[Subject], list[str]]:
    """``(subjects, refusals)`` of files (name and bytes) of the own format; a refusal is one line for people."""
    banks = [read(data, name=name) for name, data in files]
    refusals = [
        f"{refusal.place}: {in_words(refusal.reason, refusal.fix, params=refusal.params)}"
        for bank in banks
        for refusal in bank.refusals
    ]
    return [Subject(entry.item, partial(_place, bank, entry)) for bank in banks for entry in bank.items], refusals


def _place(bank: BankFile, entry: ItemEntry, where: str) -> str:
    return f"{bank.name}:{entry.line_of(where)}"


def in_bank(certification: Certification, *, drafts: bool = False) -> list[Subject]:
    """The published questions of a certification by code, in three queries; with ``drafts`` as these would leave it.

    A question that has a draft then stands for its draft alone: beside its own published wording it would be a
    duplicate.
    """
    statuses = (Status.PUBLISHED.value, *(OPEN if drafts else ()))
    versions = (
        Version.objects.filter(question__objective__certification=certification, status__in=statuses)
        .order_by("question__code", "-number")
        .distinct("question__code")
        .select_related("question__objective")
        .prefetch_related("options", "question__traps")
    )
    return [Subject(item_of(version), partial(_code, version.question.code)) for version in versions]


def _code(code: str, _where: str) -> str:
    return code


def lint(subjects: Sequence[Subject], *, optional: bool = False) -> Lint:
    """Let every rule look at ``subjects``; the ``optional`` ones only where they are asked for."""
    remarks = [
        (number, _remark(subject, problem))
        for number, subject in enumerate(subjects)
        for problem in problems(subject.item, optional=optional)
    ]
    # Equal items may be two questions, so each is known by the object that it is.
    numbers = {id(subject.item): number for number, subject in enumerate(subjects)}
    for item, problem in duplicates([subject.item for subject in subjects]):
        number = numbers[id(item)]
        remarks.append((number, _remark(subjects[number], problem)))
    remarks.sort(key=lambda each: (each[0], GRAVEST_FIRST[each[1].severity]))
    return Lint(len(subjects), [remark for _, remark in remarks], _rates(remarks, len(subjects)))


def _remark(subject: Subject, problem: Problem) -> Remark:
    return Remark(
        code=problem.code,
        rule=problem.rule,
        severity=problem.severity,
        place=subject.place(problem.where),
        question=subject.item.code or subject.item.name,
        where=problem.where,
        span=problem.span,
        message=in_words(problem.message, params=problem.params),
        fix=in_words(problem.fix, params=problem.params),
    )


def _rates(remarks: Iterable[tuple[int, Remark]], questions: int) -> list[Rate]:
    """By rule and severity: what is an error here and an info there is two things to somebody who reads the table."""
    about = defaultdict[tuple[Severity, str, str], list[int]](list)
    for number, remark in remarks:
        about[remark.severity, remark.code, remark.rule].append(number)
    rates = [
        Rate(code, rule, severity, len(found), len(set(found)), len(set(found)) / questions)
        for (severity, code, rule), found in about.items()
    ]
    return sorted(rates, key=lambda rate: (GRAVEST_FIRST[rate.severity], -rate.questions, rate.code))
