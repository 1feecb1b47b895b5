"""Every URL: the product's own, the accounts' and the admin's."""

from django.contrib import admin
from django.urls import include, path

from examprep.accounts import admin_login, admin_password_change

# The admin's own sign-in and password pages know no rate limits; the accounts' ones do.
admin.site.login = admin_login  # type: ignore[method-assign]
admin.site.password_change = admin_password_change  # type: ignore[method-assign, assignment]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("", include("questions.urls")),
]
handler400 = "questions.views.errors.bad_request"
handler403 = "questions.views.errors.forbidden"
handler404 = "questions.views.errors.not_found"
handler500 = "questions.views.errors.server_error"
