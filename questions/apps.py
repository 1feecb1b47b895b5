"""The one Django app, and the application role's rights: what pages need, nothing that could rewrite history."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import connections
from django.db.models.signals import post_migrate
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

# Facts: added, never changed, never deleted.
FACTS = ("questions_response", "questions_ruling", "questions_learner")


def grant_application_role(using: str = "default", **_kwargs: Any) -> None:
    """After each migration, grant the role named by ``DATABASE_APP_ROLE`` its rights, where such a role exists."""
    connection = connections[using]
    role = settings.DATABASE_APP_ROLE
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolname = current_user FROM pg_roles WHERE rolname = %s", [role])
        found = cursor.fetchone()
        if found is None or found[0]:
            return
        name = connection.ops.quote_name(role)
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {name}")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {name}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {name}")
        cursor.execute(f"GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO {name}")
        for table in FACTS:
            cursor.execute(f"REVOKE UPDATE, DELETE ON {connection.ops.quote_name(table)} FROM {name}")


def note_sign_in(request: HttpRequest, **_kwargs: Any) -> None:
    """Keep in the session when it began: it may not last for ever."""
    request.session["signed_in_at"] = int(timezone.now().timestamp())


class QuestionsConfig(AppConfig):
    """Names the app and keeps the application role's rights in step with the tables."""

    name = "questions"
    verbose_name = _("Question bank")

    def ready(self) -> None:
        """Run the grants after each migration; listen for people signing in."""
        post_migrate.connect(grant_application_role, sender=self)
        user_logged_in.connect(note_sign_in)
