"""Django's admin classes, subscriptable: ``ModelAdmin[Version]`` tells the type checker and does nothing else."""

from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib import admin
from django.db.models import Model

M = TypeVar("M", bound=Model)
P = TypeVar("P", bound=Model)

if TYPE_CHECKING:

    class ModelAdmin(admin.ModelAdmin[M]):
        """Django's, subscriptable for the type checker only."""

    class StackedInline(admin.StackedInline[M, P]):
        """Django's, subscriptable for the type checker only."""

    class Tabular(admin.TabularInline[M, P]):
        """Django's, subscriptable for the type checker only."""
else:

    class Subscriptable:
        """``Base[Model]`` is ``Base`` at run time."""

        def __class_getitem__(cls, model: Any) -> Any:
            """Forget what only the type checker asks."""
            return cls

    class ModelAdmin(Subscriptable, admin.ModelAdmin):
        """Django's."""

    class StackedInline(Subscriptable, admin.StackedInline):
        """Django's."""

    class Tabular(Subscriptable, admin.TabularInline):
        """Django's."""
