"""What the database holds of what the files speak of, loaded in a handful of queries."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Self
from uuid import UUID

from django.db import connection
from django.db.models import Q

from questions.formats.bank import BankFile
from questions.models import Certification, Domain, Objective, Question, Quiz, QuizQuestion, Version


@dataclass(slots=True)
class Known:
    """Rows by what files call them; certifications by code, the rest by ``(certification code, their name)``."""

    certifications: dict[str, Certification] = field(default_factory=dict)
    domains: dict[tuple[str, int], Domain] = field(default_factory=dict)
    objectives: dict[tuple[str, str], Objective] = field(default_factory=dict)
    questions: dict[UUID, Question] = field(default_factory=dict)
    by_code: dict[str, Question] = field(default_factory=dict)
    samples: dict[tuple[str, str], Question] = field(default_factory=dict)
    # By question: its newest version, and the one that learners meet.
    newest: dict[int, Version] = field(default_factory=dict)
    live: dict[int, Version] = field(default_factory=dict)
    quizzes: dict[tuple[str, str], Quiz] = field(default_factory=dict)
    # By quiz: the uids of its questions in order.
    places: dict[int, list[UUID]] = field(default_factory=dict)

    @classmethod
    def load(cls, banks: Iterable[BankFile], *, lock: bool) -> Self:
        """Load, with ``lock`` keeping others from editing the questions until the transaction ends.

        A database without tables holds nothing, so that files can be checked before it is set up.
        """
        banks = list(banks)
        known = cls()
        if "questions_question" not in connection.introspection.table_names():
            return known
        known._load_catalogue({bank.code for bank in banks})
        known._load_questions(banks, lock=lock)
        known._load_versions()
        known._load_quizzes({bank.code for bank in banks})
        return known

    def _load_catalogue(self, codes: set[str]) -> None:
        self.certifications = Certification.objects.in_bulk(codes, field_name="code")
        for domain in Domain.objects.filter(certification__code__in=codes).select_related("certification"):
            self.domains[domain.certification.code, domain.number] = domain
        objectives = Objective.objects.filter(certification__code__in=codes)
        for objective in objectives.select_related("certification", "domain"):
            self.objectives[objective.certification.code, objective.section] = objective

    def _load_questions(self, banks: list[BankFile], *, lock: bool) -> None:
        items = [entry.item for bank in banks for entry in bank.items]
        quizzed = chain.from_iterable(quiz.questions for bank in banks for quiz in bank.quizzes)
        named = Q(uid__in=[item.uid for item in items]) | Q(code__in={*(item.code for item in items), *quizzed})
        samples = Q(sample=True, objective__certification__code__in={bank.code for bank in banks})
        found = Question.objects.filter(named | samples).select_related("objective__certification").order_by("pk")
        if lock:
            # "No key": learners go on answering these questions.
            found = found.select_for_update(of=("self",), no_key=True)
        for question in found.prefetch_related("traps"):
            self.questions[question.uid] = self.by_code[question.code] = question
            if question.sample:
                objective = question.objective
                self.samples[objective.certification.code, objective.section] = question

    def _load_versions(self) -> None:
        questions = [question.pk for question in self.questions.values()]
        versions = Version.objects.filter(question__in=questions).prefetch_related("options")
        by_pk = {question.pk: question for question in self.questions.values()}
        for version in versions.order_by("question_id", "-number").distinct("question_id"):
            self.newest[version.question_id] = version
            version.question = by_pk[version.question_id]
        for version in versions.published().order_by("pk"):
            self.live[version.question_id] = version
            version.question = by_pk[version.question_id]

    def _load_quizzes(self, codes: set[str]) -> None:
        for quiz in Quiz.objects.filter(certification__code__in=codes).select_related("certification"):
            self.quizzes[quiz.certification.code, quiz.code] = quiz
        rows = QuizQuestion.objects.filter(quiz__in=[quiz.pk for quiz in self.quizzes.values()])
        for pk, uid in rows.order_by("quiz", "position", "pk").values_list("quiz", "question__uid"):
            self.places.setdefault(pk, []).append(uid)
