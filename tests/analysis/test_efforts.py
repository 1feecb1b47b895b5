import pytest

from questions.analysis.efforts import is_dropped, is_rapid, rapid_threshold


@pytest.mark.parametrize(
    ("median", "times", "threshold"),
    [(None, 0, 2_000), (40_000, 29, 2_000), (40_000, 30, 4_000), (400_000, 30, 10_000), (5_000, 100, 500)],
)
def test_the_threshold_is_a_tenth_of_the_median_once_it_is_known(
    median: float | None, times: int, threshold: float
) -> None:
    assert rapid_threshold(median, times) == threshold


def test_an_answer_at_the_threshold_counts() -> None:
    assert is_rapid(1_999, median=None, times=0)
    assert not is_rapid(2_000, median=None, times=0)
    assert not is_rapid(None, median=None, times=0)


def test_a_session_is_dropped_beyond_a_tenth() -> None:
    assert not is_dropped(0, 0)
    assert not is_dropped(1, 10)
    assert is_dropped(2, 10)
    assert is_dropped(1, 9)
