"""Bytes of the own format to values; whatever does not fit is refused with its line, and reading goes on."""

from collections.abc import Mapping as Params
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from questions.formats.bank.fields import Fields
from questions.formats.bank.items import QUESTION, read_item
from questions.formats.bank.values import (
    FORMAT,
    BankFile,
    CertificationEntry,
    DomainEntry,
    ItemEntry,
    ObjectiveEntry,
    QuizEntry,
)
from questions.formats.limits import QUESTIONS, REFUSALS
from questions.formats.refusal import Refusal, UnreadableError
from questions.formats.yamlnodes import Mapping, Node, Text, compose
from questions.items.text import mark

TOP: Final = ("format", "certification", "questions", "quizzes")
CERTIFICATION: Final = (
    "code",
    "name",
    "short_name",
    "vendor",
    "description",
    "notice",
    "questions_min",
    "questions_max",
    "mock_length",
    "minutes",
    "pass_mark",
    "published",
    "domains",
)
DOMAIN: Final = ("number", "name", "weight", "objectives")
OBJECTIVE: Final = ("section", "title", "description")
QUIZ: Final = ("code", "name", "description", "published", "questions")
LONG: Final = 20_000
NAME: Final = 200


@dataclass(slots=True)
class _Book:
    """Collects refusals of one file, up to the limit."""

    file: str
    refusals: list[Refusal]

    def refuse(self, line: int, reason: str, params: Params[str, object]) -> None:
        self.refusals.append(Refusal(self.file, line, reason, params))
        if len(self.refusals) >= REFUSALS:
            raise UnreadableError(line, mark("There are more problems; reading stopped here."))


def read(data: bytes, *, name: str) -> BankFile:
    """Read one file called ``name``; never raises, what is wrong is in ``refusals``."""
    book = _Book(name, [])
    found = BankFile(name)
    try:
        root = compose(data, book.refuse)
        if isinstance(root, Mapping):
            found = _bank(root, book)
        else:
            book.refuse(1, mark("The first line must be “format: %(format)s”."), {"format": FORMAT})
    except UnreadableError as error:
        book.refusals.append(Refusal(name, error.line, error.reason, error.params))
    refusals = sorted(book.refusals, key=lambda refusal: refusal.line)
    return replace(found, refusals=tuple(refusals))


def _bank(root: Mapping, book: _Book) -> BankFile:
    stated = root.pairs.get("format")
    if not isinstance(stated, Text) or stated.value.strip() != FORMAT:
        line = root.lines.get("format", root.line)
        book.refuse(line, mark("This is not a file of the format %(format)s."), {"format": FORMAT})
        return BankFile(book.file)
    fields = Fields(root, TOP, book.refuse)
    certification = _certification(root.pairs.get("certification"), book)
    code = certification.code if certification else fields.text("certification").strip() if _is_code(root) else ""
    if not code and (fields.pairs.keys() & {"questions", "quizzes"}):
        fields.refuse("certification", mark("“%(key)s” is missing: say which one these belong to."))
    return BankFile(
        name=book.file,
        code=code,
        certification=certification,
        items=_items(fields, book),
        quizzes=tuple(_quiz(part) for part in fields.parts("quizzes", QUIZ)),
    )


def _is_code(root: Mapping) -> bool:
    return not isinstance(root.pairs.get("certification"), Mapping)


def _items(fields: Fields, book: _Book) -> tuple[ItemEntry, ...]:
    if len(fields.items("questions")) > QUESTIONS:
        raise UnreadableError(
            fields.line_of("questions"), mark("One file holds at most %(most)s questions."), most=QUESTIONS
        )
    return tuple(read_item(part, book.refuse) for part in fields.parts("questions", QUESTION))


def _certification(node: Node | None, book: _Book) -> CertificationEntry | None:
    if not isinstance(node, Mapping):
        return None
    fields = Fields(node, CERTIFICATION, book.refuse)
    return CertificationEntry(
        code=fields.text("code", required=True, most=40).strip(),
        name=fields.text("name", required=True, most=NAME),
        short_name=fields.text("short_name", most=40),
        vendor=fields.text("vendor", most=120),
        description=fields.text("description", most=LONG),
        notice=fields.text("notice", most=LONG),
        questions_min=fields.number("questions_min", required=True) or 0,
        questions_max=fields.number("questions_max", required=True) or 0,
        mock_length=fields.number("mock_length", required=True) or 0,
        minutes=fields.number("minutes", required=True) or 0,
        pass_mark=fields.percent("pass_mark"),
        published=fields.flag("published"),
        domains=tuple(_domain(part) for part in fields.parts("domains", DOMAIN)),
        line=fields.line,
    )


def _domain(fields: Fields) -> DomainEntry:
    return DomainEntry(
        number=fields.number("number", required=True) or 0,
        name=fields.text("name", required=True, most=NAME),
        weight=fields.percent("weight", required=True) or Decimal(0),
        objectives=tuple(
            ObjectiveEntry(
                section=part.text("section", required=True, most=20).strip(),
                title=part.text("title", required=True, most=NAME),
                description=part.text("description", most=LONG),
                line=part.line,
            )
            for part in fields.parts("objectives", OBJECTIVE)
        ),
        line=fields.line,
    )


def _quiz(fields: Fields) -> QuizEntry:
    questions = list(fields.texts("questions"))
    return QuizEntry(
        code=fields.text("code", required=True, most=60).strip(),
        name=fields.text("name", required=True, most=NAME),
        description=fields.text("description", most=LONG),
        published=fields.flag("published", default=True),
        questions=tuple(question.value.strip() for question in questions),
        line=fields.line,
        lines=tuple(question.line for question in questions),
    )
