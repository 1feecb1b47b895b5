"""The blind-guess audit of a certification."""

import uuid
from collections.abc import Callable, Sequence
from hashlib import md5
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from questions.actions.publishing import publish, revise, withdraw
from questions.formats.bank import read
from questions.items.guessing import STRATEGIES, audit
from questions.models import Certification, Objective, Option, Question, Version
from questions.reports import guessing
from questions.reports.guessing import NAMED, Audit, Audited, audit_of
from tests.builders import NOW, make_certification, make_draft, make_question

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]
BANK = settings.BASE_DIR / "fixtures" / "nca-genm"
SHORT = ("A red fox", "A grey cat", "A blue hen", "A black ox")
LONG_KEY = ("A red fox that comes out of the woods at night", *SHORT[1:])
SHORT_KEY = ("A fox", *LONG_KEY[:1], "A blue hen", "A black ox")


@pytest.fixture
def objective() -> Objective:
    return make_certification().objectives.get(section="1.1")


def asked(objective: Objective, texts: Sequence[str], **extra: Any) -> Question:
    """A published question whose first option is the key."""
    draft = make_draft(objective, options=len(texts), **extra)
    for position, text in enumerate(texts, 1):
        Option.objects.filter(version=draft, position=position).update(text=text)
    return publish(version=draft, by=None, now=NOW).question


def strategy(found: Audit, code: str) -> Audited:
    return next(each for each in found.strategies if each.code == code)


def test_a_certification_without_questions_has_no_audit(objective: Objective) -> None:
    found = audit_of(objective.certification)

    assert found == Audit(questions=0, total=0, strategies=(), plot=None)


def test_only_published_single_choice_of_that_certification_is_read(objective: Objective) -> None:
    asked(objective, LONG_KEY, code="A-1")
    make_question(objective, keys=2)
    make_draft(objective)
    withdraw(version=make_question(objective).versions.get(), now=NOW)
    make_question()

    found = audit_of(objective.certification)

    assert (found.questions, found.total, found.sampled) == (1, 1, False)
    assert [each.code for each in strategy(found, "longest").feeders] == ["A-1"]


def test_it_reads_what_learners_meet_and_not_the_draft(objective: Objective) -> None:
    question = asked(objective, LONG_KEY)
    draft = revise(question=question, by=None)
    Option.objects.filter(version=draft, position=1).update(text="A fox")

    found = strategy(audit_of(objective.certification), "longest")

    assert found.score == 1.0
    assert [each.version for each in found.feeders] == [Version.objects.published().get().pk]


def test_it_says_what_the_kernel_says_about_the_files() -> None:
    call_command("import_questions", str(BANK), verbosity=0)
    files = [read(path.read_bytes(), name=path.name) for path in sorted(BANK.glob("*.yaml"))]
    expected = audit(entry.item for file in files for entry in file.items)

    found = audit_of(Certification.objects.get()).strategies

    assert [(each.code, each.n, round(each.score, 9), round(each.low, 9), round(each.high, 9)) for each in found] == [
        (each.strategy.code, each.n, round(each.score, 9), round(each.interval.low, 9), round(each.interval.high, 9))
        for each in expected
    ]
    assert [[feeder.code for feeder in each.feeders] for each in found] == [
        sorted(item.code for item in each.fed_by)[:NAMED] for each in expected
    ]


@pytest.mark.parametrize(
    ("texts", "code", "state", "verdict"),
    [
        (LONG_KEY, "longest", "gives", "gives keys away"),
        (LONG_KEY, "shortest", "avoids", "avoids keys: turn it round"),
        (SHORT_KEY, "longest", "avoids", "avoids keys: turn it round"),
        (LONG_KEY, "hedged", "none", "nothing to choose by"),
    ],
)
def test_verdicts_are_words(objective: Objective, texts: tuple[str, ...], code: str, state: str, verdict: str) -> None:
    for _question in range(15):
        asked(objective, texts)

    found = strategy(audit_of(objective.certification), code)

    assert (found.state, found.verdict) == (state, verdict)


def test_one_question_proves_nothing(objective: Objective) -> None:
    asked(objective, LONG_KEY)
    found = audit_of(objective.certification)

    assert strategy(found, "longest").verdict == "no better than chance"
    assert found.telling == []


def test_what_differs_from_chance_is_told_first(objective: Objective) -> None:
    for _question in range(15):
        asked(objective, LONG_KEY)

    told = {each.code for each in audit_of(objective.certification).telling}

    assert {"longest", "shortest", "place-a", "place-b"} <= told
    assert "hedged" not in told


def test_every_strategy_has_a_name_without_gaps(objective: Objective) -> None:
    asked(objective, LONG_KEY)
    found = audit_of(objective.certification).strategies

    assert len(found) == len(STRATEGIES)
    assert not [each.name for each in found if "%" in each.name]
    assert strategy(audit_of(objective.certification), "place-c").name == "In place C as written"


def test_only_strategies_that_could_choose_are_drawn(objective: Objective) -> None:
    asked(objective, LONG_KEY)

    found = audit_of(objective.certification)

    assert found.plot is not None
    drawn = [line.name for line in found.plot.lines]
    assert drawn == [each.name for each in found.strategies if each.n]
    assert "The most hedged option" not in drawn


def test_fifty_questions_are_named_and_the_rest_counted(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "NAMED", 2)
    for code in ("B-3", "B-1", "B-2"):
        asked(objective, LONG_KEY, code=code, name=f"About {code}")

    found = strategy(audit_of(objective.certification), "longest")

    assert [(each.code, each.name) for each in found.feeders] == [("B-1", "About B-1"), ("B-2", "About B-2")]
    assert (found.fed, found.more) == (3, 1)


def read_codes(objective: Objective) -> set[str]:
    """The codes of the questions that were read: all of them have a place A, which is the key."""
    return {each.code for each in strategy(audit_of(objective.certification), "place-a").feeders}


def test_of_too_many_a_fixed_sample_is_read(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST", 2)
    for number in range(4):
        question = asked(objective, LONG_KEY, code=f"B-{number}")
        Question.objects.filter(pk=question.pk).update(uid=uuid.UUID(int=number))
    first = read_codes(objective)

    found = audit_of(objective.certification)

    assert (found.questions, found.total, found.sampled) == (2, 4, True)
    hashes = {md5(str(uuid.UUID(int=number)).encode()).hexdigest(): f"B-{number}" for number in range(4)}  # noqa: S324
    assert first == {hashes[each] for each in sorted(hashes)[:2]}
    # The same ones after a revision that changes every row's age and number.
    for question in Question.objects.all():
        publish(version=revise(question=question, by=None), by=None, now=NOW)
    assert read_codes(objective) == first


def test_a_sample_is_not_the_oldest_or_the_first_by_code(objective: Objective, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST", 3)
    for number in range(8):
        question = asked(objective, LONG_KEY, code=f"B-{number}")
        Question.objects.filter(pk=question.pk).update(uid=uuid.uuid5(uuid.NAMESPACE_URL, str(number)))

    assert read_codes(objective) not in ({"B-0", "B-1", "B-2"}, {"B-5", "B-6", "B-7"})


@pytest.mark.parametrize("rows", [1, 3])
def test_it_takes_three_queries(objective: Objective, django_assert_num_queries: Queries, rows: int) -> None:
    for _row in range(rows):
        asked(objective, LONG_KEY)

    with django_assert_num_queries(3):
        found = audit_of(objective.certification)

    assert found.questions == rows


def test_markup_is_heard_and_not_seen(objective: Objective) -> None:
    marked = ("An *ox*", "**An** *ox* **of** *a* **man**", "A blue hen of Ann", "A black ox of Joe")
    asked(objective, marked, text_format="markdown")

    assert strategy(audit_of(objective.certification), "longest").feeders == ()


def test_the_order_of_options_is_that_of_their_positions(objective: Objective) -> None:
    question = asked(objective, SHORT)
    draft = revise(question=question, by=None)
    Option.objects.filter(version=draft, position=1).update(position=9)
    publish(version=draft, by=None, now=NOW)

    found = audit_of(objective.certification)

    assert [strategy(found, f"place-{letter}").fed for letter in "abcd"] == [0, 0, 0, 1]
