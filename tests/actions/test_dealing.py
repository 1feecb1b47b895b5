"""The order in which a slot shows its options."""

import random
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from questions.actions.dealing import shown_order
from questions.models import Option

authored = st.lists(st.booleans(), min_size=2, max_size=26).map(
    lambda pins: [Option(pk=100 + place, position=place, pinned=pinned) for place, pinned in enumerate(pins)]
)


def shown(options: list[Option], seed: int, *, shuffle: bool = True) -> list[int]:
    return shown_order(options, shuffle=shuffle, draw=random.Random(seed))  # noqa: S311


@given(authored, st.booleans(), st.integers(0, 2**62))
def test_every_option_is_shown_once(options: list[Option], shuffle: bool, seed: int) -> None:
    order = shown(options, seed, shuffle=shuffle)

    assert sorted(order) == [option.pk for option in options]


@given(authored, st.integers(0, 2**62))
def test_pinned_options_stay_last_as_authored(options: list[Option], seed: int) -> None:
    order = shown(options, seed)

    pinned = [option.pk for option in options if option.pinned]
    assert order[len(options) - len(pinned) :] == pinned


@given(authored, st.integers(0, 2**62))
def test_without_shuffling_options_stand_as_authored(options: list[Option], seed: int) -> None:
    assert shown(options, seed, shuffle=False) == [option.pk for option in options]


@given(authored, st.integers(0, 2**62))
def test_the_same_seed_draws_the_same_order_whoever_is_the_key(options: list[Option], seed: int) -> None:
    before = shown(options, seed)
    for option in options:
        option.is_key = not option.is_key

    assert shown(options, seed) == before


def test_each_order_is_drawn_about_as_often() -> None:
    options = [Option(pk=pk, pinned=pk == 4) for pk in (1, 2, 3, 4)]

    drawn = Counter(tuple(shown(options, seed)) for seed in range(6_000))

    assert len(drawn) == 6
    # 1,000 each; eight standard deviations.
    assert all(abs(times - 1_000) < 8 * 29 for times in drawn.values())
