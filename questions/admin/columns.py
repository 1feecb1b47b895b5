"""What a list or a read-only page shows of a question's version; the question's own fields stand on another row."""

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from questions.forms.text import ReferencesField
from questions.models import Objective, Version

TITLE = 70


class VersionColumns:
    """Mixed into the page of versions; none of these says what is right."""

    @admin.display(description=gettext_lazy("code"), ordering="question__code")
    def code(self, version: Version) -> str:
        """The question's code."""
        return version.question.code

    @admin.display(description=gettext_lazy("name"), ordering="name")
    def title(self, version: Version) -> str:
        """The name, or the beginning of the stem."""
        return version.name or Truncator(version.stem).chars(TITLE)

    @admin.display(description=gettext_lazy("objective"), ordering="question__objective__order")
    def objective(self, version: Version) -> Objective:
        """The question's objective."""
        return version.question.objective

    @admin.display(description=gettext_lazy("status"), ordering="status")
    def state(self, version: Version) -> str:
        """Status and number."""
        return f"{_(version.get_status_display())} v{version.number}"

    @admin.display(description=gettext_lazy("difficulty"), ordering="question__difficulty")
    def difficulty(self, version: Version) -> str:
        """The author's guess."""
        return _(version.question.get_difficulty_display())

    @admin.display(description=gettext_lazy("tags"))
    def tags(self, version: Version) -> str:
        """The question's tags in a line."""
        return ", ".join(version.question.tags)

    @admin.display(description=gettext_lazy("free sample"), boolean=True)
    def sample(self, version: Version) -> bool:
        """Whether it can be answered without an account."""
        return version.question.sample

    @admin.display(description=gettext_lazy("references"))
    def reading(self, version: Version) -> str:
        """The references, one a line."""
        return str(ReferencesField().prepare_value(version.references))
