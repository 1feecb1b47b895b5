"""The statistics against psych, CTT, mirt and ltm on public data; the flags against their conformance vector."""

from collections import Counter
from typing import Any

import pytest

from questions.analysis.flags import findings
from questions.analysis.forms import fixed_form
from questions.analysis.matrix import sums
from questions.analysis.statistics import describe
from questions.analysis.values import ItemStatistic
from questions.items.proportion import Interval
from tests.analysis.reference import expected, matrix

SINGLE = ("dev_hci", "dev_ctt100", "dev_iqitems", "dev_gmat_synthetic")
MULTIPLE = "dev_msatb_multiselect"


def close(value: Any) -> Any:
    return pytest.approx(value, abs=1e-9, rel=0)


def pair(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)


def described(name: str, *, multiple: bool = False) -> list[ItemStatistic]:
    rows, key = matrix(name, multiple=multiple)
    return [describe(each) for each in sums(rows, key, multiple=multiple).items]


@pytest.mark.parametrize("name", SINGLE)
def test_items_equal_the_reference(name: str) -> None:
    wanted = expected(name)
    for item, reference in zip(described(name), wanted["items"], strict=True):
        assert (item.item, item.n, item.omitted) == (
            reference["item"],
            reference["n_presented"],
            reference["n_omitted"],
        )
        assert (item.lower, item.upper) == (wanted["test"]["n_lower27"], wanted["test"]["n_upper27_strict"])
        assert item.p == close(reference["p"])
        assert pair(item.p_interval) == close(tuple(reference["p_wilson95"]))
        assert item.sd == close(reference["sd"])
        assert item.r == close(reference["r_item_rest_psych"])
        assert item.d27 == close(reference["D27_strict_CTT"])


@pytest.mark.parametrize("name", SINGLE)
def test_options_equal_the_reference(name: str) -> None:
    for item, reference in zip(described(name), expected(name)["items"], strict=True):
        listed = [each for each in reference["options"] if each["option"] != "(omit)"]
        assert [each.option for each in item.options] == [each["option"] for each in listed]
        for option, wanted in zip(item.options, listed, strict=True):
            assert (option.n, option.is_key) == (wanted["n"], wanted["is_key"])
            assert list(option.trace_n) == wanted["count_by_total_quintile"]
            assert option.rate == close(wanted["rate"])
            assert pair(option.rate_interval) == close(tuple(wanted["wilson95"]))
            assert option.r == close(wanted["r_rest"])
            assert pair(option.r_interval) == close(tuple(wanted["r_rest_fisher95"]))
            assert option.mean == close(wanted["mean_rest_choosers"])
            assert (option.lower, option.upper) == close((wanted["lower27"], wanted["upper27_strict"]))
            assert option.d27 == close(wanted["D27_strict"])


@pytest.mark.parametrize("name", [*SINGLE, MULTIPLE])
def test_the_form_equals_the_reference(name: str) -> None:
    wanted = expected(name)["test"]
    rows, key = matrix(name, multiple=name == MULTIPLE)
    added = sums(rows, key, multiple=name == MULTIPLE)
    form = fixed_form(added.items, added.totals)

    assert added.complete
    assert (form.n, form.k) == (wanted["n_learners"], wanted["n_items"])
    assert (form.mean, form.sd, form.alpha) == close((wanted["mean_total"], wanted["sd_total"], wanted["alpha_psych"]))
    if "sem_mirt" in wanted:
        assert form.sem == close(wanted["sem_mirt"])


def test_items_with_several_right_options_equal_the_reference() -> None:
    for item, reference in zip(described(MULTIPLE, multiple=True), expected(MULTIPLE)["items"], strict=True):
        assert (item.item, item.omitted) == (reference["item"], reference["n_omitted"])
        assert item.p == close(reference["p_all_or_nothing"])
        assert item.r == close(reference["r_item_rest_psych"])
        for option, wanted in zip(item.options, reference["options"], strict=True):
            assert (option.option, option.n, option.is_key) == (wanted["option"], wanted["n_ticked"], wanted["is_key"])
            assert option.rate == close(wanted["tick_rate"])
            assert pair(option.rate_interval) == close(tuple(wanted["wilson95"]))
            assert option.r == close(wanted["r_rest_ticked"])
            assert option.mean == close(wanted["mean_rest_ticked"])


@pytest.mark.parametrize("name", SINGLE)
def test_flags_equal_the_conformance_vector(name: str) -> None:
    vector = expected(name, "expected_flags.json")
    found = [(item, finding) for item in described(name) for finding in findings(item)]

    assert Counter(str(finding.code) for _, finding in found) == vector["counts"]
    for (item, finding), wanted in zip(found, vector["flags"], strict=True):
        named = (item.item, finding.option, str(finding.code), str(finding.severity))
        assert named == (wanted["item"], wanted["option"], wanted["flag"], wanted["severity"])
        for number in ("n", "chosen", "upper_option", "upper_key"):
            assert finding.values[number] == wanted[number]
        for number in ("r", "r_key", "r_contrast"):
            assert finding.values[number] == pytest.approx(wanted[number], abs=5.1e-7)


def test_no_option_of_the_admission_test_draws_the_strong_and_none_of_its_keys_repels_them() -> None:
    codes = {finding.code for item in described(MULTIPLE, multiple=True) for finding in findings(item)}
    assert {str(code) for code in codes} <= {"NON_FUNCTIONING", "NEVER_CHOSEN"}
