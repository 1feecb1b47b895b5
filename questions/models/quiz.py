"""Quizzes: named, ordered sets of questions."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from questions.models.bank import Question
from questions.models.catalogue import Certification


class Quiz(models.Model):
    """A named set of questions, taken in its order."""

    certification = models.ForeignKey(Certification, models.PROTECT, related_name="quizzes")
    code = models.SlugField(_("code"), max_length=60)
    name = models.CharField(_("name"), max_length=200)
    description = models.TextField(_("description"), blank=True, help_text=_("Markdown."))
    published = models.BooleanField(_("published"), default=True)
    questions: "models.ManyToManyField[Question, QuizQuestion]" = models.ManyToManyField(
        Question, through="QuizQuestion", related_name="quizzes"
    )

    class Meta:
        verbose_name = _("quiz")
        verbose_name_plural = _("quizzes")
        ordering = ("certification", "name")
        constraints = (models.UniqueConstraint(fields=("certification", "code"), name="quiz_code_unique"),)

    def __str__(self) -> str:
        return self.name


class QuizQuestion(models.Model):
    """A question's place in a quiz."""

    quiz = models.ForeignKey(Quiz, models.CASCADE, related_name="places")
    question = models.ForeignKey(Question, models.PROTECT, related_name="places")
    position = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        verbose_name = _("question of the quiz")
        verbose_name_plural = _("questions of the quiz")
        ordering = ("quiz", "position", "pk")
        constraints = (models.UniqueConstraint(fields=("quiz", "question"), name="quiz_question_once"),)

    def __str__(self) -> str:
        return f"{self.quiz_id}/{self.position}"
