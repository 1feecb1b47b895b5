"""Every URL: the product's own, the accounts' and the admin's."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# The admin's own sign-in view knows no rate limits; the accounts' one does.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("admin/", admin.site.urls),
    path("account/", include("allauth.urls")),
    path("", include("questions.urls")),
]
handler400 = "questions.views.errors.bad_request"
handler403 = "questions.views.errors.forbidden"
handler404 = "questions.views.errors.not_found"
handler500 = "questions.views.errors.server_error"
