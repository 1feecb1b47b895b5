"""Taking a quiz: start, play, answer, mark, end, summary, again."""

import secrets
import uuid
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from questions.actions.answering import (
    AttemptClosedError,
    WithdrawnError,
    end_attempt,
    finish_if_done,
    record_response,
    set_mark,
)
from questions.actions.dealing import NothingToDealError, start_again, start_practice
from questions.forms.quiz import AnswerForm, StartForm
from questions.items.words import Confidence, Kind, Status
from questions.models import Attempt, Certification, Slot
from questions.models.dealt import dealt_to
from questions.reports.quiz import Summary, ask, explain, progress_at, progress_of
from questions.views.pages import render_page

KEPT_FIELDS = ("choice", "out", "sure")
# Letters and words of the form are shorter, and a form has fewer; anything else is not worth an address.
KEPT_LENGTH = 10
KEPT_MOST = 100


def see_other(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """303: after a form, show a page by GET."""
    response = HttpResponseRedirect(reverse(name, args=args) + (f"?{query}" if query else ""))
    response.status_code = 303
    return response


def sign_in(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """To the sign-in, and from there to a page by GET."""
    return redirect_to_login(reverse(name, args=args) + (f"?{query}" if query else ""))


def kept_question(request: HttpRequest, attempt: int, number: int) -> HttpResponseRedirect:
    """Back to the question with what was entered, by way of the sign-in where the session has ended."""
    entered = [(name, value) for name in KEPT_FIELDS for value in request.POST.getlist(name)]
    kept = urlencode([(name, value) for name, value in entered[:KEPT_MOST] if len(value) <= KEPT_LENGTH])
    return (see_other if request.user.is_authenticated else sign_in)("quiz-play", attempt, number, query=kept)


def _slot(request: HttpRequest, attempt: int, number: int) -> Slot:
    slot = dealt_to(request.user.pk, attempt, number)
    if slot is None:
        raise Http404
    return slot


def _form(slot: Slot, data: QueryDict) -> AnswerForm:
    several = slot.version.kind == Kind.MULTIPLE
    return AnswerForm(data, several=several, choose=slot.version.choose_n or 0, order=slot.option_order)


def _surroundings(slot: Slot) -> dict[str, Any]:
    progress = progress_at(slot)
    if not progress.open and slot.attempt.finished_at is None:
        # "A quiz ends by itself after its last question", also when its last answer's process died on the way.
        finish_if_done(attempt_id=slot.attempt_id, now=timezone.now())
    return {
        "slot": slot,
        "attempt": slot.attempt,
        "objective": slot.version.question.objective,
        "progress": progress,
    }


def _explained(request: HttpRequest, slot: Slot) -> HttpResponse:
    context = _surroundings(slot) | {"explained": explain(slot), "response": slot.response}
    return render_page(request, "quiz/play.html", context, fragment="question")


def _asked(request: HttpRequest, slot: Slot, card: Any, *, errors: Any = None, status: int = 200) -> HttpResponse:
    context = _surroundings(slot) | {"card": card, "errors": errors, "confidences": list(Confidence)}
    return render_page(request, "quiz/play.html", context, fragment="question", status=status)


@require_safe
def play(request: HttpRequest, attempt: int, number: int) -> HttpResponse:
    """One slot: the question, or the recorded verdict."""
    slot = _slot(request, attempt, number)
    if hasattr(slot, "response"):
        return _explained(request, slot)
    if slot.version.status == Status.WITHDRAWN:
        return render_page(request, "quiz/play.html", _surroundings(slot), fragment="question")
    if slot.attempt.finished_at is not None:
        return see_other("quiz-summary", attempt)
    form = _form(slot, request.GET)
    return _asked(request, slot, ask(slot, **form.kept))


@login_not_required
def answer(request: HttpRequest, attempt: int, number: int) -> HttpResponseBase:
    """Check an answer. By GET, as after signing in again, go to the question with the choice kept."""
    if request.method != "POST" or not request.user.is_authenticated:
        return kept_question(request, attempt, number)
    slot = _slot(request, attempt, number)
    form = _form(slot, request.POST)
    if not hasattr(slot, "response"):
        if not form.is_valid():
            return _asked(request, slot, ask(slot, **form.kept), errors=form.errors, status=422)
        try:
            recorded = record_response(
                slot=slot,
                answer=form.answer,
                now=timezone.now(),
                request_id=_id_of(request),
                staff=request.user.is_staff,
            )
            slot.response = recorded.response
        except AttemptClosedError:
            return see_other("quiz-summary", attempt)
        except WithdrawnError:
            return see_other("quiz-play", attempt, number)
    return _explained(request, slot) if "HX-Request" in request.headers else see_other("quiz-play", attempt, number)


def _id_of(request: HttpRequest) -> uuid.UUID:
    return getattr(request, "id", None) or uuid.uuid4()


@login_not_required
def mark(request: HttpRequest, attempt: int, number: int) -> HttpResponse:
    """Mark a question for later, or take the mark away; the form says which, so a repeat changes nothing."""
    if request.method != "POST" or not request.user.is_authenticated:
        return kept_question(request, attempt, number)
    slot = _slot(request, attempt, number)
    set_mark(slot=slot, marked=request.POST.get("marked") == "on")
    slot.refresh_from_db(fields=["marked"])
    if "HX-Request" not in request.headers:
        return kept_question(request, attempt, number)
    return render_page(request, "quiz/play.html", {"slot": slot, "attempt": slot.attempt}, fragment="mark")


def _mine(request: HttpRequest, attempt: int) -> Attempt:
    mine = Attempt.objects.of(request.user)  # type: ignore[arg-type]
    return get_object_or_404(mine.select_related("certification", "learner", "quiz"), pk=attempt)


@require_safe
def summary(request: HttpRequest, attempt: int) -> HttpResponse:
    """The result so far, or in the end: score, domains, what was missed."""
    mine = _mine(request, attempt)
    if mine.finished_at is None and finish_if_done(attempt_id=mine.pk, now=timezone.now()):
        mine.refresh_from_db(fields=["finished_at"])
    context = {"attempt": mine, "summary": Summary(mine), "token": uuid.uuid4()}
    return render_page(request, "quiz/summary.html", context)


def end(request: HttpRequest, attempt: int) -> HttpResponse:
    """Ask before ending; end by POST."""
    mine = _mine(request, attempt)
    if request.method == "POST":
        end_attempt(attempt=mine, now=timezone.now())
        return see_other("quiz-summary", attempt)
    if mine.finished_at is not None:
        return see_other("quiz-summary", attempt)
    return render_page(request, "quiz/end.html", {"attempt": mine, "progress": progress_of(mine)})


def again(request: HttpRequest, attempt: int) -> HttpResponse:
    """Practise the missed questions of an attempt once more. By GET, as after signing in again, show the result."""
    mine = _mine(request, attempt)
    if request.method != "POST":
        return see_other("quiz-summary", attempt)
    try:
        token = uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        token = uuid.uuid4()
    try:
        new = start_again(attempt=mine, token=token, seed=secrets.randbits(62), now=timezone.now())
    except NothingToDealError:
        messages.info(request, _("None of the questions you missed is published any more."))
        return see_other("quiz-summary", attempt)
    return see_other("quiz-play", new.pk, 1)


@login_not_required
def start(request: HttpRequest) -> HttpResponse:
    """Choose what to practise, then start; without a certification, choose that first."""
    values = request.POST if request.method == "POST" else request.GET
    if not request.user.is_authenticated:
        return sign_in("quiz-start", query=urlencode(StartForm.picked(values)))
    code = values.get("certification", "")
    offered = Certification.objects.published()
    if not code:
        only = offered[:2]
        if len(only) != 1:
            return render_page(request, "quiz/choose.html", {"certifications": offered})
        code = only[0].code
    if "\x00" in code:
        raise Http404
    certification = get_object_or_404(offered, code=code)
    if request.method != "POST":
        initial = {**values.dict(), "certification": code, "token": uuid.uuid4()}
        return _start_page(request, certification, StartForm(certification=certification, initial=initial))
    form = StartForm(request.POST, certification=certification)
    if not form.is_valid():
        return _start_page(request, certification, form, status=422)
    return _deal(request, certification, form)


def _deal(request: HttpRequest, certification: Certification, form: StartForm) -> HttpResponse:
    try:
        attempt = start_practice(
            person=request.user,  # type: ignore[arg-type]
            scope=form.scope,
            count=form.number,
            token=form.start_token,
            seed=secrets.randbits(62),
            now=timezone.now(),
        )
    except NothingToDealError:
        form.add_error(None, _("No question is published there yet. Choose something else."))
        return _start_page(request, certification, form, status=422)
    return see_other("quiz-play", attempt.pk, 1)


def _start_page(
    request: HttpRequest, certification: Certification, form: StartForm, *, status: int = 200
) -> HttpResponse:
    context = {"certification": certification, "form": form}
    return render_page(request, "quiz/start.html", context, status=status)
