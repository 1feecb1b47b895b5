"""Statistics kept as JSON come back as they were."""

import json

from questions.analysis.plain import as_plain, from_plain
from questions.analysis.statistics import describe
from questions.analysis.values import ItemSums, OptionSums


def sums(n: int) -> ItemSums:
    options = tuple(
        OptionSums(name, name == "A", n // 2, n // 2, n / 4, n // 8, n // 6, (n // 10,) * 5) for name in "AB"
    )
    return ItemSums(
        "7", False, n, n // 2, n, n // 2, n / 3, float(n), n / 4, n // 4, n // 4, n // 8, n // 6, (n // 5,) * 5, options
    )


def test_plain_statistics_survive_json() -> None:
    for n in (0, 40, 200):
        statistic = describe(sums(n))

        kept = json.loads(json.dumps(as_plain(statistic), allow_nan=False))

        assert from_plain(kept | {"times": {}}) == statistic


def test_intervals_are_pairs_and_stages_words() -> None:
    plain = as_plain(describe(sums(200)))

    assert plain["stage"] == "reportable"
    low, high = plain["p_interval"]
    assert low < plain["p"] < high
    assert plain["options"][0]["preference_interval"] is None
