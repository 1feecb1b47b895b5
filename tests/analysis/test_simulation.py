"""Learners on paper: stable traits, and answers as the model and the planted faults say."""

import math
from collections import Counter
from random import Random

import pytest

from questions.analysis.simulation import MODELS, Asked, Defect, Item, Person, answer, chosen, drawn, faulty, planted
from questions.items.words import Difficulty

SINGLE = Asked("q", ("a", "b", "c", "d"), frozenset("a"))
PAIR = Asked("m", ("a", "b", "c", "d", "e"), frozenset("ab"), multiple=True, choose_n=2)
ANY = Asked("m", ("a", "b", "c", "d", "e"), frozenset("ab"), multiple=True)
CALM = Person(theta=0.0, haste=0.0, pace=0.0, says=1.0)
MANY = 4_000


def dice() -> Random:
    return Random(1)  # noqa: S311 - no secret


def shares(item: Item, theta: float) -> dict[str, float]:
    draw = dice()
    counts = Counter("".join(sorted(chosen(item, theta, draw))) for _ in range(MANY))
    return {choice: count / MANY for choice, count in counts.items()}


def test_a_question_is_as_hard_today_as_yesterday() -> None:
    assert drawn(SINGLE, MODELS["3pl"]) == drawn(SINGLE, MODELS["3pl"])
    assert drawn(SINGLE, MODELS["3pl"]).b != drawn(Asked("other", SINGLE.options, SINGLE.key), MODELS["3pl"]).b


def test_the_authors_difficulty_is_about_right() -> None:
    def mean(difficulty: Difficulty) -> float:
        asked = (Asked(str(n), SINGLE.options, SINGLE.key, difficulty.value) for n in range(200))
        return sum(drawn(each, MODELS["3pl"]).b for each in asked) / 200

    assert [mean(each) for each in Difficulty] == pytest.approx([-1, 0, 1], abs=0.15)


@pytest.mark.parametrize(("model", "slope", "guessing"), [("3pl", 1.2, 0.25), ("1pl", 1.0, 0.0)])
def test_how_many_are_right_is_the_models(model: str, slope: float, guessing: float) -> None:
    item = drawn(SINGLE, MODELS[model])

    for theta in (-2.0, 0.0, 2.0):
        expected = guessing + (1 - guessing) / (1 + math.exp(-slope * (theta - item.b)))
        assert item.chance(theta) == pytest.approx(expected)
        assert shares(item, theta).get("a", 0.0) == pytest.approx(expected, abs=0.03)


def test_every_distractor_is_taken_less_by_the_able() -> None:
    item = drawn(SINGLE, MODELS["3pl"])

    weak, strong = shares(item, -1.5), shares(item, 2.0)

    assert all(weak[option] > strong[option] for option in "bcd")


def test_a_miskey_takes_the_keys_place() -> None:
    item = faulty(drawn(SINGLE, MODELS["3pl"]), Defect.MISKEY, dice())

    assert item.option in "bcd"
    assert shares(item, 3.0)[item.option] > 0.85
    assert shares(item, -1.0)["a"] > 0.1


def test_a_dead_option_is_hardly_taken_and_an_ambiguous_one_as_often_as_the_key() -> None:
    sound = drawn(SINGLE, MODELS["3pl"])
    dead, ambiguous = (faulty(sound, defect, dice()) for defect in (Defect.DEAD, Defect.AMBIGUOUS))

    assert shares(dead, -2.0).get(dead.option, 0.0) < 0.03
    strong = shares(ambiguous, 2.0)
    assert strong[ambiguous.option] == pytest.approx(strong["a"], abs=0.1)


def test_a_strong_attracting_option_is_taken_more_by_the_able() -> None:
    item = faulty(drawn(SINGLE, MODELS["3pl"]), Defect.STRONG, dice())

    taken = [shares(item, theta).get(item.option, 0.0) for theta in (-1.0, 0.5, 2.0)]

    assert taken[0] + 0.05 < taken[1] < taken[2] - 0.05


def test_faults_take_turns_and_leave_the_other_items_alone() -> None:
    items = [drawn(Asked(str(n), SINGLE.options, SINGLE.key), MODELS["3pl"]) for n in range(20)]
    items += [drawn(PAIR, MODELS["3pl"]), drawn(Asked("two", ("a", "b"), frozenset("a")), MODELS["3pl"])]

    found = planted(items, 6, seed=3)

    assert Counter(item.defect for item in found if item.defect) == {
        Defect.MISKEY: 2, Defect.DEAD: 2, Defect.AMBIGUOUS: 1, Defect.STRONG: 1,
    }  # fmt: skip
    assert sum(one == other for one, other in zip(items, found, strict=True)) == 16
    assert found == planted(items, 6, seed=3) != planted(items, 6, seed=4)
    assert found[20:] == items[20:]
    assert len([item for item in planted(items, 99, seed=3) if item.defect]) == 20


def test_choose_two_is_two_and_any_number_is_never_none() -> None:
    assert {len(choice) for choice in shares(drawn(PAIR, MODELS["3pl"]), 0.0)} == {2}
    several = shares(drawn(ANY, MODELS["3pl"]), 0.0)
    assert {len(choice) for choice in several} == {1, 2, 3}
    assert several["ab"] == max(several.values())


def test_rapid_guesses_are_rapid_and_know_nothing() -> None:
    hasty, draw = Person(theta=3.0, haste=1.0, pace=0.0, says=1.0), dice()

    given = [answer(drawn(SINGLE, MODELS["3pl"]), hasty, draw) for _ in range(MANY)]

    assert max(each.milliseconds for each in given) < 2_000
    assert sum(each.chosen == SINGLE.key for each in given) / MANY == pytest.approx(0.25, abs=0.03)
    assert {each.confidence for each in given} == {""}


def test_times_are_sane_and_who_is_sure_is_oftener_right() -> None:
    item, draw = drawn(SINGLE, MODELS["3pl"]), dice()

    given = [answer(item, Person(draw.gauss(0, 1), 0.0, 0.0, 1.0), draw) for _ in range(MANY)]

    times = sorted(each.milliseconds for each in given)
    assert times[0] >= 3_000
    assert 15_000 < times[MANY // 2] < 120_000
    assert times[-1] <= 900_000
    right = Counter(each.confidence for each in given if each.chosen == SINGLE.key)
    said = Counter(each.confidence for each in given)
    assert right["sure"] / said["sure"] > right["unsure"] / said["unsure"] > right["guess"] / said["guess"]


def test_who_has_read_the_explanation_does_better() -> None:
    item = drawn(SINGLE, MODELS["3pl"])

    def right(*, again: bool) -> int:
        draw = dice()
        return sum(answer(item, CALM, draw, again=again).chosen == SINGLE.key for _ in range(MANY))

    assert right(again=True) > right(again=False) + MANY / 20
