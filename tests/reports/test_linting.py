"""What the rules say about many questions at once."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from questions.actions.publishing import revise, withdraw
from questions.items.checks import Severity
from questions.items.item import Choice, Item
from questions.models import Option, Version
from questions.reports.linting import NOISE, Rate, Subject, in_bank, in_files, lint
from tests.actions.files import certification, changed, file, item
from tests.builders import NOW, make_certification, make_draft, make_question

Queries = Callable[[int], Any]


def subject(whole: Item) -> Subject:
    return Subject(whole, lambda where: f"{whole.code}@{where}")


def colours(code: str, *, stem: str = "") -> Item:
    """A question that no rule has anything to say about; its stem is unlike others'."""
    stem = stem or f"Which colour has the sky over {sha256(code.encode()).hexdigest()}?"
    texts = ("red", "green", "blue", "grey")
    options = tuple(Choice(text, text == "red", f"it is {text}.", "" if text == "red" else "hot.") for text in texts)
    because = f"Long waves of {code} pass through the air, so that {code} looks red."
    return Item(stem=stem, options=options, code=code, name=code, takeaway="Look up.", explanation=because)


def test_a_clean_question_has_no_remarks() -> None:
    found = lint([subject(colours("Q-1"))])

    assert (found.questions, found.remarks, found.rates) == (1, [], [])


def test_nothing_to_look_at_is_no_fault() -> None:
    found = lint([])

    assert (found.questions, found.remarks, found.rates) == (0, [], [])


def test_a_remark_says_everything_in_words() -> None:
    faulty = changed(colours("Q-1"), 1, because="")

    (remark,) = lint([subject(faulty)]).remarks

    assert (remark.code, remark.rule, remark.severity) == ("E10", "MISSING_RATIONALE", Severity.ERROR)
    assert (remark.place, remark.question, remark.where) == ("Q-1@option 1", "Q-1", "option 1")
    assert (remark.message, remark.fix) == ("Option 1 has no rationale.", "Say why it is right.")


def test_the_words_meant_are_quoted() -> None:
    (remark,) = lint([subject(colours("Q-1", stem="Which colour has the latest sky over there?"))]).remarks

    assert (remark.rule, remark.severity, remark.span) == ("DATED", Severity.INFO, "latest")


def test_a_question_without_a_code_goes_by_its_name() -> None:
    faulty = replace(colours("Q-1"), code="", name="The sky", takeaway="")

    assert [remark.question for remark in lint([subject(faulty)]).remarks] == ["The sky"]


def test_remarks_stand_in_the_order_of_questions_with_the_gravest_first() -> None:
    both = replace(changed(colours("Q-1"), 1, because=""), takeaway="")
    found = lint([subject(both), subject(changed(colours("Q-2"), 1, because=""))])

    told = [(remark.question, remark.severity) for remark in found.remarks]
    assert told == [("Q-1", Severity.ERROR), ("Q-1", Severity.WARNING), ("Q-2", Severity.ERROR)]
    assert [found.count(severity) for severity in Severity] == [2, 1, 0]


def test_the_later_of_two_alike_is_told_of_the_first() -> None:
    stem = "Which colour do the clouds have at noon in a very dry summer?"
    found = lint([subject(colours("Q-1", stem=stem)), subject(colours("Q-2")), subject(colours("Q-3", stem=stem))])

    (remark,) = found.remarks
    assert (remark.rule, remark.question, remark.place) == ("DUPLICATE_ITEM", "Q-3", "Q-3@stem")
    assert "Q-1" in remark.message


def test_of_three_equal_ones_two_are_told() -> None:
    found = lint([subject(colours("Q-1")) for _ in range(3)])

    assert [(rate.rule, rate.findings, rate.questions) for rate in found.rates] == [("DUPLICATE_ITEM", 3, 2)]


def test_rates_count_findings_and_questions_apart() -> None:
    twice = changed(changed(colours("Q-1"), 2, looks_right=""), 3, looks_right="")
    found = lint([subject(twice), *(subject(colours(f"Q-{number}")) for number in range(2, 6))])

    assert found.rates == [Rate("W10b", "MISSING_TEMPTATION", Severity.WARNING, findings=2, questions=1, share=0.2)]


def test_rates_stand_with_the_gravest_and_then_the_most_frequent_first() -> None:
    found = lint(
        [
            subject(changed(replace(colours("Q-1"), takeaway=""), 2, looks_right="")),
            subject(replace(colours("Q-2"), takeaway="")),
            subject(changed(colours("Q-3"), 1, because="")),
        ]
    )

    assert [rate.rule for rate in found.rates] == ["MISSING_RATIONALE", "MISSING_TAKEAWAY", "MISSING_TEMPTATION"]


def test_a_rule_is_noisy_above_a_tenth_and_not_at_it() -> None:
    def rate(share: float) -> Rate:
        return Rate("W1", "X", Severity.WARNING, 1, 1, share)

    assert not rate(NOISE).noisy
    assert rate(0.11).noisy


def test_rules_of_mere_style_speak_when_asked() -> None:
    whole = subject(colours("Q-1", stem="The sky over the sea has at noon a colour called"))

    assert [remark.rule for remark in lint([whole]).remarks] == []
    assert [remark.rule for remark in lint([whole], optional=True).remarks] == ["INCOMPLETE_STEM"]


# --- Files -----------------------------------------------------------------------------------------------------------


def test_questions_of_files_know_their_lines() -> None:
    name, data = file(certification(), item("D-1"), item("D-2"), name="bank.yaml")

    subjects, refusals = in_files([(name, data)])

    lines = data.decode().splitlines()
    assert refusals == []
    assert [each.item.code for each in subjects] == ["D-1", "D-2"]
    for each in subjects:
        stem = int(each.place("stem").removeprefix("bank.yaml:"))
        assert lines[stem - 1].strip().startswith("stem:")
        assert each.item.code in lines[stem - 1]
        # A part that is not written down is missing where the question begins.
        assert each.place("nothing").startswith("bank.yaml:")


def test_what_cannot_be_read_is_a_line_for_people() -> None:
    subjects, refusals = in_files([("a.yaml", b"format: other\n"), file(item(), name="b.yaml")])

    assert [each.item.code for each in subjects] == ["D-1"]
    assert refusals == ["a.yaml:1: This is not a file of the format examprep-bank/1."]


# --- Bank ------------------------------------------------------------------------------------------------------------


def codes(subjects: list[Subject]) -> list[str]:
    return [each.item.stem for each in subjects]


@pytest.mark.django_db
def test_only_what_is_published_of_that_certification_is_looked_at() -> None:
    here, there = make_certification(), make_certification()
    make_question(here.objectives.get(section="1.1"), code="B-2", stem="Second")
    revised = make_question(here.objectives.get(section="2.1"), code="B-1", stem="First")
    draft = revise(question=revised, by=None)
    Version.objects.filter(pk=draft.pk).update(stem="First, revised")
    gone = make_question(here.objectives.get(section="1.1"), code="B-3", stem="Gone")
    withdraw(version=gone.versions.get(), now=NOW)
    make_draft(here.objectives.get(section="1.1"), code="B-4", stem="New")
    make_question(there.objectives.get(section="1.1"), code="A-1", stem="Elsewhere")

    assert codes(in_bank(here)) == ["First", "Second"]
    assert codes(in_bank(here, drafts=True)) == ["First, revised", "Second", "New"]


@pytest.mark.django_db
def test_a_question_of_the_bank_is_found_by_its_code() -> None:
    make_question(code="B-1")

    (found,) = in_bank(Version.objects.get().question.objective.certification)

    assert (found.place("stem"), found.place("option 2")) == ("B-1", "B-1")


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
def test_a_bank_is_read_in_three_queries(django_assert_num_queries: Queries, rows: int) -> None:
    objective = make_certification().objectives.get(section="1.1")
    for _row in range(rows):
        make_question(objective)

    with django_assert_num_queries(3):
        found = lint(in_bank(objective.certification))

    assert found.questions == rows


@pytest.mark.django_db
def test_what_the_bank_says_is_what_the_rules_see() -> None:
    draft = make_draft(code="B-1", takeaway="")
    Option.objects.filter(version=draft, position=2).update(because="")

    remarks = lint(in_bank(draft.question.objective.certification, drafts=True)).remarks

    assert {"MISSING_RATIONALE", "MISSING_TAKEAWAY"} <= {remark.rule for remark in remarks}
