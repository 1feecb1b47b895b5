"""Free samples: asked of anybody, recorded once for people with an account."""

import base64
import json
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core import signing
from django.db import connection
from django.test import override_settings

from questions.actions import samples
from questions.actions.answering import Answer, Recorded, end_attempt
from questions.actions.dealing import deal
from questions.actions.publishing import publish, revise, withdraw
from questions.actions.samples import (
    Sample,
    StaleSampleError,
    adopt_seen,
    answered_sample,
    ask_sample,
    asked_sample,
    record_sample,
    seen_after,
    seen_in,
)
from questions.items.words import Mode, Reason
from questions.models import Attempt, Learner, Question, Response, Sighting, User, Version
from tests.builders import NOW, make_question

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(db: None) -> Version:
    """The published wording of a sample with six options."""
    return make_question(sample=True, options=6).versions.get()


def ask(version: Version) -> Sample:
    return ask_sample(version=version, nonce=uuid.uuid4())


def record(person: User, sample: Sample, *places: int) -> Recorded:
    answer = Answer(frozenset(sample.order[place] for place in places or (0,)))
    return record_sample(person=person, sample=sample, answer=answer, now=NOW, request_id=uuid.uuid4())


# --- Asking -----------------------------------------------------------------------------------------------------


def test_a_form_keeps_its_order_and_another_form_draws_another(version: Version) -> None:
    sample = ask(version)

    assert asked_sample(version=version, token=sample.token) == sample
    assert len({ask(version).order for _form in range(20)}) > 1


def test_every_option_comes_first_in_some_form(version: Version) -> None:
    firsts = {ask(version).order[0] for _form in range(200)}

    assert firsts == set(version.options.values_list("pk", flat=True))


def test_pinned_options_stay_last_and_unshuffled_ones_as_they_are() -> None:
    pinned = revise(question=make_question(), by=None)
    pinned.options.filter(position=2).update(pinned=True)
    pinned = publish(version=pinned, by=None, now=NOW)
    still = make_question(shuffle=False).versions.get()

    assert {ask(pinned).order[-1] for _form in range(20)} == {pinned.options.get(position=2).pk}
    assert ask(still).order == tuple(still.options.order_by("position").values_list("pk", flat=True))


def test_the_token_tells_nothing_about_the_options(version: Version) -> None:
    sample = ask(version)

    content = json.loads(base64.urlsafe_b64decode(sample.token.partition(":")[0] + "=="))

    assert content == [version.pk, sample.nonce.hex]


@pytest.mark.parametrize("forged", ["", "x", "a:b:c", "\x00", "é" * 9, "9" * 5000])
def test_a_token_that_is_not_ours_is_refused(version: Version, forged: str) -> None:
    with pytest.raises(StaleSampleError):
        asked_sample(version=version, token=forged)


def test_a_token_changed_in_one_letter_is_refused(version: Version) -> None:
    token = ask(version).token
    other = ("B" if token[0] == "A" else "A") + token[1:]

    with pytest.raises(StaleSampleError):
        asked_sample(version=version, token=other)


def test_a_token_for_one_purpose_does_not_serve_another(version: Version) -> None:
    sample = ask(version)

    with pytest.raises(StaleSampleError):
        answered_sample(version=version, link=sample.token)
    with pytest.raises(StaleSampleError):
        asked_sample(version=version, token=sample.answered(sample.order[:1]))


def test_an_old_token_is_refused(version: Version, monkeypatch: pytest.MonkeyPatch) -> None:
    token = ask(version).token
    monkeypatch.setattr(samples, "TOKEN_AGE", samples.TOKEN_AGE * -1)

    with pytest.raises(StaleSampleError):
        asked_sample(version=version, token=token)


def test_a_token_of_a_former_wording_is_refused(version: Version) -> None:
    token = ask(version).token
    now = publish(version=revise(question=version.question, by=None), by=None, now=NOW)

    with pytest.raises(StaleSampleError):
        asked_sample(version=now, token=token)


def test_a_token_signed_with_a_retired_key_is_refused_because_its_order_cannot_be_drawn_again(
    version: Version, settings
) -> None:
    token = ask(version).token

    with (
        override_settings(SECRET_KEY="another" * 9, SECRET_KEY_FALLBACKS=[settings.SECRET_KEY]),
        pytest.raises(StaleSampleError),
    ):
        asked_sample(version=version, token=token)


def test_a_link_to_a_verdict_brings_back_the_order_and_the_choice(version: Version) -> None:
    sample = ask(version)
    chosen = frozenset(sample.order[1:3])

    assert answered_sample(version=version, link=sample.answered(chosen)) == (sample, chosen)


# --- Recording --------------------------------------------------------------------------------------------------


def test_an_answer_is_recorded_as_a_finished_attempt_of_one_slot(lea: User, version: Version) -> None:
    sample = ask(version)

    recorded = record(lea, sample, 2)

    response = Response.objects.get()
    attempt = Attempt.objects.get()
    assert recorded.fresh
    assert (response.mode, response.reason, response.exposure) == ("sample", "picked", 1)
    assert (response.chosen, response.order_shown, response.positions) == ([sample.order[2]], list(sample.order), [3])
    assert (attempt.mode, attempt.learner.user, attempt.finished_at) == ("sample", lea, NOW)


def test_the_same_form_sent_again_gets_the_recorded_answer(lea: User, version: Version) -> None:
    sample = ask(version)
    record(lea, sample, 0)

    again = record(lea, asked_sample(version=version, token=sample.token), 1)

    assert not again.fresh
    assert again.response.chosen == [sample.order[0]]
    assert Response.objects.count() == Attempt.objects.count() == 1


def test_a_new_form_is_a_second_exposure(lea: User, version: Version) -> None:
    record(lea, ask(version))

    second = record(lea, ask(version)).response

    assert (second.exposure, second.rationale_seen) == (2, True)


def test_two_people_may_send_the_same_form(lea: User, mallory: User, version: Version) -> None:
    sample = ask(version)
    record(lea, sample, 0)

    hers = record(mallory, sample, 1)

    assert hers.fresh
    assert hers.response.chosen == [sample.order[1]]


def test_a_question_withdrawn_meanwhile_is_not_recorded(lea: User, version: Version) -> None:
    sample = ask(version)
    withdraw(version=version, now=NOW)

    with pytest.raises(StaleSampleError):
        record(lea, sample)
    assert not Response.objects.exists()


def test_a_question_published_anew_meanwhile_is_not_recorded(lea: User, version: Version) -> None:
    sample = ask(version)
    publish(version=revise(question=version.question, by=None), by=None, now=NOW)

    with pytest.raises(StaleSampleError):
        record(lea, sample)
    assert not Response.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_form_sent_many_times_at_once_is_recorded_once(lea: User, version: Version) -> None:
    sample = ask(version)

    def send(place: int) -> tuple[bool, list[int]]:
        try:
            recorded = record(lea, sample, place % 6)
        finally:
            connection.close()
        return recorded.fresh, recorded.response.chosen

    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(send, range(16)))

    assert sum(fresh for fresh, _chosen in replies) == 1
    assert {tuple(chosen) for _fresh, chosen in replies} == {tuple(Response.objects.get().chosen)}
    assert Attempt.objects.count() == 1


# --- What was seen before signing up ----------------------------------------------------------------------------


def test_the_cookie_remembers_each_sample_once_and_the_newest_sixty() -> None:
    cookie = ""
    for pk in [*range(1, 62), 5]:
        cookie = seen_after(cookie, pk)

    assert seen_in(cookie) == [*(pk for pk in range(2, 62) if pk != 5), 5]


@pytest.mark.parametrize("forged", ["", "x", "WzFd", signing.dumps([1]), "\x00", "é"])
def test_a_forged_cookie_remembers_nothing(forged: str) -> None:
    assert seen_in(forged) == []


def test_samples_seen_before_signing_up_are_not_fresh(lea: User, version: Version) -> None:
    cookie = seen_after("", version.question_id)

    assert adopt_seen(user=lea, cookie=cookie, now=NOW) == 1

    response = record(lea, ask(version)).response
    assert (response.exposure, response.rationale_seen) == (1, True)


def test_adopting_twice_changes_nothing(lea: User, version: Version) -> None:
    cookie = seen_after("", version.question_id)
    adopt_seen(user=lea, cookie=cookie, now=NOW)

    assert adopt_seen(user=lea, cookie=cookie, now=NOW) == 0
    assert Sighting.objects.count() == 1


def test_a_forged_cookie_adopts_nothing_and_makes_no_learner(lea: User, version: Version) -> None:
    assert adopt_seen(user=lea, cookie=signing.dumps([version.question_id]), now=NOW) == 0
    assert not Learner.objects.exists()


def test_questions_that_are_gone_are_passed_over(lea: User, version: Version) -> None:
    cookie = seen_after(seen_after("", version.question_id), version.question_id + 1_000)

    assert adopt_seen(user=lea, cookie=cookie, now=NOW) == 1
    assert Question.objects.count() == 1


def test_an_attempt_that_was_ended_before_its_answer_came_is_out_of_date(version: Version, lea: User) -> None:
    """As when the process died between dealing and recording, and the practice that was left behind was ended."""
    sample = ask(version)
    deal(
        learner=Learner.objects.of(lea),
        certification=version.question.objective.certification,
        quiz=None,
        name="Sample",
        questions=[version.question_id],
        mode=Mode.SAMPLE,
        reason=Reason.PICKED,
        token=sample.nonce,
        seed=1,
        now=NOW,
    )
    end_attempt(attempt=Attempt.objects.get(), now=NOW)
    version = Version.objects.get(pk=version.pk)
    sample = Sample(version, sample.nonce, tuple(Attempt.objects.get().slots.get().option_order))

    with pytest.raises(StaleSampleError):
        record(lea, sample)
