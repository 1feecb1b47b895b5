"""What people hand in about themselves and those they invite."""

import zoneinfo
from functools import cache
from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.actions.roles import Role, roles_open_to
from questions.models import User

# The areas of the time zone database that name places; the rest are old names for the same zones.
AREAS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia"),
    *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
)
# The device's own theme, the browser's own zone: nothing is stored for them.
DEVICE, BROWSER = "system", "browser"
THEMES = {
    DEVICE: gettext_lazy("As the device"),
    "light": gettext_lazy("Light"),
    "dark": gettext_lazy("Dark"),
}


@cache
def zones() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Time zones by area: ``(area, ((name, label), …))``."""
    names = sorted(zoneinfo.available_timezones())
    return tuple(
        (area, tuple((name, name.partition("/")[2].replace("_", " ")) for name in names if name.startswith(f"{area}/")))
        for area in AREAS
    )


class PreferencesForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, time zone, shortcuts; the theme, which is this browser's own, is asked beside them."""

    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"))
    theme = forms.ChoiceField(label=gettext_lazy("Theme"), choices=list(THEMES.items()), widget=forms.RadioSelect)

    class Meta:
        model = User
        fields = ("name", "time_zone", "shortcuts", "theme")
        help_texts = {
            "name": gettext_lazy("How the page greets you. Nobody else is shown it but the people who run this site."),
            "shortcuts": gettext_lazy("Single keys such as 1–9, N and M while you practise."),
        }

    def __init__(self, *args: Any, browser_zone: str, **kwargs: Any) -> None:
        """Take ``browser_zone``, the browser's own guess, so that it can be shown."""
        super().__init__(*args, **kwargs)
        guess = browser_zone if browser_zone in zoneinfo.available_timezones() else "UTC"
        own = self.instance.time_zone
        known = {name for _area, names in zones() for name, _label in names}
        self.fields["time_zone"].choices = [  # type: ignore[attr-defined]
            (BROWSER, _("As the browser says: %(zone)s") % {"zone": guess.replace("_", " ")}),
            ("UTC", "UTC"),
            *([(own, own)] if own and own not in known | {"UTC"} else []),
            *zones(),
        ]
        self.initial["time_zone"] = own or BROWSER
        self.fields["name"].widget.attrs["autocomplete"] = "name"

    def clean_time_zone(self) -> str:
        """The zone to keep; none where the browser's counts."""
        zone: str = self.cleaned_data["time_zone"]
        return "" if zone == BROWSER else zone


class InviteForm(forms.Form):
    """An address and the role it is invited to."""

    email = forms.EmailField(label=gettext_lazy("E-mail"), max_length=254)
    role = forms.TypedChoiceField(label=gettext_lazy("Role"), coerce=Role, initial=Role.LEARNER.value)

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        """Offer the roles that ``person`` may invite to."""
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [  # type: ignore[attr-defined]
            (role.value, _(role.label)) for role in roles_open_to(person)
        ]
        self.fields["email"].widget.attrs["autocomplete"] = "off"


class SignOutForm(forms.Form):
    """The password, before every session ends."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        """Take the ``person`` whose password it must be."""
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_password(self) -> str:
        """Check it under the same limit as guesses at sign-in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.person, password):
            raise ValidationError(_("That is not your password."))
        return password
