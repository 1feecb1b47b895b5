import pytest

from questions.analysis.moodle import covariance, quiz
from tests.analysis.reference import expected, table


def test_moodles_own_fixture_gives_moodles_own_numbers() -> None:
    maximum = {row["slot"]: float(row["maxmark"]) for row in table("dev_moodle", "maxmark.csv")}
    rows = table("dev_moodle", "marks.csv")
    found = quiz({slot: [float(row[slot]) for row in rows] for slot in maximum}, maximum)
    wanted = expected("dev_moodle")["by_slot_1_to_20"]

    for place, slot in enumerate(found.slots):
        for name, value in (
            ("facility_pct", slot.facility),
            ("sd_x1000", None if slot.sd is None else 1000 * slot.sd),
            ("effective_weight_pct", slot.effective_weight),
            ("discrimination_index", slot.discrimination),
            ("discriminative_efficiency", slot.efficiency),
        ):
            if wanted[name][place] is None:
                assert value is None
            else:
                assert value == pytest.approx(wanted[name][place], abs=1e-6)
    assert sum(slot.intended_weight or 0 for slot in found.slots) == pytest.approx(100)


def test_a_quiz_counted_by_hand() -> None:
    found = quiz({"a": [1, 1, 0, 0], "b": [2, 1, 1, 0], "note": [0, 0, 0, 0]}, {"a": 1, "b": 2, "note": 0})
    a, b, note = found.slots

    assert (a.facility, b.facility) == (50, 50)
    assert a.discrimination == pytest.approx(100 / 2**0.5)
    # Both sorted: 0 0 1 1 against 0 1 1 2 is what they are already.
    assert a.efficiency == pytest.approx(100)
    assert [a.intended_weight, b.intended_weight] == pytest.approx([100 / 3, 200 / 3])
    # Covariances with the total: 2/3 and 1.
    assert a.effective_weight == pytest.approx(100 * (2 / 3) ** 0.5 / ((2 / 3) ** 0.5 + 1))
    # Variances 1/3 and 2/3, of the totals 5/3: 2 (1 - 3/5).
    assert found.consistency == pytest.approx(80)
    assert found.error_ratio == pytest.approx(100 * 0.2**0.5)
    assert found.standard_error == pytest.approx((0.2 * 5 / 3) ** 0.5)
    assert (note.facility, note.sd, note.discrimination, note.effective_weight) == (None, None, None, 0)


def test_a_slot_that_works_against_the_rest_has_no_effective_weight() -> None:
    found = quiz({"a": [5, 4, 3, 0], "b": [0, 0, 1, 1]}, {"a": 5, "b": 1})
    assert found.slots[1].effective_weight is None
    assert found.slots[0].effective_weight == pytest.approx(100)


@pytest.mark.parametrize("marks", [[], [1.0], [1.0, 1.0]])
def test_nothing_is_said_where_nothing_varies(marks: list[float]) -> None:
    found = quiz({"a": marks, "b": marks}, {"a": 1, "b": 1})
    assert {slot.discrimination for slot in found.slots} == {None}
    assert found.consistency is None


def test_covariance_does_not_drown_in_large_numbers() -> None:
    far = [1e9 + each for each in range(5)]
    assert covariance(far, far) == pytest.approx(2.5)
