"""Answers too fast to have been thought about.

Sources: Wise & Ma (2012) for the normative threshold of 10 % of the item's time, capped at 10 seconds; Wise & Kong,
Applied Measurement in Education 18 (2005) 163-183, for response-time effort.
"""

from typing import Final

# Times that an item needs before its own median sets the threshold; until then, milliseconds that nobody reads in.
TIMES_LEAST: Final = 30
UNKNOWN_THRESHOLD: Final = 2_000.0
SHARE_OF_MEDIAN: Final = 0.1
HIGHEST_THRESHOLD: Final = 10_000.0
# Of a session's answers, the share of rapid ones beyond which none of them counts.
MOST_RAPID: Final = 0.1
# Times are capped here, in milliseconds: somebody went away.
LONGEST: Final = 600_000


def rapid_threshold(median: float | None, times: int) -> float:
    """Milliseconds below which an answer is a rapid guess, by the item's median time and how many times it is of."""
    if median is None or times < TIMES_LEAST:
        return UNKNOWN_THRESHOLD
    return min(HIGHEST_THRESHOLD, SHARE_OF_MEDIAN * median)


def is_rapid(milliseconds: float | None, *, median: float | None, times: int) -> bool:
    """Whether an answer was given too fast; unknown times are not held against anybody."""
    return milliseconds is not None and milliseconds < rapid_threshold(median, times)


def is_dropped(rapid: int, answers: int) -> bool:
    """Whether a session stays out whole: more than a tenth of its answers were rapid guesses."""
    return answers > 0 and rapid > MOST_RAPID * answers
