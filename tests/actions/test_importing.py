"""Importing: everything or nothing, the same again changes nothing, published wording is never touched."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from questions.actions.importing import Count, Report, import_bank
from questions.actions.items import item_of
from questions.actions.publishing import revise, withdraw
from questions.formats.bank import CertificationEntry
from questions.items.item import Item, Trap
from questions.items.words import Difficulty, Kind, Status, TextFormat
from questions.models import Certification, Domain, Objective, Option, Question, Quiz, Rendering, User, Version
from tests.actions.files import File, certification, changed, choice, everything, file, item, quiz, uid
from tests.builders import NOW
from tests.formats.making import NASTY

pytestmark = pytest.mark.django_db
LATER = NOW + dt.timedelta(days=1)


def take(*files: File, now: dt.datetime = NOW, by: User | None = None, **options: Any) -> Report:
    """Import, and let nothing be refused."""
    report = import_bank(files=files, by=by, now=now, **options)
    assert said(report) == []
    return report


def said(report: Report) -> list[str]:
    """Refusals as people read them."""
    return [f"{refusal.place} {refusal.reason} {refusal.fix}".rstrip() % refusal.params for refusal in report.refusals]


def refused(*files: File, **options: Any) -> list[str]:
    """What is refused, and that it leaves no trace."""
    before = everything()
    report = import_bank(files=files, by=None, now=LATER, **options)

    assert not report.written
    assert everything() == before
    return said(report)


def line_of(upload: File, text: str, *, nth: int = 1) -> int:
    """The line (from 1) of the nth occurrence of a text in a file."""
    lines = [number for number, line in enumerate(upload[1].decode().split("\n"), 1) if text in line]
    return lines[nth - 1]


def live(code: str = "D-1") -> Version:
    """The published version of a question."""
    return Version.objects.get(question__code=code, status=Status.PUBLISHED)


def versions(code: str = "D-1") -> list[tuple[int, str]]:
    return list(Version.objects.filter(question__code=code).order_by("number").values_list("number", "status"))


# --- What is new -------------------------------------------------------------------------------------------------


def test_everything_in_the_files_is_made_and_published() -> None:
    report = take(
        file(certification(), name="1.yaml"), file(item("D-1"), item("D-2"), quiz("D-2", "D-1"), name="2.yaml")
    )

    assert (report.certifications, report.domains, report.objectives) == (Count(new=1), Count(new=2), Count(new=2))
    assert (report.questions, report.quizzes, report.published) == (Count(new=2), Count(new=1), 2)
    assert report.written
    assert Certification.objects.get().published
    assert versions("D-1") == versions("D-2") == [(1, "published")]
    assert list(Quiz.objects.get().places.values_list("question__code", "position")) == [("D-2", 1), ("D-1", 2)]


def test_a_question_in_the_bank_says_what_its_file_says() -> None:
    subject = item(
        kind=Kind.MULTIPLE,
        choose_n=2,
        shuffle=False,
        text_format=TextFormat.PLAIN,
        language="de",
        difficulty=Difficulty.HARD,
        sample=True,
        external_id="x-1",
        options=(choice("D-1", 1), choice("D-1", 2, is_key=True), choice("D-1", 3, pinned=True, trap=Trap("A claim."))),
    )
    take(file(certification(), subject, name="folder/b.yaml"))

    assert item_of(live()) == replace(subject, source_file="b.yaml")
    assert live().source_place == "line 31"
    assert live().question.traps.get().public_since == NOW


def test_where_a_question_came_from_first_is_kept() -> None:
    take(file(certification(), item(source_file="old.gift", place="line 7")))

    assert (live().source_file, live().source_place) == ("old.gift", "line 7")


def test_nasty_text_goes_in_and_comes_out_unchanged() -> None:
    options = tuple(
        choice("D-1", number, is_key=number == 1, text=text, because=text, looks_right=text)
        for number, text in enumerate(NASTY, 1)
    )
    # A draft, since a published question could not have so many options.
    subject = item(status=Status.DRAFT, takeaway="\n".join(NASTY[:-1]), tags=("a: b", "#", "'"), options=options[:26])
    rest = item("D-2", status=Status.DRAFT, options=options[26:52])
    take(file(certification(), subject, rest))

    found = {version.question.code: item_of(version) for version in Version.objects.all()}
    assert replace(found["D-1"], source_file="") == subject
    assert replace(found["D-2"], source_file="") == rest
    assert take(file(certification(), subject, rest)).questions == Count(unchanged=2)


def test_the_importer_is_author_and_publisher(ivan: User) -> None:
    take(file(certification(), item()), by=ivan)

    assert (live().author, live().published_by, live().published_at) == (ivan, ivan, NOW)


def test_published_questions_are_rendered() -> None:
    take(file(certification(), item()))

    assert Rendering.objects.get().asked["stem"].startswith("<p")


def test_drafts_publishes_nothing() -> None:
    report = take(file(certification(), item(), quiz("D-1")), drafts=True)

    assert report.published == 0
    assert versions() == [(1, "draft")]
    assert not Certification.objects.get().published
    assert not Quiz.objects.get().published


def test_a_draft_may_be_unfinished() -> None:
    unfinished = changed(item(status=Status.DRAFT, stem="TODO"), 2, because="")
    take(file(certification(), unfinished))

    assert versions() == [(1, "draft")]


# --- The same again ----------------------------------------------------------------------------------------------


def test_the_same_files_again_change_nothing() -> None:
    files = (
        file(certification(), changed(item(sample=True), 2, trap=Trap("A claim."))),
        file(item("D-2", status=Status.DRAFT), quiz("D-1", "D-2"), name="2.yaml"),
    )
    take(*files)
    before = everything()

    report = take(*files, now=LATER)

    assert everything() == before
    assert (report.certifications, report.domains, report.objectives) == (
        Count(unchanged=1),
        Count(unchanged=2),
        Count(unchanged=2),
    )
    assert (report.questions, report.quizzes, report.published) == (Count(unchanged=2), Count(unchanged=1), 0)


def test_a_question_that_moved_within_its_file_is_the_same() -> None:
    take(file(certification(), item("D-1"), item("D-2")))

    assert take(file(certification(), item("D-2"), item("D-1"), name="other.yaml")).questions == Count(unchanged=2)


# --- What changed ------------------------------------------------------------------------------------------------

REWORDED: list[Item] = [
    item(stem="What else?"),
    item(takeaway="Something else."),
    item(explanation=""),
    item(name="Another name"),
    item(references=()),
    item(language="en-GB"),
    item(shuffle=False),
    item(external_id="x"),
    item(text_format=TextFormat.PLAIN),
    changed(item(), 1, text="Another text"),
    changed(item(), 2, looks_right="of another reason."),
    changed(item(), 2, because="of another reason."),
    changed(item(), 4, pinned=True),
    changed(changed(item(), 1, is_key=False), 2, is_key=True),
    item(options=item().options[:3]),
    item(options=item().options[::-1]),
    item(kind=Kind.MULTIPLE),
]


@pytest.mark.parametrize("reworded", REWORDED)
def test_another_wording_becomes_the_next_version(reworded: Item) -> None:
    take(file(certification(), item()))
    old = item_of(live())

    report = take(file(reworded), now=LATER)

    assert (report.questions, report.published) == (Count(changed=1), 1)
    assert versions() == [(1, "superseded"), (2, "published")]
    assert replace(item_of(live()), source_file="") == reworded
    assert replace(item_of(Version.objects.get(number=1)), status=Status.PUBLISHED) == old


def test_options_carry_their_uids_to_the_next_version() -> None:
    take(file(certification(), item()))
    take(file(changed(item(), 2, text="Another text")))

    assert Option.objects.filter(uid=uid("D-1/2")).count() == 2


def test_with_drafts_the_next_version_waits() -> None:
    take(file(certification(), item()))

    report = take(file(item(stem="What else?")), drafts=True)

    assert (report.questions, report.published) == (Count(changed=1), 0)
    assert versions() == [(1, "published"), (2, "draft")]


@pytest.mark.parametrize(
    "beside",
    [
        item(code="D-99"),
        item(objective="2.1"),
        item(difficulty=Difficulty.HARD),
        item(tags=("two", "one")),
        item(sample=True),
        changed(item(), 2, trap=Trap()),
    ],
)
def test_what_belongs_to_the_question_changes_without_a_new_version(beside: Item) -> None:
    take(file(certification(), item()))

    report = take(file(beside))

    assert (report.questions, report.published) == (Count(changed=1), 0)
    assert versions(beside.code) == [(1, "published")]
    assert replace(item_of(live(beside.code)), source_file="") == beside


def test_a_draft_that_says_the_same_is_published() -> None:
    take(file(certification(), item()), drafts=True)

    report = take(file(item()), now=LATER)

    assert (report.questions, report.published) == (Count(changed=1), 1)
    assert versions() == [(1, "published")]
    assert live().published_at == LATER


def test_a_draft_that_an_import_made_is_written_anew() -> None:
    take(file(certification(), item()), drafts=True)
    take(file(item(stem="What else?")), drafts=True, now=LATER)

    assert versions() == [(1, "draft")]
    assert Version.objects.get().stem == "What else?"
    assert Option.objects.count() == 4


def test_a_submitted_draft_that_changes_is_a_draft_again() -> None:
    take(file(certification(), item(status=Status.DRAFT)))
    Version.objects.update(status=Status.SUBMITTED)
    take(file(item(stem="What else?", status=Status.DRAFT)))

    assert versions() == [(1, "draft")]


def test_a_revision_that_nobody_wrote_in_is_written_anew(ivan: User) -> None:
    take(file(certification(), item()))
    revise(question=Question.objects.get(), by=ivan)
    take(file(item(stem="What else?")))

    assert versions() == [(1, "superseded"), (2, "published")]


# --- What people did meanwhile -----------------------------------------------------------------------------------


def somebodys_draft(ivan: User) -> Version:
    """A draft beside the published version, with a sentence of its own."""
    draft = revise(question=Question.objects.get(), by=ivan)
    draft.stem = "What do I ask?"
    draft.save(update_fields=["stem", "updated_at"])
    return draft


def test_the_published_wording_again_leaves_somebodys_draft_alone(ivan: User) -> None:
    take(file(certification(), item()))
    somebodys_draft(ivan)
    before = everything()

    assert take(file(item())).questions == Count(unchanged=1)
    assert everything() == before


def test_another_wording_never_overwrites_somebodys_draft(ivan: User) -> None:
    take(file(certification(), item()))
    somebodys_draft(ivan)

    assert refused(file(item(stem="What else?"))) == [
        "b.yaml:4 D-1 has a draft here that says something else. Publish or discard it first."
    ]


def test_somebodys_first_draft_is_not_overwritten_either(ivan: User) -> None:
    take(file(certification(), item()), drafts=True)
    draft = Version.objects.get()
    draft.save(update_fields=["stem", "updated_at"])

    assert len(refused(file(item(stem="What else?")))) == 1


def test_what_was_withdrawn_stays_withdrawn_until_it_says_something_else() -> None:
    take(file(certification(), item()))
    withdraw(version=live(), now=NOW)

    assert take(file(item())).questions == Count(unchanged=1)
    assert versions() == [(1, "withdrawn")]

    take(file(item(stem="What else?")))
    assert versions() == [(1, "withdrawn"), (2, "published")]


def test_a_published_certification_keeps_its_state_when_drafts_are_imported() -> None:
    take(file(certification(), item(), quiz("D-1")))

    take(file(certification(published=False, vendor="V"), quiz("D-1", published=False)), drafts=True)

    assert Certification.objects.get().published
    assert Certification.objects.get().vendor == "V"
    assert Quiz.objects.get().published


# --- Whose is it -------------------------------------------------------------------------------------------------


def test_a_code_that_another_question_has_is_refused() -> None:
    take(file(certification(), item()))
    upload = file(item(uid=uid("other"), options=item("D-9").options))

    reason = f"There is a question D-1 already, with another uid ({uid('D-1')}). Take its uid or another code."
    assert refused(upload) == [f"b.yaml:{line_of(upload, 'code: D-1')} {reason}"]


def test_a_question_of_another_certification_is_refused() -> None:
    take(file(certification(), item()), file(certification("other"), name="2.yaml"))

    assert refused(file(item(), code="other")) == [
        "b.yaml:4 This question belongs to demo. Give the copy a uid of its own."
    ]


def test_uids_and_codes_given_twice_are_refused_with_both_places() -> None:
    one, two = file(certification(), item(), name="1.yaml"), file(item(), item("D-2", code="D-1"), name="2.yaml")

    found = refused(one, two)

    assert found[0] == "2.yaml:4 The question D-1 has the uid of another one, at 1.yaml:31. Give it its own."
    assert found[1] == "2.yaml:4 The code D-1 is used already, at 1.yaml:31. Each question has its own."
    assert "The uid of option 1 is used already, at 1.yaml:" in found[2]


@pytest.mark.parametrize(
    ("upload", "reason"),
    [
        (file(item()), "b.yaml There is no certification demo."),
        (file(quiz("D-1")), "b.yaml There is no certification demo."),
        (file(certification(), item(objective="3.1")), "b.yaml:34 demo has no objective 3.1."),
    ],
)
def test_what_belongs_nowhere_is_refused(upload: File, reason: str) -> None:
    assert refused(upload)[0] == reason


# --- Free samples and traps --------------------------------------------------------------------------------------


def test_the_free_sample_moves_to_another_question() -> None:
    take(file(certification(), item("D-1", sample=True), item("D-2")))
    take(file(item("D-1"), item("D-2", sample=True)))

    assert [question.code for question in Question.objects.filter(sample=True)] == ["D-2"]


def test_free_samples_change_places() -> None:
    take(file(certification(), item("D-1", sample=True), item("D-2", sample=True, objective="2.1")))
    take(file(item("D-1", sample=True, objective="2.1"), item("D-2", sample=True)))

    found = Question.objects.filter(sample=True).values_list("code", "objective__section")
    assert list(found) == [("D-1", "2.1"), ("D-2", "1.1")]


def test_a_second_sample_is_refused_with_both_lines() -> None:
    upload = file(certification(), item("D-1", sample=True), item("D-2", sample=True))
    first, second = line_of(upload, "sample: true"), line_of(upload, "sample: true", nth=2)

    assert refused(upload) == [
        f"b.yaml:{second} Objective 1.1 has a free sample already, at b.yaml:{first}. There is one an objective."
    ]


def test_a_sample_beside_one_in_the_bank_is_refused() -> None:
    take(file(certification(), item("D-1", sample=True)))
    upload = file(item("D-2", sample=True))

    reason = "Objective 1.1 has a free sample already, D-1. Take it off there first."
    assert refused(upload) == [f"b.yaml:{line_of(upload, 'sample: true')} {reason}"]


def test_a_trap_keeps_the_date_since_which_it_is_public() -> None:
    take(file(certification(), changed(item(), 2, trap=Trap("A claim."))))
    take(file(changed(item(stem="What else?"), 2, trap=Trap("A better claim."))), now=LATER)

    trap = Question.objects.get().traps.get()
    assert (trap.option_uid, trap.claim, trap.public_since) == (uid("D-1/2"), "A better claim.", NOW)


def test_a_trap_that_the_file_drops_goes() -> None:
    take(file(certification(), changed(item(), 2, trap=Trap())))
    take(file(item()))

    assert not Question.objects.get().traps.exists()


def test_a_trap_whose_option_goes_is_forgotten_with_the_last_version_that_has_it() -> None:
    take(file(certification(), changed(item(status=Status.DRAFT), 4, trap=Trap())))
    take(file(item(status=Status.DRAFT, options=item().options[:3], tags=())))

    assert not Question.objects.get().traps.exists()


@pytest.mark.parametrize("status", [Status.DRAFT, Status.PUBLISHED])
def test_a_key_is_no_trap_even_in_a_draft(status: Status) -> None:
    upload = file(certification(), changed(item(status=status), 1, trap=Trap()))
    line = line_of(upload, f"uid: {uid('D-1/1')}")

    assert refused(upload) == [f"b.yaml:{line} Option 1 is the key and cannot be a trap. Take the trap off."]


# --- Certifications ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        certification(name="Another name"),
        certification(description="Words"),
        certification(minutes=90),
        certification(pass_mark=70),
        certification(published=False),
        certification(weights=(50, 50)),
        replace(
            certification(), domains=(replace(certification().domains[0], name="Another"), certification().domains[1])
        ),
    ],
)
def test_a_certification_is_brought_up_to_date(other: CertificationEntry) -> None:
    take(file(certification()))
    take(file(other))

    found = Certification.objects.get()
    for name in ("name", "description", "minutes", "pass_mark", "published"):
        assert getattr(found, name) == getattr(other, name)
    assert [(domain.name, domain.weight) for domain in found.domains.all()] == [
        (domain.name, domain.weight) for domain in other.domains
    ]


def test_an_objective_moves_to_another_domain_and_is_counted_as_changed() -> None:
    first, second = certification().domains
    take(file(certification()))
    report = take(
        file(
            replace(
                certification(),
                domains=(
                    replace(first, objectives=()),
                    replace(second, objectives=first.objectives + second.objectives),
                ),
            )
        )
    )

    assert report.objectives == Count(changed=1, unchanged=1)
    assert Objective.objects.get(section="1.1").domain.number == 2


def test_objectives_stand_in_the_order_of_their_numbers() -> None:
    take(file(certification(weights=(10, 10, 10, 10, 10, 10, 10, 10, 10, 10))))

    assert list(Objective.objects.values_list("section", flat=True))[-2:] == ["9.1", "10.1"]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (certification(weights=(60, 30)), "b.yaml:3 The domain weights of demo add up to 90 and not to 100, so it"),
        (certification(weights=()), "b.yaml:3 A published certification needs domains"),
        (certification("a b"), "b.yaml:3 A code has letters"),
        (certification(questions_min=0), "b.yaml:3 “questions_min” to “questions_max” must be a range"),
        (certification(questions_min=70), "b.yaml:3 “questions_min” to “questions_max” must be a range"),
        (certification(minutes=0), "b.yaml:3 “mock_length” and “minutes” must be at least 1."),
    ],
)
def test_a_certification_that_could_not_be_is_refused(entry: CertificationEntry, reason: str) -> None:
    assert refused(file(entry))[0].startswith(reason)


def test_weights_may_be_unfinished_until_it_is_published() -> None:
    take(file(certification(weights=(60, 30), published=False)))

    assert len(refused(file(certification(weights=(60, 30))))) == 1


def test_domains_that_the_file_leaves_out_count_too() -> None:
    take(file(certification(weights=(60, 40))))

    assert "add up to 140" in refused(file(certification(weights=(100,))))[0]


def test_domains_and_objectives_given_twice_are_refused() -> None:
    first, second = certification(weights=(50, 50)).domains
    twice = replace(certification(), domains=(first, replace(first, name="Again")))
    other = replace(certification(), domains=(first, replace(second, objectives=first.objectives)))

    assert refused(file(twice))[0].startswith("b.yaml:23 Domain 1 is there already, at b.yaml:16.")
    assert refused(file(other))[0].startswith("b.yaml:27 Objective 1.1 is there already, at b.yaml:20.")
    assert refused(file(certification()), file(certification(), name="2.yaml")) == [
        "2.yaml:3 The certification demo is described already, at b.yaml:3.",
    ]


# --- Quizzes -----------------------------------------------------------------------------------------------------


def test_a_quiz_is_brought_up_to_date() -> None:
    take(file(certification(), item("D-1"), item("D-2"), quiz("D-1", "D-2")))
    report = take(file(quiz("D-2", "D-1", name="Another name")))

    assert report.quizzes == Count(changed=1)
    assert Quiz.objects.get().name == "Another name"
    assert [place.question.code for place in Quiz.objects.get().places.all()] == ["D-2", "D-1"]


def test_a_quiz_may_use_questions_of_the_bank_and_of_later_files() -> None:
    take(file(certification(), item("D-1")))
    take(file(quiz("D-1", "D-2"), name="1.yaml"), file(item("D-2"), name="2.yaml"))

    assert Quiz.objects.get().places.count() == 2


def test_a_question_renamed_stays_in_its_quiz() -> None:
    take(file(certification(), item(), quiz("D-1")))

    assert take(file(item(code="D-99"), quiz("D-99"))).quizzes == Count(unchanged=1)


def test_questions_that_are_nowhere_elsewhere_or_twice_are_refused() -> None:
    take(file(certification(), item()), file(certification("other"), item("O-1"), name="2.yaml"))
    upload = file(quiz("D-1", "D-7", "O-1"))

    assert refused(upload) == [
        f"b.yaml:{line_of(upload, '- D-7')} There is no question D-7.",
        f"b.yaml:{line_of(upload, '- O-1')} The question O-1 belongs to other.",
    ]
    assert "The question D-1 is in this quiz already" in refused(file(quiz("D-1", "D-1")))[0]
    assert "The quiz first is there already" in refused(file(quiz("D-1"), quiz("D-1")))[0]


# --- All or nothing ----------------------------------------------------------------------------------------------


def test_an_error_is_refused_with_the_line_it_is_in() -> None:
    upload = file(certification(), item("D-1"), changed(item("D-2"), 3, because=" "))
    line = line_of(upload, f"uid: {uid('D-2/3')}")

    report = import_bank(files=[upload], by=None, now=NOW)

    assert said(report) == [f"b.yaml:{line} Option 3 has no rationale. Say why it is wrong."]
    assert report.refusals[0].about == "D-2"
    assert not Certification.objects.exists()


def test_one_bad_file_keeps_all_of_them_out() -> None:
    assert len(refused(file(certification(), item()), ("bad.yaml", b"format: nothing"))) == 1


@pytest.mark.parametrize("extra", [{"stem": "x" * 20_001}, {"language": "x" * 30}, {"choose_n": 1}])
def test_what_no_column_takes_is_refused_even_in_a_draft(extra: dict[str, Any]) -> None:
    assert len(refused(file(certification(), item(status=Status.DRAFT, **extra)))) == 1


def test_what_the_database_refuses_is_refused_in_words() -> None:
    def unbalance(_done: int, _total: int) -> None:
        Domain.objects.filter(number=1).update(weight=10)

    report = import_bank(files=[file(certification(), item())], by=None, now=NOW, tell=unbalance)

    reason = "The database refused this import (certification_weights_add_up):"
    assert said(report) == [f"b.yaml {reason} the domain weights of demo do not add up to 100"]
    assert not report.written
    assert not Certification.objects.exists()


def test_warnings_keep_nothing_out() -> None:
    report = take(file(certification(), item(takeaway="")))

    assert [(warning.reason, warning.fix) for warning in report.warnings] == [
        ("There is no takeaway.", "Say in one sentence what to remember.")
    ]


def test_a_check_tells_what_an_import_would_do_and_does_nothing() -> None:
    take(file(certification(), item("D-1"), item("D-2")))
    files = (file(certification(), item("D-1", stem="What else?"), item("D-2", tags=()), item("D-3"), quiz("D-3")),)
    before = everything()

    checked = take(*files, check=True)

    assert everything() == before
    assert not checked.written
    done = take(*files)
    checked.written = True
    assert checked == done


def test_nothing_to_import_is_nothing() -> None:
    assert take().questions == Count()


@pytest.mark.parametrize("count", [1, 30])
def test_the_number_of_statements_does_not_grow_with_the_number_of_questions(count: int) -> None:
    take(file(certification(), item("D-0", stem="Why?")))
    items = [changed(item(f"D-{number}"), 2, trap=Trap()) for number in range(1, count + 1)]

    with CaptureQueriesContext(connection) as queries:
        take(file(*items))

    assert len(queries) == 28


@pytest.mark.parametrize("count", [1, 30])
def test_neither_does_that_of_importing_them_again(count: int) -> None:
    files = file(certification(), *(item(f"D-{number}") for number in range(count)))
    take(files)

    with CaptureQueriesContext(connection) as queries:
        take(files)

    assert len(queries) == 19
