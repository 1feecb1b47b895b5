"""The reviewer's cockpit: the queue, a question with its numbers, the answer before them, flags and decisions."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from questions.actions.flagging import may_see_key, skip_blind, solve_blind
from questions.forms.quiz import AnswerForm
from questions.forms.review import WHOLE, FlagForm, SiftForm
from questions.items.words import FlagState, Kind
from questions.models import BlindSolve, Question, User, Version
from questions.reports.quality.blind import blind_card, blind_order, letters_of
from questions.reports.quality.page import ItemPage, met_version
from questions.reports.quality.queue import Queue
from questions.reports.quality.suggestions import option_choices, suggestion_of
from questions.views.pages import render_page

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, P], HttpResponse]


def _only_with(*permissions: str) -> Callable[[Page[P]], Callable[..., HttpResponse]]:
    """Let in whoever holds all of these; to everybody else nothing is here."""

    def decorate(view: Page[P]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not request.user.has_perms([f"questions.{each}" for each in permissions]):
                raise Http404
            return view(request, *args, **kwargs)

        return guarded

    return decorate


for_readers = _only_with("view_flag", "view_key")
for_reviewers = _only_with("view_flag", "view_key", "review_flag")


def person_of(request: HttpRequest) -> User:
    """The person, who is signed in."""
    person = request.user
    assert isinstance(person, User)  # noqa: S101 - tells the type checker
    return person


def _decides(request: HttpRequest) -> bool:
    return person_of(request).has_perm("questions.review_flag")


def queue_of(request: HttpRequest, form: SiftForm | None = None) -> Queue:
    """The part of the queue that the address speaks of."""
    form = form or SiftForm(request.GET)
    return Queue(form.sift, person=person_of(request), blind=_decides(request))


def to_question(request: HttpRequest, code: str, queue: Queue | None = None) -> HttpResponseRedirect:
    """303 to a question's page, within the same part of the queue."""
    query = (queue or queue_of(request)).sift.query()
    response = HttpResponseRedirect(reverse("review-item", args=[code]) + query)
    response.status_code = 303
    return response


def version_of(code: str) -> Version:
    """The wording of a question that its page is about, or 404."""
    version = met_version(code)
    if version is None:
        raise Http404
    return version


@for_readers
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Questions that wait for somebody, the worst first."""
    form = SiftForm(request.GET)
    found = queue_of(request, form)
    # Whoever types a whole code wants that question, whether or not it waits for anybody.
    code = found.sift.search and Question.objects.filter(code__iexact=found.sift.search).values_list("code", flat=True)
    if code and len(code) == 1 and met_version(code[0]):
        return HttpResponseRedirect(reverse("review-item", args=[code[0]]))
    watched = Version.objects.published().count() if not found.rows else 0
    return render_page(request, "review/queue.html", {"queue": found, "form": form, "watched": watched})


@for_readers
@require_safe
def item(request: HttpRequest, question: str) -> HttpResponse:
    """One question: with key and numbers, or, for a reviewer who has not answered it, as a learner meets it."""
    version = version_of(question)
    if _decides(request) and not may_see_key(version, person_of(request)):
        return _blind_page(request, version, blind_card(version, blind_order(version, person_of(request))))
    page = ItemPage(version, person_of(request))
    suggested = suggestion_of(page)
    initial = {"request_id": uuid.uuid4(), "option": suggested.option or WHOLE, "why": suggested.why}
    context = {
        "page": page,
        "suggested": suggested,
        "form": None,
        "flag_form": FlagForm(options=option_choices(page), initial=initial, auto_id="flag_%s"),
        "may_edit": person_of(request).has_perm("questions.change_version"),
        "decides": _decides(request),
    }
    return render_page(request, "review/item.html", context | _around(request, page.flags[:1], version))


def _around(request: HttpRequest, flags: list[Any], version: Version) -> dict[str, Any]:
    """The queue beside a question, and its neighbours there."""
    found = queue_of(request)
    earlier, later = found.neighbours(flags[0] if flags else None, version.question_id)
    return {"queue": found, "earlier": earlier, "later": later, "version": version, "question": version.question}


def _blind_page(
    request: HttpRequest, version: Version, card: Any, *, errors: Any = None, note: str = "", status: int = 200
) -> HttpResponse:
    flags = list(version.question.flags.filter(state=FlagState.OPEN).defer("seen")[:1])
    context = {"card": card, "errors": errors, "note": note, **_around(request, flags, version)}
    return render_page(request, "review/blind.html", context, status=status)


@for_reviewers
def solve(request: HttpRequest, question: str) -> HttpResponse:
    """Record a reviewer's own answer, or that they would not give one; then show what the key is."""
    version, person = version_of(question), person_of(request)
    if request.method != "POST" or may_see_key(version, person):
        return to_question(request, question)
    if request.POST.get("version") != str(version.pk):
        messages.warning(request, _("A new version was published meanwhile. This is the one that learners meet now."))
        return to_question(request, question)
    if request.POST.get("do") == "skip":
        skip_blind(version=version, by=person, now=timezone.now())
        return to_question(request, question)
    order = blind_order(version, person)
    form = AnswerForm(request.POST, several=version.kind == Kind.MULTIPLE, choose=version.choose_n or 0, order=order)
    note = request.POST.get("note", "")[:5_000].replace("\0", "")
    if not form.is_valid():
        card = blind_card(version, order, form.kept["chosen"])
        return _blind_page(request, version, card, errors=form.errors, note=note, status=422)
    solved = solve_blind(version=version, chosen=form.answer.chosen, note=note, by=person, now=timezone.now())
    _tell_result(request, version, solved.solve)
    return to_question(request, question)


def _tell_result(request: HttpRequest, version: Version, solve: BlindSolve) -> None:
    """By the letters of the table that follows: before, the options stood in an order of their own."""
    options, chosen = list(version.options.all()), set(solve.chosen)
    key = letters_of(options, lambda option: option.is_key)
    if solve.agrees:
        messages.success(request, _("You agree with the key, %(key)s.") % {"key": key})
        return
    values = {"chosen": letters_of(options, lambda option: option.pk in chosen), "key": key}
    messages.warning(
        request,
        _("You chose %(chosen)s, the key is %(key)s: the question is now in the queue as “Key in doubt”.") % values,
    )
