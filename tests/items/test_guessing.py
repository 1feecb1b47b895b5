"""What somebody scores who knows nothing."""

import time

import pytest

from questions.items.guessing import STRATEGIES, Strategy, audit, guess
from questions.items.item import Item
from questions.items.proportion import Interval, wilson
from questions.items.words import Kind, TextFormat
from tests.items.making import COLOURS, item

CODES = {strategy.code: strategy for strategy in STRATEGIES}


def keyed(place: int, *texts: str) -> Item:
    """An item whose key is the option at ``place``, counted from 0."""
    first = item(texts[place], *(text for at, text in enumerate(texts) if at != place)).options
    return item(options=(*first[1 : place + 1], first[0], *first[place + 1 :]))


@pytest.mark.parametrize(
    ("code", "texts", "picks"),
    [
        ("longest", ("red", "purple", "blue"), (1,)),
        ("longest", ("red", "purple", "yellow"), (1, 2)),
        ("shortest", ("red", "purple", "blue"), (0,)),
        ("longest", ("**red**", "purple", "blue"), (1,)),
        ("longest", ("1", "1000", "10"), ()),
        ("shortest", ("`f`", "`function`", "`fun`"), ()),
        ("hedged", ("It is red", "It may often be red", "It is usually blue"), (1,)),
        ("hedged", ("red", "blue", "green"), ()),
        ("stem-words", ("a colour at noon", "a colour", "red"), (0,)),
        ("stem-words", ("red", "blue"), ()),
        ("odd-one-out", ("red wine", "red beer", "green tea"), (2,)),
        ("odd-one-out", ("red wine", "red beer", "red tea"), ()),
        ("most-alike", ("red wine", "red tea", "green tea"), (1,)),
        ("most-alike", ("Red wine", "red WINE", "green tea"), (0, 1)),
        # Of all words that two have, not of those that they share.
        ("most-alike", ("red", "red.", "one two three four five", "one two three four six seven eight"), (0, 1)),
        ("place-a", ("red", "blue"), (0,)),
        ("place-d", ("red", "blue", "green", "black", "white"), (3,)),
        ("place-d", ("red", "blue", "green"), ()),
    ],
)
def test_a_strategy_picks_by_wording_and_place(code: str, texts: tuple[str, ...], picks: tuple[int, ...]) -> None:
    assert CODES[code].picks(item(*texts)) == picks


@pytest.mark.parametrize("strategy", STRATEGIES, ids=CODES)
def test_no_strategy_knows_the_key(strategy: Strategy) -> None:
    texts = ("It may be red wine at noon", "red tea", "some green and longish tea", "red")

    assert len({strategy.picks(keyed(place, *texts)) for place in range(4)}) == 1


@pytest.mark.parametrize("strategy", STRATEGIES, ids=CODES)
@pytest.mark.parametrize(
    "subject",
    [
        item(keys=2),
        item(keys=0),
        item(options=()),
        item("red"),
        item(*COLOURS[:4], keys=2, kind=Kind.SINGLE),
        item(*(f"{number} words" for number in range(27))),
    ],
    ids=["multiple", "no key", "no options", "one option", "two keys", "more options than letters"],
)
def test_what_cannot_be_guessed_is_left_out(strategy: Strategy, subject: Item) -> None:
    assert strategy.picks(subject) == ()
    assert guess(strategy, [subject]).n == 0


def test_html_is_read_as_it_is_shown() -> None:
    subject = item('<span class="never-shown">red</span>', "<p>purple</p>", text_format=TextFormat.HTML)

    assert CODES["longest"].picks(subject) == (1,)


def test_ties_share_the_hit() -> None:
    right, half = keyed(1, "red", "purple", "blue"), keyed(1, "red", "purple", "yellow")
    wrong, nothing = keyed(0, "red", "purple", "blue"), item("1", "2", "3")
    played = guess(CODES["longest"], [right, half, wrong, nothing])

    assert (played.n, played.hits) == (3, 1.5)
    assert played.score == 0.5
    assert played.fed_by == (right, half)


def test_chance_is_the_mean_over_the_items_that_let_choose() -> None:
    played = guess(CODES["longest"], [item("red", "purple"), item(*COLOURS[:4]), item("1", "2", "3")])

    assert played.chance == pytest.approx((1 / 2 + 1 / 4) / 2)


def test_the_interval_is_wilsons_and_tells_what_is_not_chance() -> None:
    loud = guess(CODES["longest"], [keyed(1, "red", "purple", "blue", "tan")] * 20)
    quiet = guess(CODES["longest"], [keyed(place, "red", "purple", "blue", "tan") for place in range(4)] * 5)
    silent = guess(CODES["shortest"], [keyed(1, "red", "purple", "blue", "tan")] * 20)

    assert (loud.hits, quiet.hits, silent.hits) == (20, 5, 0)
    assert loud.interval == wilson(20, 20)
    assert quiet.interval == wilson(5, 20)
    assert (loud.by_chance, quiet.by_chance, silent.by_chance) == (False, True, False)


def test_an_audit_plays_every_strategy_in_order_and_reads_its_items_once() -> None:
    played = audit(iter([keyed(0, *COLOURS[:4])]))

    assert [each.strategy for each in played] == list(STRATEGIES)
    assert [each.hits for each in played][-4:] == [1, 0, 0, 0]


def test_an_empty_bank_gives_nothing_away() -> None:
    for played in audit([]):
        assert (played.n, played.hits, played.chance, played.score) == (0, 0, 0, 0)
        assert played.interval == Interval(0, 1)
        assert played.by_chance


def test_thirds_add_up_to_no_more_than_all() -> None:
    tied = keyed(0, "purple", "yellow", "orange", "red")

    assert guess(CODES["longest"], [tied] * 3).score == pytest.approx(1 / 3)


def test_as_many_options_as_letters_can_be_guessed_at() -> None:
    assert CODES["place-a"].picks(item(*(f"{number} words" for number in range(26)))) == (0,)


def test_thousands_of_options_take_no_long_time() -> None:
    begun = time.perf_counter()
    audit([item(*(f"option number {number}" for number in range(3_000)))])

    assert time.perf_counter() - begun < 1
