"""How allauth behaves here: who may sign up."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class AccountAdapter(DefaultAccountAdapter):
    """Sign-up open, by invitation, or closed, by one setting."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this request may reach the sign-up form."""
        return bool(settings.SIGNUP == "open")
