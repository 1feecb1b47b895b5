"""Quizzes, and questions as they are looked up and moved about without touching their wording."""

from typing import Any

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from questions.actions.authoring import set_places, set_traps
from questions.admin import filters
from questions.admin.base import BankAdmin, TabularInline, may
from questions.forms.quizzes import PlaceForm, PlaceFormSet, QuestionForm, TrapForm, TrapFormSet
from questions.items.words import Status
from questions.models import Question, Quiz, QuizQuestion, Trap, Version


def newest(column: str, question: str) -> Subquery:
    """A column of the newest version of the row's question."""
    return Subquery(Version.objects.filter(question=OuterRef(question)).order_by("-number").values(column)[:1])


def live(question: str) -> Any:
    """Whether the row's question has a published version."""
    published = Version.objects.filter(question=OuterRef(question), status=Status.PUBLISHED)
    return Subquery(published.values("number")[:1])


class PlaceInline(TabularInline[QuizQuestion, Quiz]):
    """The questions of a quiz by number."""

    model = QuizQuestion
    form = PlaceForm
    formset = PlaceFormSet
    fields = ("position", "question", "name", "live")
    readonly_fields = ("name", "live")
    extra = 3

    def get_queryset(self, request: HttpRequest) -> QuerySet[QuizQuestion]:
        """With each question's name and whether learners meet it, in one query."""
        rows = super().get_queryset(request).select_related("question").order_by("position", "pk")
        return rows.annotate(newest_name=newest("name", "question"), live_number=live("question"))

    @admin.display(description=gettext_lazy("name"))
    def name(self, place: QuizQuestion) -> str:
        """The name of the newest version."""
        return getattr(place, "newest_name", "") or ""

    @admin.display(description=gettext_lazy("published"), boolean=True)
    def live(self, place: QuizQuestion) -> bool | None:
        """Whether learners meet it."""
        return getattr(place, "live_number", None) is not None if place.pk else None


@admin.register(Quiz)
class QuizAdmin(BankAdmin[Quiz]):
    """A named set of questions in an order."""

    inlines = (PlaceInline,)
    fields = ("certification", "name", "code", "description", "published")
    prepopulated_fields = {"code": ("name",)}
    list_display = ("name", "certification", "code", "published")
    list_select_related = ("certification",)
    list_filter = (filters.CertificationFilter,)
    search_fields = ("name", "code")

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: Any) -> None:
        """Let the quiz be what the rows say, numbered anew."""
        # Django's log asks the formset what it would have saved.
        formset.save(commit=False)
        questions = [row.cleaned_data["question"] for row in formset.in_order()]
        set_places(quiz=form.instance, questions=questions)


class TrapInline(TabularInline[Trap, Question]):
    """Wrong options that may be shown publicly."""

    model = Trap
    form = TrapForm
    formset = TrapFormSet
    fields = ("option_uid", "claim")
    extra = 1
    verbose_name_plural = gettext_lazy("answers that look right and are not, shown publicly")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever sees keys."""
        return may(request, "view_key")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may change the question and sees keys."""
        return may(request, "view_key", "change_question")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may change the question and sees keys."""
        return self.has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever may change the question and sees keys."""
        return self.has_change_permission(request, obj)


@admin.register(Question)
class QuestionAdmin(BankAdmin[Question]):
    """A question's own fields, which may change while its wording is published; and the look-up by code."""

    form = QuestionForm
    inlines = (TrapInline,)
    change_form_template = "admin/questions/question/change_form.html"
    fields = ("code", "objective", "difficulty", "tags", "sample")
    list_display = ("code", "name", "objective", "live")
    list_filter = (filters.ObjectiveCertificationFilter,)
    search_fields = ("code", "versions__name", "versions__stem")
    ordering = ("code",)
    picked_by = ("id", "code")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Question]:
        """With what a row names."""
        rows = super().get_queryset(request).select_related("objective")
        return rows.annotate(newest_name=newest("name", "pk"), live_number=live("pk"))

    def get_model_perms(self, request: HttpRequest) -> dict[str, bool]:
        """Stay out of the index: what people call questions are the versions."""
        return {}

    def has_add_permission(self, request: HttpRequest) -> bool:
        """A question begins with its first draft."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Question | None = None) -> bool:
        """A question goes with its only draft, and never after."""
        return False

    @admin.display(description=gettext_lazy("name"))
    def name(self, question: Question) -> str:
        """The name of the newest version."""
        return getattr(question, "newest_name", "") or ""

    @admin.display(description=gettext_lazy("published"), boolean=True)
    def live(self, question: Question) -> bool:
        """Whether learners meet it."""
        return getattr(question, "live_number", None) is not None

    def response_post_save_change(self, request: HttpRequest, obj: Question) -> HttpResponseRedirect:
        """Back to the wording, from which one comes here."""
        newest_version = obj.versions.order_by("-number").values_list("pk", flat=True)[0]
        return HttpResponseRedirect(reverse("admin:questions_version_change", args=[newest_version]))

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: Any) -> None:
        """Keep the date from which each option has been public."""
        formset.save(commit=False)
        offered = {trap.option_uid for trap in form.instance.traps.all()}
        set_traps(question=form.instance, offered=offered, traps=formset.claims(), now=timezone.now())
