from math import sqrt

import pytest

from questions.analysis.indices import bernoulli_sd, contrast, fisher, guess_rate, point_biserial, share, spread


def test_a_correlation_is_pearsons() -> None:
    chosen, y = [1, 1, 0, 0, 1], [3.0, 4.0, 1.0, 2.0, 2.0]
    mean, rate = sum(y) / 5, 0.6
    wanted = sum((a - rate) * (b - mean) for a, b in zip(chosen, y, strict=True)) / sqrt(
        sum((a - rate) ** 2 for a in chosen) * sum((b - mean) ** 2 for b in y)
    )
    assert point_biserial(5, sum(y), sum(each * each for each in y), 3, 9.0) == pytest.approx(wanted)


def test_the_contrast_is_pearsons_of_option_minus_key() -> None:
    sign, y = [1, 1, -1, -1, 0], [3.0, 4.0, 1.0, 2.0, 2.0]
    mean = sum(y) / 5
    wanted = sum(a * (b - mean) for a, b in zip(sign, y, strict=True)) / sqrt(4 * sum((b - mean) ** 2 for b in y))
    found = contrast(5, 12.0, 34.0, option=2, sy_option=7.0, key=2, sy_key=3.0)
    assert found == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("n", "sy", "syy", "chosen"), [(0, 0, 0, 0), (5, 10, 20, 2), (5, 10, 25, 0), (5, 10, 25, 5), (1, 1, 1, 1)]
)
def test_nothing_varies_nothing_is_said(n: int, sy: float, syy: float, chosen: int) -> None:
    assert point_biserial(n, sy, syy, chosen, 1.0) is None


def test_what_is_left_by_rounding_is_no_variance() -> None:
    y = [0.1 + 1e5] * 1_000
    assert spread(1_000, sum(y), sum(each * each for each in y)) == 0
    assert spread(2, 1.0, 1.0) == 1


def test_fishers_interval() -> None:
    found = fisher(0.5, 103)
    assert found is not None
    # atanh(.5) = .5493, 1.96 / 10 = .196
    assert [found.low, found.high] == pytest.approx([0.3393, 0.6323], abs=1e-4)
    assert fisher(0.5, 3) is None
    assert fisher(None, 100) is None
    sure = fisher(1.0, 100)
    assert sure is not None
    assert (sure.low, sure.high) == (1, 1)


def test_small_shares() -> None:
    assert share(1, 0) is None
    assert bernoulli_sd(1, 1) is None
    assert bernoulli_sd(1, 2) == pytest.approx(sqrt(0.5))
    assert guess_rate(4, multiple=False) == 0.25
    assert guess_rate(4, multiple=True) == pytest.approx(1 / 15)
    assert guess_rate(1, multiple=False) is None
