"""Faults that are known to be there are found, and sound questions are left alone; `tests.bench flags` measures it."""

import pytest

from questions.analysis.limits import Code
from questions.analysis.simulation import Defect
from tests.bench.flags import Count, measure

FORMS = 12


@pytest.fixture(scope="module")
def counts() -> dict[int, Count]:
    """The looks at 30, 100 and 300 learners; 24 faults of each kind."""
    return measure(FORMS, (30, 100, 300))


def test_most_wrong_keys_are_found(counts: dict[int, Count]) -> None:
    assert counts[100].planted[Defect.MISKEY] == 24
    assert counts[100].share(Defect.MISKEY) >= 0.5
    assert counts[300].share(Defect.MISKEY) >= 0.75


def test_hardly_any_sound_key_is_doubted(counts: dict[int, Count]) -> None:
    for count in counts.values():
        assert count.sound == FORMS * 52
        assert count.alarms[Code.POSSIBLE_MISKEY] <= 2
        assert count.share(Code.ATTRACTS_STRONG) <= 0.05


def test_more_learners_show_more(counts: dict[int, Count]) -> None:
    for defect in Defect:
        assert counts[30].share(defect) <= counts[100].share(defect) <= counts[300].share(defect)
    assert counts[300].share(Defect.DEAD) >= 0.75
    assert counts[300].share(Defect.STRONG) >= 0.5
    assert counts[300].share(Defect.AMBIGUOUS) >= 0.5


def test_thirty_learners_are_too_few_for_any_rule(counts: dict[int, Count]) -> None:
    assert not counts[30].alarms
    assert not any(counts[30].found.values())
