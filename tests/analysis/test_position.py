import pytest

from questions.analysis.position import chi_square_tail, key_places, wrong_places


@pytest.mark.parametrize(
    ("value", "freedom"), [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.070498, 5), (12.591587, 6)]
)
def test_the_tail_of_the_chi_square(value: float, freedom: int) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(0.05, abs=1e-6)
    assert chi_square_tail(0, freedom) == 1
    assert chi_square_tail(1e6, freedom) == 0


def test_places_that_guessers_prefer_are_notable_when_many_do() -> None:
    assert wrong_places([400, 200, 200, 200]).notable
    # Surely not by chance, but too small to matter.
    small = wrong_places([2_900, 2_400, 2_400, 2_300])
    assert small.p_value is not None
    assert small.p_value < 0.01
    assert not small.notable
    # Large, but chance could do it.
    assert not wrong_places([4, 2, 2, 2]).notable


def test_a_key_that_is_easier_in_one_place_is_notable() -> None:
    found = key_places({0: (90, 100), 1: (60, 100), 2: (60, 100)})
    assert found.chi_square == pytest.approx(28.57, abs=0.01)
    assert found.notable
    assert found.rates == (0.9, 0.6, 0.6)
    assert not key_places({0: (45, 49), 1: (60, 100), 2: (60, 100)}).notable
    assert not key_places({0: (70, 100), 1: (61, 100)}).notable


@pytest.mark.parametrize(
    "cells", [{}, {0: (3, 5)}, {0: (0, 0), 1: (0, 0)}, {0: (5, 5), 1: (9, 9)}, {0: (0, 5), 1: (0, 9)}]
)
def test_places_without_variety_say_nothing(cells: dict[int, tuple[int, int]]) -> None:
    found = key_places(cells)
    assert (found.p_value, found.notable) == (None, False)


@pytest.mark.parametrize("counts", [[], [5], [0, 0, 0]])
def test_no_wrong_answers_say_nothing(counts: list[int]) -> None:
    assert wrong_places(counts).p_value is None
