"""The sentences of the rules, in the order in which they are said."""

from collections.abc import Mapping
from typing import Final

from questions.analysis.limits import Code
from questions.items.text import mark

_CHOSEN: Final = mark(
    "%(option)s was chosen by %(chosen)s of %(n)s (%(rate)s, %(rate_range)s); among the strongest 27%%,"
    " %(upper_option)s chose %(option)s and %(upper_key)s the key %(key)s."
)
_TICKED: Final = mark("%(option)s was ticked by %(chosen)s of %(n)s (%(rate)s, %(rate_range)s).")
_FEW: Final = mark("%(option)s: %(chosen)s of %(n)s (%(rate)s, %(rate_range)s), %(chosen)s of %(wrong)s wrong answers.")
_RIGHT: Final = mark("%(right)s of %(n)s are right (%(p)s, %(p_range)s).")
_INSTEAD: Final = mark(
    "Choosing %(option)s instead of %(key)s goes with higher scores (r = %(contrast)s, 95%% %(contrast_range)s)."
)
_INSTEAD_MAY: Final = mark(
    "Choosing %(option)s instead of %(key)s may go with higher scores (r = %(contrast)s, 95%% %(contrast_range)s)."
)
_HIGHER: Final = mark("Choosing %(option)s goes with higher scores (r = %(r)s, 95%% %(r_range)s).")
_HIGHER_MAY: Final = mark("Choosing %(option)s may go with higher scores (r = %(r)s, 95%% %(r_range)s).")
_CHECK: Final = mark("Check the key.")

# What is said when the rule is met by the whole range, and, second, when only by the estimates.
SENTENCES: Final[Mapping[Code, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    Code.POSSIBLE_MISKEY: ((_CHOSEN, _INSTEAD, _CHECK), (_CHOSEN, _INSTEAD_MAY, _CHECK)),
    Code.BEATS_KEY: ((_CHOSEN, _INSTEAD), (_CHOSEN, _INSTEAD_MAY)),
    Code.ATTRACTS_STRONG: ((_CHOSEN, _HIGHER), (_CHOSEN, _HIGHER_MAY)),
    Code.AMBIGUOUS_WITH_KEY: (
        (
            _CHOSEN,
            mark("It may be right as well: weaker learners do not clearly prefer it (r = %(r)s, 95%% %(r_range)s)."),
        ),
        (_CHOSEN, mark("It may be right as well (r = %(r)s, 95%% %(r_range)s).")),
    ),
    Code.NON_FUNCTIONING: (
        (_FEW, mark("Hardly anybody is drawn to it.")),
        (_FEW, mark("It may draw hardly anybody.")),
    ),
    Code.NEVER_CHOSEN: (
        (mark("%(option)s was never chosen in %(n)s answers (%(rate_range)s)."),),
        (mark("%(option)s was never chosen in %(n)s answers (%(rate_range)s): it may be too early to tell."),),
    ),
    Code.NEVER_SEEN: (
        (mark("%(option)s was shown %(displayed)s times in %(days)s days: too seldom to say anything about it."),),
    )
    * 2,
    Code.KEY_NEGATIVE: (
        (_RIGHT, mark("Being right goes with lower scores elsewhere (r = %(r_key)s, 95%% %(r_key_range)s)."), _CHECK),
        (
            _RIGHT,
            mark("Being right may go with lower scores elsewhere (r = %(r_key)s, 95%% %(r_key_range)s)."),
            _CHECK,
        ),
    ),
    Code.KEY_LOW: (
        (_RIGHT, mark("Being right hardly goes with higher scores elsewhere (r = %(r_key)s, 95%% %(r_key_range)s).")),
        (
            _RIGHT,
            mark("Being right may hardly go with higher scores elsewhere (r = %(r_key)s, 95%% %(r_key_range)s)."),
        ),
    ),
    Code.BELOW_CHANCE: (
        (_RIGHT, mark("Guessing would give %(guess)s: something draws learners away from the key.")),
        (_RIGHT, mark("Guessing would give %(guess)s: something may draw learners away from the key.")),
    ),
    Code.TOO_EASY: (
        (_RIGHT, mark("It tells hardly anything about who knows and who does not.")),
        (_RIGHT, mark("It may tell hardly anything about who knows and who does not.")),
    ),
    Code.KEY_PART_NEGATIVE: (
        (
            _TICKED,
            mark("It belongs to the key, and ticking it goes with lower scores (r = %(r)s, 95%% %(r_range)s)."),
            _CHECK,
        ),
        (
            _TICKED,
            mark("It belongs to the key, and ticking it may go with lower scores (r = %(r)s, 95%% %(r_range)s)."),
            _CHECK,
        ),
    ),
    Code.KEY_PART_MISSED: (
        (_TICKED, mark("It belongs to the key, and most miss it; %(p)s have the whole answer right (%(p_range)s).")),
        (
            _TICKED,
            mark("It belongs to the key, and most may miss it; %(p)s have the whole answer right (%(p_range)s)."),
        ),
    ),
}
# Where several options are to be ticked, nothing is chosen instead of the key.
TICKED: Final[Mapping[Code, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    Code.ATTRACTS_STRONG: (
        (_TICKED, mark("It is wrong, and ticking it goes with higher scores (r = %(r)s, 95%% %(r_range)s).")),
        (_TICKED, mark("It is wrong, and ticking it may go with higher scores (r = %(r)s, 95%% %(r_range)s).")),
    ),
    Code.NON_FUNCTIONING: (
        (_TICKED, mark("Hardly anybody is drawn to it.")),
        (_TICKED, mark("It may draw hardly anybody.")),
    ),
}
# Where the strong prefer an option to the key, but the correlation of the choice between them does not say so.
BY_PREFERENCE: Final = ((_CHOSEN, _HIGHER), (_CHOSEN, _HIGHER_MAY))

HEADLINES: Final[Mapping[Code, str]] = {
    Code.POSSIBLE_MISKEY: mark(
        "The strongest prefer %(option)s to the key %(key)s (%(upper_option)s to %(upper_key)s)"
    ),
    Code.BEATS_KEY: mark("%(option)s competes with the key %(key)s (r = %(contrast)s)"),
    Code.ATTRACTS_STRONG: mark("%(option)s draws strong learners (r = %(r)s)"),
    Code.AMBIGUOUS_WITH_KEY: mark("%(option)s may be right as well as %(key)s (%(upper_option)s to %(upper_key)s)"),
    Code.NON_FUNCTIONING: mark("%(option)s is rarely chosen (%(rate)s)"),
    Code.NEVER_CHOSEN: mark("%(option)s was never chosen (0 of %(n)s)"),
    Code.NEVER_SEEN: mark("%(option)s was hardly ever shown (%(displayed)s times)"),
    Code.KEY_NEGATIVE: mark("The strong miss the key (r = %(r_key)s)"),
    Code.KEY_LOW: mark("The key hardly tells strong from weak (r = %(r_key)s)"),
    Code.BELOW_CHANCE: mark("Fewer are right than by guessing (%(p)s)"),
    Code.TOO_EASY: mark("Nearly everybody is right (%(p)s)"),
    Code.KEY_PART_NEGATIVE: mark("The strong leave out %(option)s, which is right (r = %(r)s)"),
    Code.KEY_PART_MISSED: mark("%(option)s is right and rarely ticked (%(rate)s)"),
}
# Several dead options of one item, told together.
TWO_DEAD: Final = mark("%(first)s and %(second)s are rarely chosen")
MANY_DEAD: Final = mark("%(options)s are rarely chosen")
