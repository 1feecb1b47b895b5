"""One rule, every door: what is wrong with an item, for the admin's form, imports and publishing alike.

Each rule is one small generator in the module of its subject, made a :class:`Rule` by ``@error("E1")`` or
``@warning("W1")`` and named in :data:`RULES`. It sees one item and yields what it found: a marked message that says
what is wrong and what to do. A new rule needs a test that it fires, one that it does not, and one for its caveat.
"""

from questions.items.checks import keys, limits, options, placeholders, positions, ranges, rationale, wording
from questions.items.checks.rule import Finding, Problem, Rule, Severity
from questions.items.item import Item

__all__ = ["RULES", "Finding", "Problem", "Rule", "Severity", "problems"]

# Until these hold, nothing else can be said about an item: the other rules may take its length for granted.
FIRST: tuple[Rule, ...] = (limits.unstorable_text, limits.too_long, options.option_count)

RULES: tuple[Rule, ...] = (
    limits.empty_stem,
    limits.unknown_language,
    limits.bad_reference,
    keys.key_count,
    keys.choose_n_misused,
    keys.select_n_mismatch,
    keys.trap_on_key,
    options.empty_option,
    options.duplicate_option,
    ranges.overlapping_ranges,
    positions.position_reference,
    positions.explanation_contradicts_key,
    placeholders.placeholder,
    placeholders.image_without_alt,
    rationale.missing_rationale,
    rationale.missing_temptation,
    rationale.missing_takeaway,
    rationale.missing_explanation,
    keys.multiple_with_one_key,
    keys.multi_not_announced,
    wording.longest_key,
    wording.all_of_above,
    wording.none_of_above,
    wording.negative_plain,
)


def problems(item: Item) -> list[Problem]:
    """All findings about ``item``, errors first, each kind in the order of the rules."""
    found = [problem for rule in FIRST for problem in rule(item)]
    if not found:
        found = [problem for rule in RULES for problem in rule(item)]
    return sorted(found, key=lambda problem: problem.severity != Severity.ERROR)
