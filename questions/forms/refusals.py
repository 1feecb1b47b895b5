"""What the database refuses, in words that say what to do."""

from django.db import IntegrityError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# By the constraint's name: those of the models, the triggers' truths, and Postgres' own for unique columns.
SENTENCES = {
    "certification_weights_add_up": _(
        "The weights of the domains must add up to 100 while the certification is published. Change them together on"
        " the certification's page, or take it off the site first."
    ),
    "questions_certification_code_key": _("There is a certification with this code already."),
    "domain_number_unique": _("There is a domain with this number already."),
    "objective_section_unique": _("The certification has an objective with this section already."),
    "questions_question_code_key": _("There is a question with this code already."),
    "question_one_sample": _("The objective has a free sample already. Take it off there first."),
    "quiz_code_unique": _("The certification has a quiz with this code already."),
    "quiz_question_once": _("A question stands in a quiz once."),
    "version_one_open": _("Somebody opened a draft of this question meanwhile. Go on with that one."),
    "version_published_is_still": _("This version is published by now, and published content never changes."),
    "option_published_is_still": _("This version is published by now, and published content never changes."),
    "version_published_stays": _("A published version is never deleted. Withdraw it instead."),
    "history_stays": _("This belongs to somebody's history, which is never deleted."),
}


def sentence(refusal: IntegrityError) -> str:
    """Why the database refused, told by the constraint that it names."""
    name = getattr(getattr(refusal.__cause__, "diag", None), "constraint_name", None)
    if name in SENTENCES:
        return str(SENTENCES[name])
    return gettext("The database refused this: it breaks the rule “%(rule)s”.") % {"rule": name or "?"}
