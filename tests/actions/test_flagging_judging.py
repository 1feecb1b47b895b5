"""A run's findings against the flags kept: what opens, waits, closes, comes again."""

import uuid
from typing import Any

import pytest

from questions.actions.flagging import Tally, decide, judge, raise_flag
from questions.actions.flagging.course import grown
from questions.actions.publishing import publish, revise, withdraw
from questions.analysis.plain import from_plain
from questions.items.words import FlagState
from questions.models import Flag, FlagEvent, ItemStatistic, User, Version
from tests.actions.flags import (
    DEAD,
    DRAWN,
    HEALTHY,
    LATER,
    MISKEYED,
    UNSURE,
    Shape,
    explained,
    judged,
    make_statistic,
    published_again,
    states,
    statistic,
)
from tests.actions.together import together
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(db: None) -> Version:
    return make_question().versions.get()


def run(version: Version, shape: Shape, *, n: int = 400, **extra: Any) -> Tally:
    """One run of the analysis over one line, with the statistic that it keeps."""
    line = version.lineage_id or version.pk
    n_before = ItemStatistic.objects.filter(pk=line).values_list("judged_n", flat=True).first() or 0
    make_statistic(version, n=n)
    return judge([judged(version, shape, n=n, **{"n_before": n_before, **extra})], now=LATER)


def only() -> Flag:
    flag = Flag.objects.get()
    explained(flag)
    return flag


def history(flag: Flag) -> list[tuple[str, str]]:
    return list(flag.events.order_by("pk").values_list("decision", "after"))


# --- Opening -----------------------------------------------------------------------------------------------------


def test_nothing_found_flags_nothing(version: Version) -> None:
    assert run(version, HEALTHY) == Tally()
    assert not Flag.objects.exists()


def test_a_finding_opens_a_flag_that_keeps_what_the_rule_saw(version: Version) -> None:
    assert run(version, DRAWN) == Tally(opened=1)

    flag = only()
    second = version.options.get(position=2).uid
    assert (flag.code, flag.gravity, flag.state, flag.option_uid) == ("ATTRACTS_STRONG", "high", "open", second)
    assert (flag.version, flag.question, flag.n, flag.raised_by) == (version, version.question, 400, None)
    assert from_plain(flag.seen) == statistic(version, DRAWN)
    assert (flag.values["n"], flag.values["chosen"]) == (400, 110)
    assert history(flag) == [("raised", "open")]
    assert flag.events.get().by is None
    # High, and more for a bound of .071 and for exposures.
    assert flag.rank == pytest.approx(70 + 10 * 0.071 / 0.2, abs=0.1)


def test_exposures_and_the_bound_raise_the_rank(version: Version) -> None:
    run(version, DRAWN)
    before = only().rank

    run(version, DRAWN, exposures=100)

    assert only().rank == pytest.approx(before + 2.5)


def test_the_same_run_again_changes_nothing(version: Version) -> None:
    run(version, DRAWN)
    before = list(Flag.objects.values())

    assert run(version, DRAWN) == Tally()

    assert list(Flag.objects.values()) == before
    assert FlagEvent.objects.count() == 1


def test_grave_findings_on_few_responses_wait_for_a_second_run(version: Version) -> None:
    assert run(version, MISKEYED, n=120) == Tally(waiting=1)
    assert states() == ["waiting"]
    assert not Flag.objects.pending().exists()

    # One response more is not a second look.
    assert run(version, MISKEYED, n=128) == Tally()
    assert states() == ["waiting"]

    assert run(version, MISKEYED, n=134) == Tally(opened=1)
    assert (only().code, only().gravity, history(only())) == (
        "POSSIBLE_MISKEY",
        "critical",
        [("raised", "waiting"), ("raised", "open")],
    )


def test_with_enough_responses_the_first_look_opens_what_waited(version: Version) -> None:
    run(version, MISKEYED, n=190)

    assert run(version, MISKEYED, n=200) == Tally(opened=1)


def test_what_was_seen_once_and_not_again_goes_unseen_and_has_to_be_seen_twice_anew(version: Version) -> None:
    run(version, MISKEYED, n=100)
    assert run(version, UNSURE, n=112) == Tally(closed=1)

    assert run(version, MISKEYED, n=124) == Tally(waiting=1)
    assert run(version, MISKEYED, n=140) == Tally(opened=1)
    assert [after for _decision, after in history(only())] == ["waiting", "closed", "waiting", "open"]


def test_milder_findings_open_at_once(version: Version) -> None:
    assert run(version, DRAWN, n=100) == Tally(opened=1)
    assert only().code == "AMBIGUOUS_WITH_KEY"


def test_adaptive_exposure_is_never_grave(version: Version) -> None:
    assert run(version, MISKEYED, n=120, adaptive=True) == Tally(opened=1)
    assert only().gravity == "medium"


def test_new_things_are_only_looked_for_when_there_is_something_new(version: Version) -> None:
    run(version, HEALTHY, n=400)

    assert run(version, DRAWN, n=430) == Tally()
    assert run(version, DRAWN, n=440) == Tally(opened=1)


def test_an_option_that_was_public_is_judged_by_other_responses_and_the_others_are_not(version: Version) -> None:
    uid = str(version.options.get(position=2).uid)

    assert run(version, DRAWN, trap_basis={uid: statistic(version, HEALTHY)}) == Tally()
    assert run(version, HEALTHY, n=440, trap_basis={uid: statistic(version, DRAWN)}) == Tally(opened=1)
    assert from_plain(only().seen) == statistic(version, DRAWN)


@pytest.mark.parametrize("gone", ["superseded", "withdrawn", "draft", "another line"])
def test_only_what_learners_meet_now_is_judged(version: Version, gone: str) -> None:
    found = judged(version, DRAWN)
    if gone == "withdrawn":
        withdraw(version=version, now=NOW)
    elif gone == "another line":
        found = judged(version, DRAWN, lineage_id=make_question().versions.get().pk)
    else:
        published_again(version.question)
        if gone == "draft":
            found = judged(revise(question=version.question, by=None), DRAWN)

    assert judge([found], now=NOW) == Tally()
    assert not Flag.objects.exists()


def test_never_seen_is_counted_and_neither_waits_nor_lingers(version: Version) -> None:
    shown = {str(uid): 12 for uid in version.options.values_list("uid", flat=True)}

    assert run(version, HEALTHY, n=100, displayed=shown, published_days=40) == Tally(opened=4)
    assert set(Flag.objects.values_list("code", "gravity")) == {("NEVER_SEEN", "info")}
    assert run(version, HEALTHY, n=101, displayed={}, published_days=40) == Tally(closed=4)


# --- Going by itself ---------------------------------------------------------------------------------------------


def test_a_flag_closes_when_two_runs_in_a_row_no_longer_see_it(version: Version) -> None:
    run(version, DRAWN, n=400)

    assert run(version, HEALTHY, n=440) == Tally()
    assert (only().state, only().streak, only().values["n"]) == ("open", 1, 440)
    # Neither the same responses nor a few more make a second run.
    assert run(version, HEALTHY, n=440) == run(version, HEALTHY, n=480) == Tally()
    assert run(version, HEALTHY, n=484) == Tally(closed=1)

    flag = only()
    assert (flag.state, flag.events.last().by, flag.n) == ("closed", None, 484)  # type: ignore[union-attr]
    assert flag.seen["n"] == 400


@pytest.mark.parametrize("between", [DRAWN, UNSURE])
def test_a_run_in_between_that_still_sees_it_begins_anew(version: Version, between: Shape) -> None:
    for n, shape in ((400, DRAWN), (440, HEALTHY), (500, between), (560, HEALTHY)):
        assert run(version, shape, n=n).closed == 0
    assert (only().state, only().streak) == ("open", 1)


def test_a_finding_that_comes_back_opens_its_flag_again(version: Version) -> None:
    for n, shape in ((400, DRAWN), (440, HEALTHY), (500, HEALTHY)):
        run(version, shape, n=n)
    assert run(version, DRAWN, n=520) == Tally()

    assert run(version, DRAWN, n=550) == Tally(reopened=1)
    assert history(only()) == [("raised", "open"), ("closed", "closed"), ("reopened", "open")]


def test_what_is_with_the_author_does_not_go_by_itself(version: Version, rita: User) -> None:
    run(version, DRAWN)
    decide(flag=only(), decision="to_author", by=rita, now=NOW, request_id=uuid.uuid4())

    for n in (440, 500, 600):
        assert run(version, HEALTHY, n=n) == Tally()
    assert (only().state, only().values["n"]) == ("flagged", 600)


def test_what_people_raised_is_theirs_to_end(version: Version, rita: User) -> None:
    raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4())

    for n in (400, 500, 600):
        run(version, HEALTHY, n=n)

    assert states() == ["open"]


# --- Moving ------------------------------------------------------------------------------------------------------


def test_a_graver_rule_about_the_same_option_is_the_same_complaint(version: Version) -> None:
    run(version, DRAWN, n=100)
    before = only()

    assert run(version, DRAWN, n=400) == Tally()

    after = only()
    assert (before.code, before.gravity) == ("AMBIGUOUS_WITH_KEY", "medium")
    assert (after.code, after.gravity, after.values["n"], after.seen["n"]) == ("ATTRACTS_STRONG", "high", 400, 100)
    assert after.rank > before.rank


def test_a_dead_option_stays_one_when_somebody_takes_it(version: Version) -> None:
    run(version, DEAD, n=100)
    assert only().code == "NEVER_CHOSEN"

    run(version, DEAD, n=400)

    assert (only().code, only().state) == ("NON_FUNCTIONING", "open")


# --- Dismissals --------------------------------------------------------------------------------------------------


def keep(flag: Flag, by: User) -> None:
    decide(flag=flag, decision="keep", note="Meant so.", by=by, now=NOW, request_id=uuid.uuid4())


def test_a_dismissal_holds_until_there_are_twice_the_responses(version: Version, rita: User) -> None:
    run(version, DRAWN, n=400)
    keep(only(), rita)

    for n in (440, 600, 799):
        assert run(version, DRAWN, n=n) == Tally()
    assert only().state == "dismissed"

    assert run(version, DRAWN, n=800) == Tally(reopened=1)
    assert (only().state, only().n, only().seen["n"]) == ("open", 800, 800)


def test_a_dismissal_falls_when_it_gets_graver(version: Version, rita: User) -> None:
    run(version, DRAWN, n=200, adaptive=True)
    keep(only(), rita)
    assert run(version, DRAWN, n=260, adaptive=True) == Tally()

    assert run(version, DRAWN, n=300) == Tally(reopened=1)
    assert (only().state, only().gravity) == ("open", "high")


def test_a_graver_rule_about_the_same_option_ends_a_dismissal(version: Version, rita: User) -> None:
    run(version, DRAWN, n=400)
    keep(only(), rita)

    assert run(version, MISKEYED, n=440).reopened == 1
    assert Flag.objects.get(option_uid=version.options.get(position=2).uid).code == "POSSIBLE_MISKEY"


def test_a_milder_rule_about_the_same_option_does_not(version: Version, rita: User) -> None:
    run(version, MISKEYED, n=400)
    keep(only(), rita)

    assert run(version, DRAWN, n=440) == Tally()
    assert (only().state, only().code) == ("dismissed", "POSSIBLE_MISKEY")


def test_another_options_dismissal_silences_nothing(version: Version, rita: User) -> None:
    run(version, DRAWN, n=400)
    keep(only(), rita)

    first, second, third, fourth = DRAWN
    assert run(version, (first, third, second, fourth), n=440).opened == 1


# --- Revisions ---------------------------------------------------------------------------------------------------


def test_a_cosmetic_revision_changes_nothing(version: Version) -> None:
    run(version, DRAWN)
    newer = published_again(version.question, cosmetic=True)

    assert run(newer, DRAWN, n=440) == Tally()
    assert (only().state, only().version) == ("open", version)
    for n in (500, 600):
        run(newer, HEALTHY, n=n)
    assert only().state == "closed"


def test_new_wording_is_watched_and_clears_the_flag(version: Version, ivan: User) -> None:
    run(version, DRAWN)
    newer = published_again(version.question, by=ivan)
    assert only().state == "watching"
    assert only().events.last().by == ivan  # type: ignore[union-attr]

    assert run(newer, HEALTHY, n=99) == Tally()
    assert run(newer, HEALTHY, n=100) == Tally(resolved=1)

    flag = only()
    last = flag.events.last()
    assert last is not None
    assert (flag.state, flag.version, last.by, last.n) == ("resolved", version, None, 100)


def test_new_wording_with_the_same_fault_opens_it_again_there(version: Version, rita: User) -> None:
    run(version, MISKEYED)
    decide(flag=only(), decision="revise", by=rita, now=NOW, request_id=uuid.uuid4())
    newer = published_again(version.question)

    assert run(newer, MISKEYED, n=110) == Tally(reopened=1)

    flag = only()
    assert (flag.state, flag.version, flag.n, flag.seen["n"]) == ("open", newer, 110, 110)
    assert history(flag) == [
        ("raised", "open"),
        ("revise", "flagged"),
        ("revised", "watching"),
        ("reopened", "open"),
    ]
    # From here on it is a flag like any other.
    for n in (130, 150):
        run(newer, HEALTHY, n=n)
    assert only().state == "closed"


def test_what_is_watched_is_not_flagged_a_second_time(version: Version) -> None:
    run(version, DEAD)
    newer = published_again(version.question)

    assert run(newer, DEAD, n=90) == Tally()
    assert states() == ["watching"]


def test_other_faults_of_the_new_wording_are_flagged(version: Version) -> None:
    run(version, DEAD)
    newer = published_again(version.question)

    assert run(newer, DRAWN, n=400) == Tally(opened=1, resolved=1)
    assert states() == ["resolved", "open"]


def test_correlations_are_cleared_by_responses_that_have_a_criterion(version: Version) -> None:
    run(version, DRAWN)
    newer = published_again(version.question)
    few = statistic(newer, HEALTHY, n=90)

    assert judge([judged(newer, HEALTHY, n=120, basis=few)], now=LATER) == Tally()
    assert states() == ["watching"]


def test_what_was_seen_once_ends_with_its_wording(version: Version) -> None:
    run(version, MISKEYED, n=120)

    newer = published_again(version.question)

    assert only().state == "closed"
    assert run(newer, MISKEYED, n=120) == Tally(waiting=1)
    assert states() == ["closed", "waiting"]


@pytest.mark.parametrize(
    ("code", "option", "shape", "after"),
    [
        ("key_suspect", None, HEALTHY, "resolved"),
        ("key_suspect", None, DEAD, "resolved"),
        ("key_suspect", None, MISKEYED, "open"),
        ("key_suspect", 3, MISKEYED, "resolved"),
        ("manual", 4, DEAD, "resolved"),
        ("manual", 2, DRAWN, "open"),
        ("manual", 3, DRAWN, "resolved"),
        ("manual", None, DRAWN, "open"),
        ("manual", None, DEAD, "resolved"),
    ],
)
def test_peoples_complaints_are_cleared_or_confirmed_by_what_speaks_of_them(
    version: Version, rita: User, *, code: str, option: int | None, shape: Shape, after: str
) -> None:
    uid = version.options.get(position=option).uid if option else None
    flag = raise_flag(version=version, option_uid=uid, by=rita, now=NOW, request_id=uuid.uuid4(), code=code)
    newer = published_again(version.question)

    run(newer, shape)

    flag.refresh_from_db()
    assert (flag.state, flag.code) == (after, code)
    assert flag.version == (newer if after == "open" else version)
    explained(flag)


def test_withdrawing_ends_what_is_pending_and_leaves_what_was_decided(version: Version, rita: User, ivan: User) -> None:
    run(version, DRAWN)
    keep(only(), rita)
    raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4())
    assert states() == ["dismissed", "open"]

    withdraw(version=version, by=ivan, now=LATER)

    assert states() == ["dismissed", "closed"]
    last = FlagEvent.objects.order_by("pk").last()
    assert last is not None
    assert (last.decision, last.by) == ("withdraw", ivan)


# --- At once, and in number --------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_runs_at_once_open_a_flag_once() -> None:
    version = make_question().versions.get()
    found = [judged(version, DRAWN)]

    results = together(*[lambda: judge(found, now=LATER)] * 4)

    assert not [result for result in results if isinstance(result, Exception)]
    assert sum(result.opened for result in results if isinstance(result, Tally)) == 1
    assert history(only()) == [("raised", "open")]


@pytest.mark.django_db(transaction=True)
def test_a_run_beside_a_revision_leaves_nothing_open_on_the_old_wording() -> None:
    version = make_question().versions.get()
    draft = revise(question=version.question, by=None)
    found = [judged(version, DRAWN)]

    results = together(lambda: judge(found, now=LATER), lambda: publish(version=draft, by=None, now=LATER))

    assert not [result for result in results if isinstance(result, Exception)]
    assert states() in ([], ["watching"])


@pytest.mark.django_db(transaction=True)
def test_a_run_beside_a_withdrawal_leaves_nothing_pending() -> None:
    version = make_question().versions.get()
    found = [judged(version, DRAWN)]

    results = together(lambda: judge(found, now=LATER), lambda: withdraw(version=version, now=LATER))

    assert not [result for result in results if isinstance(result, Exception)]
    assert states() in ([], ["closed"])


@pytest.mark.parametrize("count", [1, 5])
def test_more_lines_take_no_more_queries(count: int, django_assert_num_queries: Any) -> None:
    versions = [make_question().versions.get() for _number in range(count)]
    older = [make_question().versions.get() for _number in range(count)]
    judge([judged(version, DRAWN) for version in older], now=NOW)
    both = [judged(version, MISKEYED, n=440) for version in (*versions, *older)]

    with django_assert_num_queries(9):
        tally = judge(both, now=LATER)

    assert tally.opened == count
    assert Flag.objects.filter(code="POSSIBLE_MISKEY").count() == 2 * count


@pytest.mark.parametrize("count", [1, 5])
def test_publishing_and_withdrawing_tell_all_flags_in_three_statements(
    count: int, rita: User, django_assert_num_queries: Any
) -> None:
    version = make_question().versions.get()
    for _number in range(count):
        raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4())
    draft = revise(question=version.question, by=None)

    # Eleven as without flags, and three for them.
    with django_assert_num_queries(14):
        publish(version=draft, by=None, now=NOW)
    assert states() == ["watching"] * count
    # The transaction and the question's turn, the version, and three for the flags.
    with django_assert_num_queries(7):
        withdraw(version=draft, now=NOW)
    assert states() == ["closed"] * count


def test_judging_nothing_is_nothing() -> None:
    assert judge([], now=NOW) == Tally()


@pytest.mark.parametrize(("n", "before", "counts"), [(0, 0, False), (1, 0, True), (109, 100, False), (110, 100, True)])
def test_a_run_counts_when_there_are_a_tenth_more(n: int, before: int, counts: bool) -> None:
    assert grown(n, before) is counts


# --- The table ---------------------------------------------------------------------------------------------------

# From each state: after a counted run that finds it, one that is unsure, and one that does not see it (twice).
COURSE = {
    FlagState.WAITING: ("open", "closed", "closed", "closed"),
    FlagState.OPEN: ("open", "open", "open", "closed"),
    FlagState.FLAGGED: ("flagged", "flagged", "flagged", "flagged"),
    FlagState.WATCHING: ("open", "resolved", "resolved", "resolved"),
    FlagState.RESOLVED: ("resolved", "resolved", "resolved", "resolved"),
    FlagState.DISMISSED: ("dismissed", "dismissed", "dismissed", "dismissed"),
    FlagState.CLOSED: ("open", "closed", "closed", "closed"),
}


@pytest.mark.parametrize("state", list(FlagState))
@pytest.mark.parametrize(("place", "shapes"), list(enumerate([[DRAWN], [UNSURE], [HEALTHY], [HEALTHY, HEALTHY]])))
def test_runs_lead_from_each_state(state: FlagState, place: int, shapes: list[Shape], rita: User) -> None:
    version, flag = in_state(state, rita)

    for number, shape in enumerate(shapes, 1):
        run(version, shape, n=round(800 * 1.2**number) if state != FlagState.WAITING else 200 + 40 * number)

    flag.refresh_from_db()
    assert flag.state == COURSE[state][place]
    explained(flag)


def in_state(state: FlagState, by: User) -> tuple[Version, Flag]:
    """The live version of a question with a flag in a state."""
    version = make_question().versions.get()
    run(version, DRAWN, n=180 if state == FlagState.WAITING else 600)
    flag = Flag.objects.get()
    if state == FlagState.FLAGGED:
        decide(flag=flag, decision="to_author", by=by, now=NOW, request_id=uuid.uuid4())
    elif state == FlagState.DISMISSED:
        keep(flag, by)
    elif state == FlagState.CLOSED:
        for n in (660, 730):
            run(version, HEALTHY, n=n)
    elif state in {FlagState.WATCHING, FlagState.RESOLVED}:
        version = published_again(version.question)
        if state == FlagState.RESOLVED:
            run(version, HEALTHY, n=110)
    flag.refresh_from_db()
    assert flag.state == state
    return version, flag
