"""Several files as one unit: what contradicts itself within them, or could not be kept; no database is asked."""

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from questions.formats.bank.values import BankFile, CertificationEntry, ItemEntry, QuizEntry
from questions.formats.refusal import Refusal
from questions.items.checks import Problem, Severity, problems
from questions.items.text import mark
from questions.items.words import Status

SLUG: Final = re.compile(r"[-a-zA-Z0-9_]+")
SECTION: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,3}){0,2}")
# What no column takes even in a draft, and keys that would be public.
UNKEPT: Final = frozenset({"E13", "E14", "E15", "E17", "E18"})


class Place(NamedTuple):
    """Where something stands."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class First:
    """Remembers where each thing was first met."""

    def __init__(self, reason: str) -> None:
        self._reason, self._places = reason, dict[object, Place]()

    def meet(self, thing: object, place: Place, *, name: str, about: str = "") -> Iterator[Refusal]:
        """Refuse a thing that was met before."""
        before = self._places.setdefault(thing, place)
        if before is not place:
            params = {"name": name, "place": str(before)}
            yield Refusal(place.file, place.line, self._reason, params, about)


def contradictions(files: Iterable[BankFile], *, drafts: bool = False) -> tuple[list[Refusal], list[Refusal]]:
    """``(refusals, warnings)``: what keeps ``files`` out, and what should only be looked at.

    With ``drafts`` nothing is to be published, so questions may be unfinished.
    """
    files = list(files)
    refusals = [*_certifications(files), *_questions(files), *_quizzes(files)]
    warnings: list[Refusal] = []
    for file in files:
        for entry in file.items:
            for problem in problems(entry.item):
                line = entry.line_of(problem.where)
                said = Refusal(file.name, line, problem.message, problem.params, entry.item.code, problem.fix)
                if _keeps_out(problem, entry, drafts=drafts):
                    refusals.append(said)
                elif problem.severity == Severity.WARNING:
                    warnings.append(said)
    return refusals, warnings


def _keeps_out(problem: Problem, entry: ItemEntry, *, drafts: bool) -> bool:
    """Errors keep out what is to be published; a draft only what could not be kept."""
    published = entry.item.status == Status.PUBLISHED and not drafts
    return problem.severity == Severity.ERROR and (published or problem.code in UNKEPT)


def _questions(files: list[BankFile]) -> Iterator[Refusal]:
    uids = First(mark("The question %(name)s has the uid of another one, at %(place)s. Give it its own."))
    codes = First(mark("The code %(name)s is used already, at %(place)s. Each question has its own."))
    options = First(mark("The uid of option %(name)s is used already, at %(place)s. Each option has its own."))
    samples = First(mark("Objective %(name)s has a free sample already, at %(place)s. There is one an objective."))
    for file in files:
        for entry in file.items:
            item, place = entry.item, Place(file.name, entry.line)
            yield from uids.meet(item.uid, place, name=item.code, about=item.code)
            yield from codes.meet(item.code, place, name=item.code, about=item.code)
            if item.sample:
                where = Place(file.name, entry.line_of("sample"))
                yield from samples.meet((file.code, item.objective), where, name=item.objective, about=item.code)
            for number, option in enumerate(item.options, 1):
                where = Place(file.name, entry.line_of(f"option {number}"))
                yield from options.meet(option.uid, where, name=str(number), about=item.code)


def _certifications(files: list[BankFile]) -> Iterator[Refusal]:
    codes = First(mark("The certification %(name)s is described already, at %(place)s."))
    for file in files:
        entry = file.certification
        if entry is not None:
            yield from codes.meet(entry.code, Place(file.name, entry.line), name=entry.code)
            yield from _certification(file, entry)
            yield from _catalogue(file, entry)


def _certification(file: BankFile, entry: CertificationEntry) -> Iterator[Refusal]:
    """What the columns of a certification do not take."""
    if not SLUG.fullmatch(entry.code):
        yield Refusal(file.name, entry.line, mark("A code has letters, digits, hyphens and underscores only."))
    if not 1 <= entry.questions_min <= entry.questions_max:
        yield Refusal(file.name, entry.line, mark("“questions_min” to “questions_max” must be a range from 1 up."))
    if not (entry.mock_length and entry.minutes):
        yield Refusal(file.name, entry.line, mark("“mock_length” and “minutes” must be at least 1."))
    if entry.published and not entry.domains:
        yield Refusal(
            file.name, entry.line, mark("A published certification needs domains that add up to 100 percent.")
        )


def _catalogue(file: BankFile, entry: CertificationEntry) -> Iterator[Refusal]:
    """Domains and objectives that are there twice, or have no proper number."""
    numbers = First(mark("Domain %(name)s is there already, at %(place)s."))
    sections = First(mark("Objective %(name)s is there already, at %(place)s."))
    for domain in entry.domains:
        yield from numbers.meet(domain.number, Place(file.name, domain.line), name=str(domain.number))
        if not domain.number:
            yield Refusal(file.name, domain.line, mark("Domains are numbered from 1."))
        for objective in domain.objectives:
            yield from sections.meet(objective.section, Place(file.name, objective.line), name=objective.section)
            if not SECTION.fullmatch(objective.section):
                params = {"section": objective.section}
                yield Refusal(file.name, objective.line, mark("“%(section)s” is no section such as 4.2."), params)


def _quizzes(files: list[BankFile]) -> Iterator[Refusal]:
    codes = First(mark("The quiz %(name)s is there already, at %(place)s."))
    for file in files:
        for quiz in file.quizzes:
            yield from codes.meet((file.code, quiz.code), Place(file.name, quiz.line), name=quiz.code)
            yield from _quiz(file, quiz)


def _quiz(file: BankFile, quiz: QuizEntry) -> Iterator[Refusal]:
    if not SLUG.fullmatch(quiz.code):
        yield Refusal(file.name, quiz.line, mark("A code has letters, digits, hyphens and underscores only."))
    places = First(mark("The question %(name)s is in this quiz already, at %(place)s."))
    for code, line in quiz.places():
        yield from places.meet(code, Place(file.name, line), name=code)
