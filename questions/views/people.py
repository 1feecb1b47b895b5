"""A person's own preferences, and inviting others."""

from copy import copy
from smtplib import SMTPException

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_not_required, permission_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from questions.actions.people import end_sessions, invite
from questions.forms.people import DEVICE, THEMES, InviteForm, PreferencesForm, SignOutForm
from questions.models import Invitation, User

YEAR = 365 * 24 * 3600
PER_PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    """Name, time zone, shortcuts, theme, and the way to everything else about the account."""
    person = _person(request)
    form = PreferencesForm(
        request.POST or None,
        # A copy: the page's header must not show a name that was refused.
        instance=copy(person),
        initial={"theme": request.COOKIES.get("theme", DEVICE)},
        browser_zone=request.COOKIES.get("tz", ""),
    )
    if not form.is_valid():
        return render(request, "people/preferences.html", {"form": form}, status=422 if form.is_bound else 200)
    form.save()
    messages.success(request, _("Saved."))
    response = redirect("preferences")
    _keep_theme(response, form.cleaned_data["theme"])
    return response


@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Set or forget the theme, which is a cookie so that it works signed out and without a flash."""
    # Not redirect(), which takes a word for the name of a view.
    response = HttpResponseRedirect(_back(request))
    _keep_theme(response, request.POST.get("theme", ""))
    return response


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then end every session."""
    person = _person(request)
    form = SignOutForm(request.POST or None, person=person)
    if not form.is_valid():
        return render(request, "people/sign_out.html", {"form": form}, status=422 if form.is_bound else 200)
    end_sessions(user=person, password=form.cleaned_data["password"])
    logout(request)
    messages.success(request, _("You are signed out on every device."))
    return redirect("account_login")


@permission_required("questions.add_invitation", raise_exception=True)
@require_http_methods(["GET", "HEAD", "POST"])
def invite_people(request: HttpRequest) -> HttpResponse:
    """List invitations, and send one."""
    person = _person(request)
    form = InviteForm(request.POST or None, person=person)
    if form.is_valid():
        invitation = invite(**form.cleaned_data, by=person, now=timezone.now())
        _mail(request, invitation)
        return redirect("invite")
    sent = Invitation.objects.select_related("role", "invited_by")
    if not person.has_perm("questions.change_invitation"):
        sent = sent.filter(invited_by=person)
    context = {
        "form": form,
        "page": Paginator(sent, PER_PAGE).get_page(request.GET.get("page")),
        "now": timezone.now(),
        "closed": settings.SIGNUP == "closed",
        # Without mail the link reaches nobody unless the page shows it.
        "signup": "" if _sends_mail() else request.build_absolute_uri(reverse("account_signup")),
    }
    return render(request, "people/invite.html", context, status=422 if form.is_bound else 200)


def _person(request: HttpRequest) -> User:
    """The signed-in person; the middleware lets nobody else through."""
    if not isinstance(request.user, User):
        raise TypeError
    return request.user


def _keep_theme(response: HttpResponse, chosen: str) -> None:
    kept = chosen if chosen in THEMES and chosen != DEVICE else ""
    # Forgotten by the same cookie with no time to live: delete_cookie would leave out its flags.
    response.set_cookie(
        "theme",
        kept,
        max_age=YEAR if kept else 0,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _back(request: HttpRequest) -> str:
    """Where the form stood, if that is a page of this site."""
    for url in (request.POST.get("next", ""), request.headers.get("Referer", "")):
        own = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
        if own and url.startswith(("/", "https://", "http://")):
            return url
    return reverse("home")


def _sends_mail() -> bool:
    return bool(settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory")


def _mail(request: HttpRequest, invitation: Invitation) -> None:
    """Mail the link; somebody who has an account is told so, and whoever invites cannot tell the difference."""
    template = "people/email/invitation"
    if User.objects.filter(email=invitation.email).exists():
        template = "people/email/has_account"
    link = request.build_absolute_uri(reverse("account_signup") + f"?invitation={invitation.token}")
    context = {"invitation": invitation, "link": link, "login": request.build_absolute_uri(reverse("account_login"))}
    try:
        get_adapter(request).send_mail(template, invitation.email, context)
    except (OSError, SMTPException):
        messages.error(request, _("The invitation was made, but the mail server did not take the mail."))
    else:
        done = _("Invitation sent to %(email)s.") if _sends_mail() else _("Invitation made for %(email)s.")
        messages.success(request, done % {"email": invitation.email})
