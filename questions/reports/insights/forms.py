"""Reliability of fixed forms: quizzes and mock exams that enough people took whole, all questions new to them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from questions.analysis.forms import FormStatistic, describe_form
from questions.items.words import Mode
from questions.models import Certification, Quiz
from questions.reports.insights.rows import rows

# Whole attempts that a reliability needs, after ANALYSIS 1.2; and how many attempts are read, newest first.
LEAST: Final = 50
READ: Final = 4_000
SHOWN: Final = 50

# A form is its set of wordings: a revised question makes another one. Chosen again after a mistake is not whole.
STATEMENT: Final = """
WITH taken AS (
    SELECT id, quiz_id, mode FROM questions_attempt a
     WHERE certification_id = %(certification)s AND finished_at IS NOT NULL AND again_of_id IS NULL
       AND (quiz_id IS NOT NULL OR mode = 'mock')
       AND NOT EXISTS (SELECT FROM questions_hurried h WHERE h.attempt_id = a.id)
     ORDER BY started_at DESC LIMIT %(read)s)
SELECT t.mode, t.quiz_id AS quiz, array_agg(s.version_id ORDER BY s.version_id) AS form,
       array_agg(r.correct ORDER BY s.version_id) AS correct, count(*) = count(r.id) AS whole
  FROM taken t JOIN questions_slot s ON s.attempt_id = t.id
  LEFT JOIN questions_response r ON r.slot_id = s.id AND r.left_out = ''
 GROUP BY t.id, t.mode, t.quiz_id HAVING count(*) > 1
"""


@dataclass(frozen=True, slots=True)
class Form:
    """A quiz or mock with ``n`` whole attempts of ``k`` questions; the statistic waits for :data:`LEAST` attempts."""

    name: str
    n: int
    k: int
    statistic: FormStatistic | None

    @property
    def missing(self) -> int:
        """Whole attempts that are still needed."""
        return max(0, LEAST - self.n)


@dataclass(frozen=True, slots=True)
class Forms:
    """The forms, best known first; ``read`` attempts were looked at, and there may be ``more``."""

    forms: tuple[Form, ...]
    read: int
    more: bool

    @property
    def least(self) -> int:
        """Whole attempts that a reliability needs."""
        return LEAST


def fixed_forms(certification: Certification) -> Forms:
    """Each published quiz and each mock's form, in two queries."""
    names = dict(Quiz.objects.filter(certification=certification, published=True).values_list("pk", "name"))
    attempts = rows(STATEMENT, certification=certification.pk, read=READ)
    taken = defaultdict[tuple[Any, ...], list[list[bool]]](list)
    for each in attempts:
        if each.whole and (each.quiz is None or each.quiz in names):
            taken[each.mode, each.quiz, tuple(each.form)].append(each.correct)
    forms = [_form(_name(mode, names.get(quiz)), of) for (mode, quiz, _form_), of in taken.items()]
    known = {quiz for _mode, quiz, _form_ in taken}
    forms += [Form(name, 0, 0, None) for quiz, name in names.items() if quiz not in known]
    forms.sort(key=lambda form: (-form.n, form.name))
    return Forms(tuple(forms[:SHOWN]), len(attempts), len(attempts) == READ)


def _name(mode: str, quiz: str | None) -> str:
    if quiz is None:
        return _("Mock exam")
    return _("%(quiz)s, as a mock exam") % {"quiz": quiz} if mode == Mode.MOCK else quiz


def _form(name: str, attempts: Sequence[Sequence[bool]]) -> Form:
    n, k = len(attempts), len(attempts[0])
    return Form(name, n, k, _described(attempts) if n >= LEAST else None)


def _described(attempts: Sequence[Sequence[bool]]) -> FormStatistic:
    n = len(attempts)
    right: Iterable[int] = (sum(column) for column in zip(*attempts, strict=True))
    variances = [each * (n - each) / (n * (n - 1)) for each in right]
    return describe_form(variances, [sum(each) for each in attempts])
