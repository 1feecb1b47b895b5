import pytest
from hypothesis import given
from hypothesis import strategies as st

from questions.analysis.forms import describe_form, fixed_form
from tests.analysis.making import summed


def test_a_form_counted_by_hand() -> None:
    found = summed("AA", "AB", "BB", "AA", key="AA")
    form = fixed_form(found.items, found.totals)

    # Variances 1/4 and 1/3, of the totals 2, 1, 0, 2: 11/12.
    assert form.mean == 1.25
    assert form.sd == pytest.approx((11 / 12) ** 0.5)
    assert form.alpha == pytest.approx(2 * (1 - (7 / 12) / (11 / 12)))
    assert form.sem == pytest.approx((11 / 12 * (1 - 8 / 11)) ** 0.5)


def test_shape_is_by_k_statistics() -> None:
    # Moodle's fixture of 22 totals is checked elsewhere; here skewness and kurtosis of 1, 2, 3, 4, 10.
    form = describe_form([1.0, 1.0], [1, 2, 3, 4, 10])
    assert form.skewness == pytest.approx(1.6971, abs=1e-4)
    assert form.kurtosis == pytest.approx(3.152, abs=1e-3)


@given(st.lists(st.integers(0, 5), max_size=6), st.lists(st.floats(0, 2), max_size=4))
def test_a_form_of_any_size_is_described(totals: list[int], variances: list[float]) -> None:
    form = describe_form(variances, totals)
    assert form.n == len(totals)
    assert (form.sem is None) == (form.alpha is None)
    if len(set(totals)) < 2 or len(variances) < 2:
        assert form.alpha is None
