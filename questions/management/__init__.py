"""The operator's and the clock's door: commands that choose rows and hand over to an action.

`migrate` imports this package, which is how roles keep in step with the tables: they are set up after each migration.
"""

from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS
from django.db.models.signals import post_migrate

from questions.actions.roles import set_up_roles


def keep_roles(using: str = DEFAULT_DB_ALIAS, **_kwargs: Any) -> None:
    """Set the roles up again; permissions of new tables have been made by then."""
    if using == DEFAULT_DB_ALIAS:
        set_up_roles()


post_migrate.connect(keep_roles, sender=apps.get_app_config("questions"))
