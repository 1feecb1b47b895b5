"""Rows of a table: each field says by itself what it is, since only its column has a heading."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _


class NamedRows(forms.BaseFormSet):  # type: ignore[type-arg]
    """Mixed into a formset shown as a table."""

    def add_fields(self, form: Any, index: int | None) -> None:
        """Name every field by its column and row."""
        super().add_fields(form, index)
        for field in form.fields.values():
            name = field.label or _("Field")
            label = name if index is None else _("%(name)s, row %(row)s") % {"name": name, "row": index + 1}
            field.widget.attrs["aria-label"] = str(label)
