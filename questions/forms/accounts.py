"""allauth's forms as the product words them: no text inside fields, "E-mail" throughout, invitations at sign-up."""

from typing import Any

from allauth.account import forms
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import CharField, Form, HiddenInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.actions.people import InvitationSpentError, join, open_invitation
from questions.actions.samples import COOKIE
from questions.models import User

LABELS = {
    "login": gettext_lazy("E-mail"),
    "email": gettext_lazy("E-mail"),
    "oldpassword": gettext_lazy("Current password"),
    "code": gettext_lazy("Code"),
}
NEW_PASSWORD = gettext_lazy("At least 8 characters, not only digits, and not one that many people use.")


class Plain(Form):
    """Labels stand above the fields and are not said again inside them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = LABELS.get(name, field.label)
            # allauth puts a link here, which would stand between label and field.
            field.help_text = NEW_PASSWORD if name == "password1" else ""
        if "code" in self.fields:
            self.fields["code"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "one-time-code"}


class SignInForm(Plain, forms.LoginForm):  # type: ignore[misc]
    """E-mail and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(Plain, forms.SignupForm):  # type: ignore[misc]
    """E-mail and password; with an invitation the address is fixed."""

    invitation = CharField(required=False, widget=HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        request = context.request
        self.token = request.POST.get("invitation") or request.GET.get("invitation") or ""
        self.invited = open_invitation(token=self.token, now=timezone.now())
        self.initial["invitation"] = self.token
        if self.invited:
            self.initial["email"] = self.invited.email
            self.fields["email"].widget.attrs["readonly"] = True
            self.fields["email"].help_text = _("The address that was invited.")

    def clean_email(self) -> str:
        """The invited address, or a free one."""
        email = super().clean_email()
        if self.invited and email != self.invited.email:
            raise ValidationError(_("This invitation is for another address."))
        return str(email)

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Make the account, its role and the invitation's end in one transaction."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])  # so that it takes as long as making an account
            return super().try_save(request)  # type: ignore[no-any-return]
        try:
            with transaction.atomic():
                user, response = super().try_save(request)
                join(user=user, token=self.token, samples=request.COOKIES.get(COOKIE, ""), now=timezone.now())
        except InvitationSpentError:
            return None, redirect(request.path + f"?invitation={self.token}")
        except IntegrityError:
            return self._taken_meanwhile(request)
        return user, response

    def _taken_meanwhile(self, request: HttpRequest) -> tuple[None, HttpResponse]:
        """Answer somebody who was second with the same address, as by a double click."""
        if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
            self.account_already_exists = True
            return super().try_save(request)  # type: ignore[no-any-return]
        messages.info(request, _("There is an account with this address. Sign in, or reset your password."))
        return None, redirect("account_login")


class ChangeEmailForm(Plain, forms.AddEmailForm):  # type: ignore[misc]
    """A new address; it counts once it is confirmed, and until then the old one stays."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")

    def save(self, request: HttpRequest) -> EmailAddress:
        """Keep the wish and mail the link. allauth's own way would forget a current address that is not confirmed."""
        EmailAddress.objects.filter(user=self.user, verified=False).exclude(email=self.user.email).delete()
        return EmailAddress.objects.add_email(request, self.user, self.cleaned_data["email"], confirm=True)


class Once(Plain):
    """The new password is typed once: it can be shown, and a mistyped one can be reset."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password2"]
        self.fields["password1"].label = _("New password")


class ChangePasswordForm(Once, forms.ChangePasswordForm):  # type: ignore[misc]
    """The current password and the new one."""


class NewPasswordForm(Once, forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, behind a link that was mailed."""


class ResetPasswordForm(Plain, forms.ResetPasswordForm):  # type: ignore[misc]
    """Where to mail the link to."""


class ReauthenticateForm(Plain, forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more, before something that matters."""


class CodeForm(Plain, mfa_forms.AuthenticateForm):  # type: ignore[misc]
    """A code of the authenticator app, or a recovery code, to sign in."""


class ReauthenticateCodeForm(Plain, mfa_forms.ReauthenticateForm):  # type: ignore[misc]
    """A code once more, before something that matters."""


class ActivateCodeForm(Plain, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an authenticator app."""
