"""The product's URLs and the measuring stick: a signed-in view that inserts one row and says so."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.decorators.http import require_POST


@require_POST
def insert(request: HttpRequest) -> HttpResponse:
    """Insert one row for the person signed in: what any answer must cost at least."""
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO bench_row (person) VALUES (%s)", [request.user.pk])
    return HttpResponse("saved")


urlpatterns = [path("bench/insert/", insert), path("", include("examprep.urls"))]
