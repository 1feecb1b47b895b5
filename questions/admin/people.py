"""People, their roles and their invitations."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from questions.actions.people import keep_address
from questions.actions.roles import keep_staff
from questions.admin.base import StrictPopups
from questions.models import Invitation, User

# A person has one address, shown with the person; a second factor's secrets are shown to nobody.
admin.site.unregister([EmailAddress, Authenticator])


class Addressed:
    """A form in which addresses are kept in lower case, as sign-in reads them."""

    cleaned_data: dict[str, Any]

    def clean_email(self) -> str:
        """The address in lower case."""
        return str(self.cleaned_data["email"]).lower()


class PersonAddForm(Addressed, AdminUserCreationForm):
    """A person made by hand: with a password, or without one until they reset it."""

    class Meta:
        model = User
        fields = ("email", "name")
        field_classes: dict[str, Any] = {}


class PersonForm(Addressed, UserChangeForm):  # type: ignore[type-arg]
    """A person, whose login name is the address."""

    class Meta:
        model = User
        fields = ("email", "name", "is_active", "groups", "is_superuser")
        field_classes: dict[str, Any] = {}


@admin.register(User)
class PersonAdmin(StrictPopups, UserAdmin):  # type: ignore[type-arg]
    """Who may sign in, and as what."""

    form = PersonForm
    add_form = PersonAddForm
    ordering = ("email",)
    list_display = ("email", "name", "roles", "is_active", "last_login")
    list_filter = ("groups", "is_active")
    search_fields = ("email", "name")
    filter_horizontal = ("groups",)
    readonly_fields = ("last_login", "date_joined")
    actions = ("remove_second_factor",)
    fieldsets = (
        (None, {"fields": ("email", "password", "name", "is_active")}),
        (
            gettext_lazy("Roles"),
            {
                "fields": ("groups", "is_superuser"),
                "description": gettext_lazy("Everybody in a group other than “learner” may use the admin."),
            },
        ),
        (gettext_lazy("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"classes": ("wide",), "fields": ("email", "name", "usable_password", "password1", "password2")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Fetch the roles of the list in one query."""
        return super().get_queryset(request).prefetch_related("groups")

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Let only those who have every right give every right."""
        own = super().get_readonly_fields(request, obj)
        return own if request.user.is_superuser else (*own, "is_superuser")

    @admin.display(description=gettext_lazy("roles"))
    def roles(self, person: User) -> str:
        """The groups of a person in a list."""
        return ", ".join(group.name for group in person.groups.all())

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save, and let the person sign in with the address that is shown here, and with no other."""
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            keep_address(user=obj)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Let in whoever has a role that works in the admin."""
        super().save_related(request, form, formsets, change)
        keep_staff(user=form.instance)

    @admin.action(description=gettext_lazy("Remove the second factor (lost phone)"), permissions=["change"])
    def remove_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """For people who have lost their phone and their recovery codes: the password is enough again."""
        people = list(queryset.filter(authenticator__isnull=False).distinct())
        Authenticator.objects.filter(user__in=people).delete()
        for person in people:
            self.log_change(request, person, _("Removed the second factor."))
        done = ngettext("Removed from %(n)d person.", "Removed from %(n)d people.", len(people))
        self.message_user(request, done % {"n": len(people)}, messages.SUCCESS)


@admin.register(Invitation)
class InvitationAdmin(StrictPopups, admin.ModelAdmin):  # type: ignore[type-arg]
    """Invitations to look at and to take back; the page for inviting makes them."""

    list_display = ("email", "role", "invited_by", "created_at", "expires_at", "accepted_at")
    list_select_related = ("role", "invited_by")
    search_fields = ("email",)
    list_filter = ("role",)

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Send mails from the page that does."""
        return redirect("invite")

    def has_change_permission(self, request: HttpRequest, obj: Invitation | None = None) -> bool:
        """Nothing in an invitation changes once it was sent."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Invitation | None = None) -> bool:
        """One that was accepted stays: it says who let whom in."""
        return super().has_delete_permission(request, obj) and not (obj and obj.accepted_at)
