"""Scoring: a pure function of responses and rulings, checked against a count by hand."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from questions.items.scoring import Answered, Decision, Score, credit, score
from questions.items.words import Policy

sets = st.frozensets(st.integers(1, 6), max_size=4)
answered = st.builds(
    Answered,
    version=st.integers(1, 5),
    chosen=sets,
    correct=st.booleans(),
    domain=st.none() | st.integers(1, 3),
)
decisions = st.dictionaries(
    st.integers(1, 5), st.builds(Decision, policy=st.sampled_from(Policy), key=sets), max_size=5
)


@given(st.lists(answered, max_size=30))
def test_without_rulings_the_verdicts_given_are_counted(given_: list[Answered]) -> None:
    assert score(given_, {}) == Score(right=sum(a.correct for a in given_), counted=len(given_))


@given(st.lists(answered, max_size=30), decisions)
def test_rulings_are_applied_version_by_version(given_: list[Answered], ruled: dict[int, Decision]) -> None:
    right = counted = 0
    for answer in given_:
        decision = ruled.get(answer.version)
        policy = decision.policy if decision else None
        counted += policy is not Policy.DROP
        right += (
            (policy is None and answer.correct)
            or policy is Policy.CREDIT
            or (decision is not None and policy is Policy.RESCORE and decision.key == answer.chosen)
        )

    assert score(given_, ruled) == Score(right, counted)


@given(st.lists(answered, max_size=30), decisions, st.randoms(use_true_random=False))
def test_the_order_of_answers_changes_nothing(given_: list[Answered], ruled: dict[int, Decision], draw: object) -> None:
    other = given_[:]
    draw.shuffle(other)  # type: ignore[attr-defined]

    assert score(other, ruled) == score(iter(given_), ruled)


@given(st.lists(answered, max_size=30), decisions)
def test_domains_add_up_to_the_whole(given_: list[Answered], ruled: dict[int, Decision]) -> None:
    parts = [
        score((answer for answer in given_ if answer.domain == domain), ruled)
        for domain in {answer.domain for answer in given_}
    ]

    assert Score(sum(p.right for p in parts), sum(p.counted for p in parts)) == score(given_, ruled)


@given(answered, sets)
def test_rescoring_forgets_the_verdict_given(answer: Answered, key: frozenset[int]) -> None:
    decision = Decision(Policy.RESCORE, key)

    assert credit(answer, decision) == credit(replace(answer, correct=not answer.correct), decision)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_percent_is_the_nearest_whole_one_with_halves_up(right: int, wrong: int) -> None:
    found = Score(right, right + wrong)

    if right + wrong == 0:
        assert (found.share, found.percent) == (None, None)
        return
    percent = found.percent
    assert percent is not None
    # percent - 1/2 <= 100 * right / counted < percent + 1/2, in whole numbers.
    assert (2 * percent - 1) * found.counted <= 200 * right < (2 * percent + 1) * found.counted
    assert 0 <= percent <= 100


def test_a_half_is_rounded_up() -> None:
    assert Score(1, 8).percent == 13
    assert Score(1, 200).percent == 1
    assert Score(199, 200).percent == 100
