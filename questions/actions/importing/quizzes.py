"""Quizzes: known by certification and code, their questions in the order of the file."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from questions.actions.importing.known import Known
from questions.actions.importing.report import Report
from questions.actions.importing.rows import differs, save
from questions.formats.bank import BankFile, QuizEntry
from questions.items.text import mark
from questions.models import Question, Quiz, QuizQuestion


@dataclass(slots=True)
class Set:
    """A quiz to be written, with the uids of its questions."""

    certification: str
    code: str
    values: dict[str, Any]
    questions: list[UUID]


def plan(banks: Iterable[BankFile], known: Known, report: Report, *, drafts: bool) -> list[Set]:
    """Compare; questions that are nowhere are refused."""
    banks = list(banks)
    homes = {question.code: (question.objective.certification.code, uid) for uid, question in known.questions.items()}
    for bank in banks:
        homes |= {entry.item.code: (bank.code, entry.item.uid) for entry in bank.items if entry.item.uid}
    return [_set(bank, quiz, homes, known, report, drafts=drafts) for bank in banks for quiz in bank.quizzes]


def _set(
    bank: BankFile,
    quiz: QuizEntry,
    homes: dict[str, tuple[str, UUID]],
    known: Known,
    report: Report,
    *,
    drafts: bool,
) -> Set:
    found = known.quizzes.get((bank.code, quiz.code))
    values = {"name": quiz.name, "description": quiz.description, "published": quiz.published}
    if drafts:
        values["published"] = found.published if found else False
    questions = []
    for code, line in quiz.places():
        certification, uid = homes.get(code, ("", None))
        if uid is None:
            report.refuse(bank.name, line, mark("There is no question %(code)s."), about=quiz.code, code=code)
        elif certification != bank.code:
            reason = mark("The question %(code)s belongs to %(certification)s.")
            report.refuse(bank.name, line, reason, about=quiz.code, code=code, certification=certification)
        else:
            questions.append(uid)
    there = known.places.get(found.pk, []) if found else []
    report.quizzes.add(new=found is None, changed=there != questions or differs(found, values))
    return Set(bank.code, quiz.code, values, questions)


def write(sets: list[Set], known: Known) -> None:
    """Write what differs."""
    uids = {uid for group in sets for uid in group.questions}
    ids = dict(Question.objects.filter(uid__in=uids).values_list("uid", "pk"))
    for group in sets:
        found = known.quizzes.get((group.certification, group.code))
        key = {"certification": known.certifications[group.certification], "code": group.code}
        quiz = save(found, Quiz, key | group.values)
        if found is None or known.places.get(found.pk, []) != group.questions:
            quiz.places.all().delete()
            QuizQuestion.objects.bulk_create(
                QuizQuestion(quiz=quiz, question_id=ids[uid], position=place)
                for place, uid in enumerate(group.questions, 1)
            )
