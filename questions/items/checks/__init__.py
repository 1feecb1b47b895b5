"""One rule, every door: what is wrong with an item, for the admin's form, imports and publishing alike.

Each rule is one small generator in the module of its subject, made a :class:`Rule` by ``@error("E1")``,
``@warning("W1")`` or ``@info("I1")`` and named in :data:`RULES`. It sees one item and yields what it found: what is
wrong, what to do, where, and the words it is about. A new rule needs a test that it fires, one that it does not, and
one for its caveat. ``likeness`` looks at a whole bank instead of one item.
"""

from questions.items.checks import (
    cues,
    form,
    keys,
    limits,
    negatives,
    options,
    placeholders,
    positions,
    ranges,
    rationale,
    stems,
    wording,
)
from questions.items.checks.likeness import duplicates
from questions.items.checks.rule import Finding, Problem, Rule, Severity
from questions.items.item import Item

__all__ = ["FIRST", "OPTIONAL", "RULES", "Finding", "Problem", "Rule", "Severity", "duplicates", "problems"]

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
    form.k_type,
    negatives.negative_plain,
    negatives.double_negative,
    cues.absolute_cue,
    cues.article_cue,
    cues.key_in_stem,
    form.numeric_order,
    rationale.explanation_skips_distractor,
    rationale.explanation_omits_key,
    form.unusual_count,
    form.true_false,
    stems.fill_blank,
    stems.unfocused,
    stems.short_stem,
    stems.two_questions,
    cues.vague,
    cues.word_repeat,
    form.length_disparity,
    form.mixed_punctuation,
    cues.convergence,
    form.non_parallel,
    stems.stem_long,
    stems.dated,
)

# A matter of style, so nobody is told unless they ask.
OPTIONAL: tuple[Rule, ...] = (stems.incomplete_stem,)

_ORDER = {severity: number for number, severity in enumerate(Severity)}


def problems(item: Item, *, optional: bool = False) -> list[Problem]:
    """All findings about ``item``, the gravest first, each kind in the order of the rules."""
    found = [problem for rule in FIRST for problem in rule(item)]
    if not found:
        found = [problem for rule in (*RULES, *(OPTIONAL if optional else ())) for problem in rule(item)]
    return sorted(found, key=lambda problem: _ORDER[problem.severity])
