"""Deciding on flags: each decision on record, whoever else decides at the same time."""

import uuid
from typing import Any

import pytest

from questions.actions.flagging import (
    Decided,
    EndedError,
    NothingToDecideError,
    ReasonMissingError,
    decide,
    decide_all,
    judge,
    raise_flag,
    solve_blind,
)
from questions.actions.publishing import publish, revise, withdraw
from questions.items.words import Decision, FlagState
from questions.models import Flag, FlagEvent, User, Version
from tests.actions.flags import DRAWN, HEALTHY, LATER, explained, judged, make_statistic, published_again, states
from tests.actions.together import together
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db
DECISIONS = ("keep", "to_author", "revise", "withdraw", "note")


@pytest.fixture
def version(db: None) -> Version:
    return make_question().versions.get()


@pytest.fixture
def flag(version: Version, rita: User) -> Flag:
    return complain(version, rita)


def complain(version: Version, by: User) -> Flag:
    return raise_flag(version=version, note="Look.", by=by, now=NOW, request_id=uuid.uuid4())


def take(flag: Flag, decision: str, by: User, **extra: Any) -> Decided:
    facts = {"note": "Why.", "now": LATER, "request_id": uuid.uuid4()}
    return decide(flag=flag, decision=decision, by=by, **{**facts, **extra})


def status(version: Version) -> str:
    version.refresh_from_db()
    return version.status


# --- One decision ------------------------------------------------------------------------------------------------

# From each state, after each decision; "-" where it is refused.
TABLE = {
    FlagState.WAITING: ("-", "-", "-", "-", "waiting"),
    FlagState.OPEN: ("dismissed", "flagged", "flagged", "closed", "open"),
    FlagState.FLAGGED: ("dismissed", "flagged", "flagged", "closed", "flagged"),
    FlagState.WATCHING: ("dismissed", "flagged", "flagged", "closed", "watching"),
    FlagState.RESOLVED: ("-", "-", "-", "-", "resolved"),
    FlagState.DISMISSED: ("dismissed", "flagged", "flagged", "closed", "dismissed"),
    FlagState.CLOSED: ("-", "-", "-", "-", "closed"),
}


def in_state(state: FlagState, by: User) -> tuple[Flag, Version]:
    """A flag in a state, and the live version of its question."""
    version = make_question().versions.get()
    judge([judged(version, DRAWN, n=180 if state == FlagState.WAITING else 400)], now=NOW)
    flag = Flag.objects.get()
    if state in {FlagState.FLAGGED, FlagState.DISMISSED}:
        take(flag, "to_author" if state == FlagState.FLAGGED else "keep", by)
    elif state == FlagState.CLOSED:
        judge([judged(version, HEALTHY, n=440)], now=NOW)
        judge([judged(version, HEALTHY, n=500)], now=NOW)
    elif state in {FlagState.WATCHING, FlagState.RESOLVED}:
        version = published_again(version.question)
        if state == FlagState.RESOLVED:
            judge([judged(version, HEALTHY, n=110)], now=NOW)
    flag.refresh_from_db()
    assert flag.state == state
    return flag, version


@pytest.mark.parametrize("state", list(FlagState))
@pytest.mark.parametrize(("place", "decision"), list(enumerate(DECISIONS)))
def test_decisions_lead_from_each_state(state: FlagState, place: int, decision: str, ivan: User) -> None:
    flag, version = in_state(state, ivan)
    entries = flag.events.count()
    after = TABLE[state][place]

    if after == "-":
        with pytest.raises(EndedError):
            take(flag, decision, ivan, seen_state=state)
    else:
        decided = take(flag, decision, ivan, seen_state=state)
        assert (decided.fresh, decided.holds, decided.overtaken_by) == (True, True, None)
        assert (decided.event.before, decided.event.after, decided.event.by) == (state, after, ivan)

    flag.refresh_from_db()
    assert flag.state == (state if after == "-" else after)
    assert flag.events.count() == entries + (after != "-")
    assert status(version) == ("withdrawn" if decision == "withdraw" and after != "-" else "published")
    explained(flag)


def test_keeping_needs_a_reason(flag: Flag, rita: User) -> None:
    with pytest.raises(ReasonMissingError):
        take(flag, "keep", rita, note=" \n")
    assert states() == ["open"]


def test_a_decision_remembers_at_how_many_responses_it_was_taken(flag: Flag, version: Version, rita: User) -> None:
    make_statistic(version, n=230)

    assert take(flag, "keep", rita).event.n == 230
    flag.refresh_from_db()
    assert flag.n == 230


def test_a_revision_is_asked_for_option_by_option(flag: Flag, version: Version, rita: User) -> None:
    second = str(version.options.get(position=2).uid)
    notes = {second: " Make it clearly wrong. ", str(uuid.uuid4()): "Of another question.", "": "x"}

    event = take(flag, "revise", rita, option_notes=notes).event

    event.refresh_from_db()
    assert event.option_notes == {second: "Make it clearly wrong."}


def test_withdrawing_takes_the_question_away_and_ends_its_other_flags(
    flag: Flag, version: Version, rita: User, ivan: User
) -> None:
    other = complain(version, ivan)

    take(flag, "withdraw", rita)

    assert (status(version), states()) == ("withdrawn", ["closed", "closed"])
    last = other.events.last()
    assert last is not None
    assert (last.decision, last.by) == ("withdraw", rita)
    assert flag.events.filter(decision="withdraw").count() == 1


def test_sending_it_twice_decides_once(flag: Flag, version: Version, rita: User) -> None:
    request = uuid.uuid4()

    first, again = (take(flag, "withdraw", rita, request_id=request, seen_state="open") for _time in range(2))

    assert (first.fresh, again.fresh, again.holds, again.overtaken_by) == (True, False, True, None)
    assert first.event == again.event
    assert flag.events.count() == 2


def test_a_flag_of_a_former_wording_that_was_kept_is_not_decided_on_again(
    flag: Flag, version: Version, rita: User
) -> None:
    take(flag, "keep", rita)
    published_again(version.question)

    with pytest.raises(EndedError):
        take(flag, "to_author", rita, seen_state="dismissed")
    assert take(flag, "note", rita).flag.state == "dismissed"


def test_what_is_watched_and_decided_on_is_about_the_wording_of_today(flag: Flag, version: Version, rita: User) -> None:
    newer = published_again(version.question)
    make_statistic(newer, n=60)

    take(flag, "keep", rita)

    flag.refresh_from_db()
    assert (flag.state, flag.version, flag.n) == ("dismissed", newer, 60)


# --- Past one another --------------------------------------------------------------------------------------------

# The first reviewer's decision, the second's, and the state that holds. Both saw it open.
PAST = [
    ("keep", "keep", "dismissed", True),
    ("keep", "to_author", "flagged", True),
    ("keep", "revise", "flagged", True),
    ("keep", "withdraw", "closed", True),
    ("to_author", "keep", "flagged", False),
    ("to_author", "to_author", "flagged", True),
    ("to_author", "revise", "flagged", True),
    ("to_author", "withdraw", "closed", True),
    ("revise", "keep", "flagged", False),
    ("revise", "to_author", "flagged", True),
    ("revise", "withdraw", "closed", True),
    ("withdraw", "keep", "closed", False),
    ("withdraw", "to_author", "closed", False),
    ("withdraw", "revise", "closed", False),
    ("withdraw", "withdraw", "closed", True),
]


@pytest.mark.parametrize(("first", "second", "after", "holds"), PAST)
def test_of_two_reviewers_the_graver_outcome_holds_and_both_are_on_record(
    flag: Flag, version: Version, rita: User, ivan: User, *, first: str, second: str, after: str, holds: bool
) -> None:
    earlier = take(flag, first, rita, seen_state="open").event
    request = uuid.uuid4()

    for fresh in (True, False):
        decided = take(flag, second, ivan, note="Mine.", seen_state="open", request_id=request)
        assert (decided.fresh, decided.holds, decided.overtaken_by) == (fresh, holds, earlier)

    flag.refresh_from_db()
    assert flag.state == after
    assert [event.decision for event in flag.events.order_by("pk")] == ["raised", first, second]
    assert status(version) == ("withdrawn" if after == "closed" else "published")
    explained(flag)


def test_a_note_is_told_what_happened_and_changes_nothing(flag: Flag, rita: User, ivan: User) -> None:
    earlier = take(flag, "keep", rita).event

    noted = take(flag, "note", ivan, seen_state="open")

    assert (noted.flag.state, noted.overtaken_by) == ("dismissed", earlier)


def test_any_decision_weighs_more_than_evidence_that_went_meanwhile(version: Version, rita: User) -> None:
    flag, _version = in_state(FlagState.CLOSED, rita)

    decided = take(flag, "keep", rita, seen_state="open")

    assert (decided.flag.state, decided.holds) == ("dismissed", True)
    assert decided.overtaken_by is not None
    assert decided.overtaken_by.decision == Decision.CLOSED


@pytest.mark.parametrize(("decision", "after"), [("keep", "open"), ("to_author", "flagged")])
def test_what_data_reopened_meanwhile_is_not_kept_unseen(rita: User, decision: str, after: str) -> None:
    flag, version = in_state(FlagState.WATCHING, rita)
    judge([judged(version, DRAWN, n=200)], now=LATER)

    assert take(flag, decision, rita, seen_state="watching").flag.state == after


@pytest.mark.parametrize("decision", ["keep", "to_author", "revise", "withdraw"])
def test_a_wording_replaced_meanwhile_is_not_there_to_be_decided_on(
    flag: Flag, version: Version, rita: User, decision: str
) -> None:
    newer = published_again(version.question)

    decided = take(flag, decision, rita, seen_state="open")

    assert (decided.flag.state, decided.holds, status(newer)) == ("watching", False, "published")
    assert decided.overtaken_by is not None
    assert decided.overtaken_by.decision == Decision.REVISED


def test_what_was_kept_on_a_former_wording_meanwhile_stays_so(
    flag: Flag, version: Version, rita: User, ivan: User
) -> None:
    take(flag, "keep", rita)
    published_again(version.question)

    decided = take(flag, "to_author", ivan, seen_state="open")

    assert (decided.flag.state, decided.holds) == ("dismissed", False)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("decisions", [("keep", "to_author"), ("withdraw", "keep"), ("revise", "withdraw")])
def test_reviewers_at_once_lose_nothing(rita: User, ivan: User, decisions: tuple[str, str]) -> None:
    version = make_question().versions.get()
    flag = complain(version, rita)

    results = together(
        *[
            lambda decision=decision, by=by: take(flag, decision, by, seen_state="open")
            for decision, by in zip(decisions, (rita, ivan), strict=True)
        ]
    )

    assert not [result for result in results if isinstance(result, Exception)]
    assert sum(result.overtaken_by is not None for result in results if isinstance(result, Decided)) == 1
    flag.refresh_from_db()
    assert flag.state == ("flagged" if "withdraw" not in decisions else "closed")
    assert {event.decision for event in flag.events.all()} == {"raised", *decisions}
    explained(flag)


@pytest.mark.django_db(transaction=True)
def test_withdrawing_and_publishing_at_once_leave_no_flag_pending_on_what_is_gone(rita: User) -> None:
    version = make_question().versions.get()
    flag = complain(version, rita)
    draft = revise(question=version.question, by=None)

    results = together(
        lambda: take(flag, "withdraw", rita, seen_state="open"), lambda: publish(version=draft, by=None, now=LATER)
    )

    assert not [result for result in results if isinstance(result, Exception)]
    # Withdrawn first, and then published anew; or replaced first, so that what was withdrawn is no more.
    assert states() in (["closed"], ["watching"])
    explained(Flag.objects.get(pk=flag.pk))


# --- Deciding on a question --------------------------------------------------------------------------------------


def all_of(version: Version, decision: str, by: User, **extra: Any) -> list[Decided]:
    facts = {"note": "Why.", "now": LATER, "request_id": uuid.uuid4()}
    return decide_all(question=version.question, decision=decision, by=by, **{**facts, **extra})


def test_all_flags_that_wait_for_a_reviewer_are_decided_on(version: Version, rita: User, ivan: User) -> None:
    flags = [complain(version, rita) for _number in range(3)]
    take(flags[0], "to_author", ivan)

    decided = all_of(version, "keep", ivan)

    assert [each.flag for each in decided] == flags[1:]
    assert states() == ["flagged", "dismissed", "dismissed"]
    # With none left, what is pending is meant.
    assert [each.flag for each in all_of(version, "keep", ivan)] == flags[:1]


def test_only_what_was_seen_is_decided_on(version: Version, rita: User) -> None:
    seen = complain(version, rita)
    complain(version, rita)

    all_of(version, "keep", rita, seen={seen.pk: "open"})

    assert states() == ["dismissed", "open"]


def test_deciding_on_all_twice_decides_once(version: Version, rita: User) -> None:
    for _number in range(2):
        complain(version, rita)
    request = uuid.uuid4()

    first, again = (all_of(version, "revise", rita, request_id=request) for _time in range(2))

    assert [each.event for each in first] == [each.event for each in again]
    assert [each.fresh for each in (*first, *again)] == [True, True, False, False]
    assert FlagEvent.objects.count() == 4


def test_withdrawing_a_question_ends_all_its_flags_once(version: Version, rita: User) -> None:
    for _number in range(2):
        complain(version, rita)

    all_of(version, "withdraw", rita)

    assert (status(version), states()) == ("withdrawn", ["closed", "closed"])
    assert FlagEvent.objects.filter(decision="withdraw").count() == 2


@pytest.mark.parametrize(
    ("decision", "after"), [("to_author", "flagged"), ("revise", "flagged"), ("withdraw", "closed")]
)
def test_whoever_wants_something_done_about_a_question_without_flags_raises_one(
    version: Version, rita: User, decision: str, after: str
) -> None:
    request = uuid.uuid4()

    first, again = (all_of(version, decision, rita, request_id=request) for _time in range(2))

    assert (Flag.objects.get().code, states()) == ("manual", [after])
    assert [each.event for each in first] == [each.event for each in again]
    explained(Flag.objects.get())


def test_without_flags_there_is_nothing_to_keep(version: Version, rita: User) -> None:
    for decision in ("keep", "note"):
        with pytest.raises(NothingToDecideError):
            all_of(version, decision, rita)
    withdraw(version=version, now=NOW)
    with pytest.raises(NothingToDecideError):
        all_of(version, "revise", rita)
    assert not Flag.objects.exists()


def test_a_note_goes_to_the_flag_that_changed_last(version: Version, rita: User) -> None:
    first, _second = complain(version, rita), complain(version, rita)
    all_of(version, "keep", rita)
    take(first, "note", rita, now=LATER.replace(year=2027))

    assert all_of(version, "note", rita)[0].flag == first
    assert states() == ["dismissed", "dismissed"]


@pytest.mark.parametrize("count", [1, 5])
def test_more_flags_take_no_more_queries(
    version: Version, rita: User, count: int, django_assert_num_queries: Any
) -> None:
    for _number in range(count):
        complain(version, rita)
    seen = dict.fromkeys(Flag.objects.values_list("pk", flat=True), "open")

    with django_assert_num_queries(10):
        all_of(version, "to_author", rita, seen=seen)


def test_a_doubt_from_solving_blind_is_decided_on_like_any_other(version: Version, rita: User, ivan: User) -> None:
    wrong = version.options.get(position=2).pk
    flag = solve_blind(version=version, chosen={wrong}, by=rita, now=NOW).flag
    assert flag is not None

    all_of(version, "revise", ivan)
    newer = published_again(version.question)
    judge([judged(newer, HEALTHY, n=120)], now=LATER)

    flag.refresh_from_db()
    assert flag.state == "resolved"
    assert [event.decision for event in flag.events.order_by("pk")] == ["raised", "revise", "revised", "resolved"]
