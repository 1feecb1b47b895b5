"""Raising flags by hand, and solving blind."""

import uuid

import pytest

from questions.actions.flagging import (
    KEY_SUSPECT,
    NothingChosenError,
    NotLiveError,
    UnknownOptionError,
    decide,
    may_see_key,
    raise_flag,
    skip_blind,
    solve_blind,
)
from questions.actions.publishing import publish, revise, withdraw
from questions.models import BlindSolve, Flag, FlagEvent, Option, User, Version
from tests.actions.flags import LATER, explained, make_statistic, published_again, states
from tests.actions.together import together
from tests.builders import NOW, make_draft, make_question

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(db: None) -> Version:
    return make_question().versions.get()


def option(version: Version, position: int) -> Option:
    return version.options.get(position=position)


def entry(flag: Flag) -> tuple[str, str, str, str]:
    event = flag.events.order_by("pk").last()
    assert event is not None
    return event.decision, event.before, event.after, event.note


# --- Raising -----------------------------------------------------------------------------------------------------


def test_a_flag_raised_by_hand_waits_for_a_reviewer(version: Version, rita: User) -> None:
    make_statistic(version, n=41)
    uid = option(version, 2).uid

    flag = raise_flag(version=version, option_uid=uid, note=" Both fit. ", by=rita, now=NOW, request_id=uuid.uuid4())

    flag.refresh_from_db()
    assert (flag.code, flag.gravity, flag.state, flag.option_uid, flag.raised_by, flag.n) == (
        "manual",
        "medium",
        "open",
        uid,
        rita,
        41,
    )
    assert flag.rank == 50
    assert entry(flag) == ("raised", "", "open", "Both fit.")
    assert list(Flag.objects.to_review()) == [flag]


def test_sending_it_twice_raises_it_once(version: Version, rita: User) -> None:
    request = uuid.uuid4()

    flags = [raise_flag(version=version, note="Why?", by=rita, now=NOW, request_id=request) for _time in range(2)]

    assert flags[0] == flags[1]
    assert (Flag.objects.count(), FlagEvent.objects.count()) == (1, 1)


def test_two_complaints_by_hand_are_two(version: Version, rita: User) -> None:
    for _time in range(2):
        raise_flag(version=version, note="Why?", by=rita, now=NOW, request_id=uuid.uuid4())

    assert Flag.objects.count() == 2


def test_doubts_about_the_key_join(version: Version, rita: User, ivan: User) -> None:
    first, second = (
        raise_flag(version=version, note=by.name, by=by, now=NOW, request_id=uuid.uuid4(), code=KEY_SUSPECT)
        for by in (rita, ivan)
    )

    assert first == second
    assert (first.gravity, states()) == ("high", ["open"])
    assert [event.note for event in first.events.all()] == ["Rita", "Ivan"]


def test_a_doubt_that_was_kept_opens_again(version: Version, rita: User, ivan: User) -> None:
    flag = raise_flag(version=version, by=ivan, now=NOW, request_id=uuid.uuid4(), code=KEY_SUSPECT)
    decide(flag=flag, decision="keep", note="It is right.", by=rita, now=NOW, request_id=uuid.uuid4())

    raise_flag(version=version, note="Is it?", by=ivan, now=LATER, request_id=uuid.uuid4(), code=KEY_SUSPECT)

    assert (entry(flag), states()) == (("reopened", "dismissed", "open", "Is it?"), ["open"])


def test_a_doubt_about_the_former_wording_moves_to_todays(version: Version, rita: User) -> None:
    flag = raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4(), code=KEY_SUSPECT)
    newer = published_again(version.question)
    assert states() == ["watching"]

    raise_flag(version=newer, by=rita, now=LATER, request_id=uuid.uuid4(), code=KEY_SUSPECT)

    flag.refresh_from_db()
    assert (flag.version, flag.state) == (newer, "open")


def test_only_what_learners_meet_can_be_flagged(version: Version, rita: User) -> None:
    def complain(about: Version) -> Flag:
        return raise_flag(version=about, by=rita, now=NOW, request_id=uuid.uuid4())

    newer = published_again(version.question)
    for about in (version, make_draft()):
        with pytest.raises(NotLiveError):
            complain(about)
    withdraw(version=newer, now=NOW)
    with pytest.raises(NotLiveError):
        complain(newer)
    assert not Flag.objects.exists()


def test_a_flag_on_a_cosmetic_revisions_forerunner_is_about_today(version: Version, rita: User) -> None:
    newer = published_again(version.question, cosmetic=True)

    assert raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4()).version_id == newer.pk


def test_an_option_of_another_question_cannot_be_flagged(version: Version, rita: User) -> None:
    with pytest.raises(UnknownOptionError):
        raise_flag(version=version, option_uid=uuid.uuid4(), by=rita, now=NOW, request_id=uuid.uuid4())


# --- Solving blind -----------------------------------------------------------------------------------------------


def test_agreement_is_recorded_and_shows_the_key(version: Version, rita: User) -> None:
    assert not may_see_key(version, rita)

    solved = solve_blind(version=version, chosen={option(version, 1).pk}, note="Clear.", by=rita, now=NOW)

    assert (solved.fresh, solved.flag, solved.solve.agrees, solved.solve.note) == (True, None, True, "Clear.")
    assert may_see_key(version, rita)
    assert not Flag.objects.exists()


def test_only_the_first_answer_is_blind(version: Version, rita: User) -> None:
    solve_blind(version=version, chosen={option(version, 2).pk}, by=rita, now=NOW)

    again = solve_blind(version=version, chosen={option(version, 1).pk}, by=rita, now=LATER)

    assert (again.fresh, again.solve.agrees, again.solve.chosen) == (False, False, [option(version, 2).pk])
    assert again.flag == Flag.objects.get()
    assert FlagEvent.objects.count() == 1


def test_disagreement_doubts_the_key_and_a_second_makes_it_critical(version: Version, rita: User, ivan: User) -> None:
    first = solve_blind(version=version, chosen={option(version, 2).pk}, note="It is B.", by=rita, now=NOW).flag

    assert first is not None
    assert (first.code, first.option_uid, first.gravity, first.raised_by) == ("key_suspect", None, "high", rita)
    assert entry(first) == ("raised", "", "open", "It is B.")

    second = solve_blind(version=version, chosen={option(version, 3).pk}, by=ivan, now=LATER).flag

    assert second == first
    assert (second.gravity, second.rank) == ("critical", 100)
    assert [event.by for event in first.events.all()] == [rita, ivan]
    explained(first)


def test_several_options_have_to_be_chosen_exactly(rita: User) -> None:
    version = make_question(keys=2, choose_n=2).versions.get()

    assert solve_blind(version=version, chosen={option(version, 1).pk}, by=rita, now=NOW).solve.agrees is False


def test_an_answer_chooses_options_of_the_version(version: Version, rita: User) -> None:
    other = make_question().versions.get()

    with pytest.raises(UnknownOptionError):
        solve_blind(version=version, chosen={option(other, 1).pk}, by=rita, now=NOW)
    with pytest.raises(NothingChosenError):
        solve_blind(version=version, chosen=set(), by=rita, now=NOW)
    assert not may_see_key(version, rita)


def test_having_it_shown_is_recorded_and_no_answer_after_it_is_blind(version: Version, rita: User) -> None:
    skip_blind(version=version, by=rita, now=NOW)

    assert may_see_key(version, rita)
    solved = solve_blind(version=version, chosen={option(version, 2).pk}, by=rita, now=LATER)
    assert (solved.fresh, solved.solve.chosen, solved.solve.agrees, solved.flag) == (False, [], None, None)


def test_having_it_shown_after_answering_changes_nothing(version: Version, rita: User) -> None:
    solve_blind(version=version, chosen={option(version, 1).pk}, by=rita, now=NOW)

    assert skip_blind(version=version, by=rita, now=LATER).agrees is True


def test_whoever_wrote_or_published_it_knows_the_key(rita: User, ivan: User, ada: User) -> None:
    version = make_draft(author=ivan)
    version = publish(version=version, by=ada, now=NOW)

    assert [may_see_key(version, person) for person in (ivan, ada, rita)] == [True, True, False]


def test_new_wording_is_solved_anew_unless_only_words_changed(version: Version, rita: User) -> None:
    solve_blind(version=version, chosen={option(version, 1).pk}, by=rita, now=NOW)

    same = published_again(version.question, cosmetic=True)
    assert may_see_key(same, rita)
    assert not may_see_key(published_again(version.question), rita)


def test_disagreeing_with_a_wording_that_is_gone_doubts_nothing(version: Version, rita: User) -> None:
    published_again(version.question)

    solved = solve_blind(version=version, chosen={option(version, 2).pk}, by=rita, now=NOW)

    assert (solved.solve.agrees, solved.flag) == (False, None)
    assert not Flag.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_blind_answers_at_once_are_one_and_two_doubters_make_one_flag(rita: User, ivan: User) -> None:
    version = make_question().versions.get()
    wrong = {option(version, 2).pk}

    results = together(
        *[lambda: solve_blind(version=version, chosen=wrong, by=rita, now=NOW)] * 3,
        lambda: solve_blind(version=version, chosen=wrong, by=ivan, now=NOW),
    )

    assert not [result for result in results if isinstance(result, Exception)]
    assert BlindSolve.objects.count() == 2
    assert Flag.objects.get().gravity == "critical"
    assert FlagEvent.objects.count() == 2


def test_a_draft_of_the_next_version_changes_nothing(version: Version, rita: User) -> None:
    flag = raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4())

    revise(question=version.question, by=rita)

    flag.refresh_from_db()
    assert flag.state == "open"


def test_a_request_that_says_something_else_is_another(version: Version, rita: User, ivan: User) -> None:
    request = uuid.uuid4()

    for by, note in ((rita, "Why?"), (rita, "Why not?"), (ivan, "Why?"), (rita, "Why?")):
        raise_flag(version=version, note=note, by=by, now=NOW, request_id=request)

    assert Flag.objects.filter(version=version).count() == 3


def test_of_two_who_send_the_same_form_neither_word_is_lost(version: Version, rita: User, ivan: User) -> None:
    flag = raise_flag(version=version, by=rita, now=NOW, request_id=uuid.uuid4())
    request = uuid.uuid4()

    for by, note in ((rita, "First."), (rita, "Second."), (ivan, "First."), (rita, "First.")):
        decide(flag=flag, decision="note", note=note, by=by, now=NOW, request_id=request)

    assert [event.note for event in flag.events.filter(decision="note")] == ["First.", "Second.", "First."]
