"""What a reviewer does about a question: a flag, a decision; each a page with a form, and its sending."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.actions.flagging import (
    Decided,
    EndedError,
    NothingToDecideError,
    NotLiveError,
    UnknownOptionError,
    decide_all,
    may_see_key,
    raise_flag,
)
from questions.forms.review import WHOLE, DecisionForm, FlagForm, as_seen
from questions.items.words import Decision, FlagState
from questions.reports.quality.page import ItemPage
from questions.reports.quality.suggestions import option_choices, suggestion_of
from questions.views.pages import render_page
from questions.views.review import for_reviewers, person_of, queue_of, to_question, version_of

# What came of each, said of the question: the next message may stand above another one.
DONE = {
    Decision.KEEP: gettext_lazy("%(code)s was kept as it is."),
    Decision.TO_AUTHOR: gettext_lazy("%(code)s was flagged to its author."),
    Decision.REVISE: gettext_lazy("A revision of %(code)s was asked for."),
    Decision.WITHDRAW: gettext_lazy("%(code)s was withdrawn."),
    Decision.NOTE: gettext_lazy("A note was added to %(code)s."),
}
DECISIONS = {each.value.replace("_", "-"): each for each in DecisionForm.NOTES}


def _page_to_act_on(request: HttpRequest, code: str) -> ItemPage | None:
    """The question's page, unless the person has not answered it yet."""
    version = version_of(code)
    return ItemPage(version, person_of(request)) if may_see_key(version, person_of(request)) else None


@for_reviewers
def flag(request: HttpRequest, question: str) -> HttpResponse:
    """Complain about an option or the question: the form as a page, and what every form of it sends to."""
    page = _page_to_act_on(request, question)
    if page is None:
        return to_question(request, question)
    choices = option_choices(page)
    if request.method != "POST":
        option = request.GET.get("option", "")
        why = suggestion_of(page, option).why
        initial = {"request_id": uuid.uuid4(), "option": option or WHOLE, "why": why}
        return _flag_page(request, page, FlagForm(options=choices, initial=initial))
    form = FlagForm(request.POST, options=choices)
    if not form.is_valid():
        return _flag_page(request, page, form, status=422)
    try:
        raise_flag(version=page.version, by=person_of(request), now=timezone.now(), **form.complaint)
    except (NotLiveError, UnknownOptionError):
        form.add_error(None, _("Learners do not meet this version any more. Open the question again."))
        return _flag_page(request, page, form, status=422)
    messages.success(request, _("%(code)s was flagged: it waits for a review.") % {"code": question})
    return to_question(request, question)


def _flag_page(request: HttpRequest, page: ItemPage, form: FlagForm, *, status: int = 200) -> HttpResponse:
    context = {"page": page, "form": form, "queue": queue_of(request), "question": page.question}
    return render_page(request, "review/flag.html", context, status=status)


@for_reviewers
def decide(request: HttpRequest, question: str, decision: str) -> HttpResponse:
    """A decision about the question's flags: the form as a page, and its sending."""
    page = _page_to_act_on(request, question)
    if page is None:
        return to_question(request, question)
    if decision not in DECISIONS:
        raise Http404
    word, choices = DECISIONS[decision], option_choices(page)
    if request.method != "POST":
        initial = {"request_id": uuid.uuid4(), "seen": as_seen(page.to_decide)}
        return _decision_page(request, page, DecisionForm(decision=word, options=choices, initial=initial))
    form = DecisionForm(request.POST, decision=word, options=choices)
    if not form.is_valid():
        return _decision_page(request, page, form, status=422)
    found = queue_of(request)
    later = found.neighbours(page.flags[0] if page.flags else None, page.question.pk)[1]
    try:
        done = decide_all(question=page.question, by=person_of(request), now=timezone.now(), **form.decided)
    except (EndedError, NothingToDecideError):
        form.add_error(None, _("There is nothing to decide on any more: the question was revised or withdrawn."))
        return _decision_page(request, page, form, status=422)
    stay = _tell(request, question, word, done)
    return to_question(request, question if stay or later is None else later.question.code, found)


def _tell(request: HttpRequest, code: str, word: Decision, done: list[Decided]) -> bool:
    """Say what came of a decision; whether the reviewer should look at the same question again."""
    overtaken = next((each for each in done if each.overtaken_by is not None), None)
    if overtaken is None or overtaken.overtaken_by is None:
        messages.success(request, str(DONE[word]) % {"code": code})
        return word is Decision.NOTE
    theirs = overtaken.overtaken_by
    values = {
        "who": theirs.by or _("The analysis"),
        "theirs": _(Decision(theirs.decision).label),
        "note": f" “{theirs.note}”" if theirs.note else "",
        "state": _(FlagState(overtaken.flag.state).label),
    }
    messages.warning(
        request,
        _("%(who)s was faster: %(theirs)s.%(note)s Yours is on record too; the question is now: %(state)s.") % values,
    )
    return True


def _decision_page(request: HttpRequest, page: ItemPage, form: DecisionForm, *, status: int = 200) -> HttpResponse:
    context = {
        "page": page,
        "form": form,
        "decision": form.decision.value,
        "queue": queue_of(request),
        "question": page.question,
    }
    return render_page(request, "review/decide.html", context, status=status)
