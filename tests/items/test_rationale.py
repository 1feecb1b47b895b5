"""E10, W10b, W11, W20: every option says why."""

from tests.items.making import choice, errors, fires, found, item


def test_an_option_without_rationale_is_an_error() -> None:
    subject = item(options=(choice("red", key=True, because=""), choice("blue", because=" \n"), choice("green")))

    assert [problem.where for problem in found(subject, "E10")] == ["option 1", "option 2"]


def test_it_asks_for_what_is_missing() -> None:
    subject = item(options=(choice("red", key=True, because=""), choice("blue", because="")))

    first, second = found(subject, "E10")
    assert (first.message % first.params, first.fix) == ("Option 1 has no rationale.", "Say why it is right.")
    assert (second.message % second.params, second.fix) == ("Option 2 has no rationale.", "Say why it is wrong.")


def test_a_distractor_should_say_why_it_looks_right() -> None:
    subject = item(options=(choice("red", key=True), choice("blue", looks_right="")))

    assert [problem.where for problem in found(subject, "W10b")] == ["option 2"]
    assert errors(subject) == []


def test_a_key_has_nothing_that_looks_right() -> None:
    assert not fires(item(), "W10b")


def test_a_takeaway_and_an_explanation_are_advised() -> None:
    assert fires(item(takeaway=" "), "W20")
    assert fires(item(explanation=""), "W11")
    assert fires(item(explanation="It is red."), "W11")
    assert errors(item(takeaway="", explanation="")) == []
