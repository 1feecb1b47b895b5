"""Numbers as reports write them: shares and correlations with their ranges."""

from django import template

from questions.reports.quality.figures import percent, percents, signed, signeds

register = template.Library()
register.filter("percent", percent)
register.filter("percents", percents)
register.filter("signed", signed)
register.filter("signeds", signeds)
