"""Fields for authored text: what was typed is kept, and what cannot be kept is named."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from questions.items.checks.limits import ADDRESS, REFERENCE_LENGTH, TAG_LENGTH, UNSTORABLE

# A bar belongs to the title unless an address, or nothing, follows it.
TITLE_AND_ADDRESS = re.compile(r"(.*?)\s*\|\s*(https?:\S*|)", re.IGNORECASE)


def storable(text: str) -> None:
    """Validator: refuse what Postgres cannot store, naming the character."""
    found = UNSTORABLE.search(text)
    if found:
        character = f"U+{ord(found[0]):04X}"
        raise ValidationError(
            _("The character %(character)s cannot be stored. Remove it."), "unstorable", {"character": character}
        )


def area(rows: int, **attrs: str) -> forms.Textarea:
    """A wide text box that finds out by itself which way its text runs."""
    return forms.Textarea({"class": "vLargeTextField", "rows": str(rows), "cols": "80", "dir": "auto", **attrs})


class AuthoredText(forms.CharField):
    """Text kept as typed: white space stays, lines end in a line feed, nothing but white space is empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "strip": False})
        self.validators.append(storable)

    def to_python(self, value: Any) -> str | None:
        """Browsers end lines with CR LF, files and the renderer with LF."""
        text = super().to_python(value) or ""
        return text.replace("\r\n", "\n").replace("\r", "\n") if text.strip() else self.empty_value

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Leave ``maxlength`` out: with it browsers cut what is pasted and say nothing."""
        return {name: value for name, value in super().widget_attrs(widget).items() if name != "maxlength"}


class TagsField(forms.Field):
    """A list of short words in one line, parted by commas."""

    widget = forms.TextInput

    def prepare_value(self, value: Any) -> Any:
        """Show a list as a line; show what was typed as it is."""
        return ", ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> list[str]:
        """Each tag once, in the order typed."""
        storable(value or "")
        tags = (" ".join(tag.split()) for tag in (value or "").split(","))
        return list(dict.fromkeys(tag for tag in tags if tag))

    def validate(self, value: Any) -> None:
        """Refuse tags longer than their column."""
        super().validate(value)
        for tag in value:
            if len(tag) > TAG_LENGTH:
                message = _("“%(tag)s…” is too long: a tag has at most %(most)s characters.")
                raise ValidationError(message, "too_long", {"tag": tag[:20], "most": TAG_LENGTH})


class ReferencesField(forms.Field):
    """Where facts can be read up: one a line, ``Title | https://address``; the address may be left out."""

    widget = forms.Textarea

    def prepare_value(self, value: Any) -> Any:
        """Show a list as lines; show what was typed as it is."""
        return "\n".join(self._line(reference) for reference in value) if isinstance(value, list) else value

    @staticmethod
    def _line(reference: dict[str, str]) -> str:
        title, url = " ".join(reference["title"].split()), reference.get("url", "")
        # A bar in a title must not be taken for the one before an address.
        return f"{title} | {url}".rstrip() if url or "|" in title else title

    def to_python(self, value: Any) -> list[dict[str, str]]:
        """``[{"title": …, "url": … or ""}]``."""
        storable(value or "")
        lines = enumerate((value or "").splitlines(), 1)
        return [self._reference(number, line.strip()) for number, line in lines if line.strip()]

    def _reference(self, number: int, line: str) -> dict[str, str]:
        parts = TITLE_AND_ADDRESS.fullmatch(line)
        title, url = parts.groups() if parts else (line, "")
        if not title or ADDRESS.fullmatch(title):
            raise ValidationError(_("Line %(line)s: write a title before the bar."), "title", {"line": number})
        if (not parts and "|" in line) or (url and not ADDRESS.fullmatch(url)):
            message = _("Line %(line)s: after the bar write an address that starts with https:// and has no spaces.")
            raise ValidationError(message, "address", {"line": number})
        if max(len(title), len(url)) > REFERENCE_LENGTH:
            message = _("Line %(line)s is too long: %(most)s characters are the most.")
            raise ValidationError(message, "too_long", {"line": number, "most": REFERENCE_LENGTH})
        return {"title": title, "url": url}
