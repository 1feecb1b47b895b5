"""Grading: exactly the key is right, by identity and never by place."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from questions.items.grading import grade

ids = st.integers(1, 10**12)
options = st.lists(ids, min_size=2, max_size=26, unique=True)


@st.composite
def answers(draw: st.DrawFn) -> tuple[list[int], set[int], set[int]]:
    """``(options as shown, key, chosen)``; a key is never empty and never everything."""
    shown = draw(options)
    key = draw(st.sets(st.sampled_from(shown), min_size=1, max_size=len(shown) - 1))
    chosen = draw(st.sets(st.sampled_from(shown)))
    return shown, key, chosen


@given(answers())
def test_right_is_exactly_the_key(answer: tuple[list[int], set[int], set[int]]) -> None:
    shown, key, chosen = answer

    assert grade(chosen=chosen, key=key, options=shown).correct == (chosen == key)
    assert grade(chosen=key, key=key, options=shown).correct


@given(answers(), st.randoms(use_true_random=False))
def test_the_order_shown_and_the_order_of_choosing_change_nothing(
    answer: tuple[list[int], set[int], set[int]], draw: object
) -> None:
    shown, key, chosen = answer
    other = shown[:]
    draw.shuffle(other)  # type: ignore[attr-defined]

    assert grade(chosen=sorted(chosen), key=key, options=shown) == grade(
        chosen=[*sorted(chosen, reverse=True), *chosen], key=sorted(key), options=other
    )


@given(answers())
def test_handled_counts_what_was_treated_rightly(answer: tuple[list[int], set[int], set[int]]) -> None:
    shown, key, chosen = answer

    verdict = grade(chosen=chosen, key=key, options=shown)

    assert verdict.handled == len(shown) - len(key ^ chosen)
    assert verdict.options == len(shown)
    assert verdict.correct == (Fraction(verdict.handled, verdict.options) == 1)


@given(answers(), ids)
def test_an_option_that_was_not_shown_makes_nothing_right(
    answer: tuple[list[int], set[int], set[int]], stranger: int
) -> None:
    shown, key, _chosen = answer

    assert grade(chosen=key | {-stranger}, key=key, options=shown).correct is False


@given(options)
def test_without_a_key_nothing_is_right(shown: list[int]) -> None:
    assert not grade(chosen=[], key=[], options=shown).correct
    assert not grade(chosen=shown, key=[], options=shown).correct
