"""How allauth behaves here: who may sign up, what it says, and who needs a second factor."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from examprep.middleware import Handler
from questions.actions.people import open_invitation
from questions.models import User

# Where only staff have business.
STAFF_PAGES = ("/admin/", "/people/")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Sign-up open, by invitation, or closed, by one setting; the same answer for known and unknown addresses."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": gettext_lazy("That e-mail and password do not match."),
        "too_many_login_attempts": gettext_lazy("Too many tries. Wait 15 minutes, or reset your password."),
        "rate_limited": gettext_lazy("Too many tries. Wait 15 minutes."),
        "email_taken": gettext_lazy("There is an account with this address. Sign in, or reset your password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this request may reach the sign-up form; if not, the page that says so is 403."""
        token = request.POST.get("invitation") or request.GET.get("invitation")
        if settings.SIGNUP == "open" and not token:
            return True
        if settings.SIGNUP != "closed" and token and open_invitation(token=token, now=timezone.now()):
            return True
        raise ImmediateHttpResponse(render(request, "account/signup_closed.html", {"token": token}, status=403))

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Whoever follows an invitation has received it, which proves the address."""
        invitation = open_invitation(token=request.POST.get("invitation", ""), now=timezone.now())
        return invitation is not None and invitation.email == email.lower()

    def can_delete_email(self, email_address: EmailAddress) -> bool:
        """Whether an address may go: the one that signs in never does."""
        return email_address.email != email_address.user.email and bool(super().can_delete_email(email_address))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Prove an address, unless somebody else signs in with it."""
        taken = User.objects.filter(email=email_address.email.lower()).exclude(pk=email_address.user_id)
        if taken.exists():
            context = {"email": email_address.email}
            self.add_message(request, messages.ERROR, "account/messages/email_confirmation_failed.txt", context)
            return False
        return bool(super().confirm_email(request, email_address))

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Changing the password ends every session, this one too."""
        return reverse("account_login")

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # allauth puts the host in front, which the guesser chooses: each allowed host would be ten more guesses.
        return str(credentials.get("email", "")).lower()


@secure_admin_login  # type: ignore[untyped-decorator]
@login_not_required
def admin_login(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """The admin's sign-in is the accounts' one: Django's own knows no limits, even for those who are signed in."""
    return redirect("admin:index")


def admin_password_change(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """One page changes passwords, and ends all sessions."""
    return redirect("account_change_password")


def staff_second_factor(get_response: Handler) -> Handler:
    """Send staff to set up a second factor before they use the admin, where the site demands one."""

    def handle(request: HttpRequest) -> HttpResponse:
        demanded = settings.STAFF_SECOND_FACTOR and request.path.startswith(STAFF_PAGES) and request.user.is_staff
        if demanded and not is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
            messages.warning(request, _("This site asks its staff for a second factor. Set it up to go on."))
            return redirect("mfa_activate_totp")
        return get_response(request)

    return handle
