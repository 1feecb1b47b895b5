"""What an author sees beside the form."""

import pytest

from questions.actions.publishing import publish, revise
from questions.items.checks import Problem, Severity
from questions.reports.authoring import preview_of, proposed_code, shown, versions_of
from tests.builders import NOW, make_certification, make_draft, make_question


def problem(where: str, severity: Severity = Severity.ERROR, **params: object) -> Problem:
    return Problem("E0", severity, "%(n)s of 100%%" if params else "100%", "", where, params)


@pytest.mark.parametrize(
    ("where", "place", "anchor"),
    [
        ("stem", "Stem", "id_stem"),
        ("choose_n", "Choose", "id_choose_n"),
        ("options", "Options", "options-group"),
        ("option 1", "Option 1", "id_options-3-text"),
        ("option 2", "Option 2", "id_options-0-text"),
        ("option 3", "Option 3", "options-group"),
    ],
)
def test_a_problem_leads_to_its_field(where: str, place: str, anchor: str) -> None:
    (found,) = shown([problem(where)], options=["options-3", "options-0"])

    assert (found.place, found.anchor, found.blocks) == (place, anchor, True)


def test_a_page_to_read_has_no_links() -> None:
    (found,) = shown([problem("stem", Severity.WARNING)])

    assert (found.anchor, found.blocks) == ("", False)


def test_messages_are_filled_in_only_where_they_have_places() -> None:
    assert [found.text for found in shown([problem("stem"), problem("stem", n=3)])] == ["100%", "3 of 100%"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("codes", "proposed"),
    [
        ([], "Q-0001"),
        (["GENM-0109"], "GENM-0110"),
        (["GENM-0999", "GENM-1000", "GENM-0998"], "GENM-1001"),
        (["A9"], "A10"),
        (["intro"], "intro0001"),
        (["Q-3", "Q-4", "Q-5", "Q-2"], "Q-6"),
    ],
)
def test_a_free_code_after_the_newest_is_proposed(codes: list[str], proposed: str) -> None:
    objective = make_certification().objectives.get(section="1.1")
    for code in codes:
        make_draft(objective, code=code)

    assert proposed_code() == proposed
    assert proposed_code(objective) == proposed


@pytest.mark.django_db
def test_versions_come_newest_first() -> None:
    question = make_question()
    publish(version=revise(question=question, by=None), by=None, now=NOW)

    assert [version.number for version in versions_of(question)] == [2, 1]


@pytest.mark.django_db
def test_the_preview_stands_in_the_authors_order() -> None:
    version = make_draft()
    version.options.filter(position=1).update(position=9)

    asked, explained, order = preview_of(version)

    assert order == list(version.options.order_by("position").values_list("pk", flat=True))
    assert set(asked["options"]) == set(explained["options"]) == {str(pk) for pk in order}
    assert explained["key"] == [order[-1]]
