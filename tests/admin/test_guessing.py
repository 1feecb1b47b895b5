"""The page that shows what blind guessing scores."""

from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from questions.models import Certification, Option, Question, User
from questions.reports import guessing
from tests.admin.forms import words
from tests.builders import make_certification, make_draft, make_question

pytestmark = pytest.mark.django_db
Queries = Callable[[int], Any]


def address(certification: Certification) -> str:
    return reverse("admin:questions_certification_guessing", args=[certification.pk])


@pytest.fixture
def certification() -> Certification:
    """With one published question, Q-BLIND."""
    objective = make_certification().objectives.get(section="1.1")
    return make_question(objective, code="Q-BLIND", name="The blind one").objective.certification


@pytest.mark.parametrize("who", ["ivan", "rita", "ada"])
def test_instructors_reviewers_and_administrators_see_it(
    client: Client, request: pytest.FixtureRequest, certification: Certification, who: str
) -> None:
    client.force_login(request.getfixturevalue(who))

    page = client.get(address(certification))

    assert page.status_code == 200
    assert f"Blind-guess audit of {certification}" in words(page)
    assert "The one published single-choice question was read." in words(page)
    assert page.content.decode().count("In place A as written") >= 3


def test_who_may_not_see_keys_is_refused_and_not_led_there(as_olga: Client, certification: Certification) -> None:
    assert as_olga.get(address(certification)).status_code == 403
    for page in ("changelist", "change"):
        args = [certification.pk] if page == "change" else []
        text = as_olga.get(reverse(f"admin:questions_certification_{page}", args=args)).content.decode()
        assert certification.name in text
        assert "guessing/" not in text


@pytest.mark.parametrize("right", ["view_certification", "view_version", "view_key"])
def test_each_of_three_rights_is_needed(as_olga: Client, olga: User, certification: Certification, right: str) -> None:
    olga.user_permissions.add(Permission.objects.get(codename="view_key"))
    assert as_olga.get(address(certification)).status_code == 200

    olga.user_permissions.remove(Permission.objects.get(codename=right))

    assert as_olga.get(address(certification)).status_code == 403


def test_learners_and_the_signed_out_are_sent_away(client: Client, lea: User, certification: Certification) -> None:
    def sent_away() -> bool:
        page = client.get(address(certification))
        return page.status_code in {302, 403} and b"BLIND" not in page.content

    assert sent_away()
    client.force_login(lea)
    assert sent_away()


def test_there_is_a_way_to_it(as_rita: Client, as_ivan: Client, certification: Certification) -> None:
    for client in (as_rita, as_ivan):
        for page in (
            client.get(reverse("admin:questions_certification_changelist")),
            client.get(reverse("admin:questions_certification_change", args=[certification.pk])),
        ):
            assert f'href="{address(certification)}"' in page.content.decode()


def test_a_certification_that_is_not_there_is_not_found(as_rita: Client) -> None:
    for pk in (10**6, 10**30):
        assert as_rita.get(f"/admin/questions/certification/{pk}/guessing/").status_code == 404


def test_a_new_certification_has_no_audit_yet(as_ivan: Client) -> None:
    assert "guessing/" not in as_ivan.get(reverse("admin:questions_certification_add")).content.decode()


def test_without_published_single_choice_there_is_nothing_to_guess(as_rita: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    make_draft(objective)
    make_question(objective, keys=2)

    page = as_rita.get(address(objective.certification))

    assert "There is no published single-choice question yet" in words(page)
    assert "The same in numbers" not in words(page)
    assert "dotplot" not in page.content.decode()


def test_questions_lead_to_their_pages_and_the_rest_is_counted(
    as_rita: Client, certification: Certification, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guessing, "NAMED", 1)
    objective = certification.objectives.get(section="1.1")
    make_question(objective, code="Z-1", name="<b>Bold</b>")
    make_question(objective, code="Z-2")
    version = Question.objects.get(code="Q-BLIND").versions.get()

    page = as_rita.get(address(certification))

    link = reverse("admin:questions_version_change", args=[version.pk])
    assert f'<a href="{link}">Q-BLIND</a> <span>The blind one</span>' in page.content.decode()
    assert "In place A as written 3 questions Q-BLIND The blind one and 2 more" in words(page)
    assert as_rita.get(link).status_code == 200


def test_names_are_escaped(as_rita: Client) -> None:
    question = make_question(name="<b>Bold</b>")

    text = as_rita.get(address(question.objective.certification)).content.decode()

    assert "&lt;b&gt;Bold&lt;/b&gt;" in text
    assert "<b>Bold" not in text


def test_verdicts_stand_above_the_picture(as_rita: Client, certification: Certification) -> None:
    assert "No strategy does better or worse than chance." in words(as_rita.get(address(certification)))

    objective = certification.objectives.get(section="1.1")
    for _question in range(20):
        make_question(objective)

    above = words(as_rita.get(address(certification))).partition("Scores of the strategies")[0]
    assert "In place A as written gives keys away" in above
    assert "In place B as written avoids keys: turn it round" in above
    assert "The most hedged option" not in above


def test_the_table_has_the_numbers(as_rita: Client, certification: Certification) -> None:
    said = words(as_rita.get(address(certification))).replace("\xa0", " ")

    assert "In place A as written no better than chance 100 % 21–100 % 25 % 1" in said
    assert "The most hedged option nothing to choose by – – – 0" in said


def test_a_sample_says_so(as_rita: Client, certification: Certification, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guessing, "MOST", 1)
    make_question(certification.objectives.get(section="1.1"))

    said = words(as_rita.get(address(certification)))

    assert "A fixed sample of 1 of the 2 published single-choice questions was read." in said


def test_no_wording_of_an_option_is_on_the_page(as_rita: Client, certification: Certification) -> None:
    text = as_rita.get(address(certification)).content.decode()

    for option in Option.objects.all():
        assert option.text not in text
        assert option.because not in text


class _Styles(HTMLParser):
    """Collects attributes that the policy refuses."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [name for name, _value in attrs if name == "style" or name.startswith("on")]


def test_the_picture_has_no_inline_style(as_rita: Client, certification: Certification) -> None:
    styles = _Styles()

    styles.feed(as_rita.get(address(certification)).content.decode())

    assert styles.found == []


@pytest.mark.parametrize("rows", [1, 3])
def test_it_takes_constant_queries(as_rita: Client, django_assert_num_queries: Queries, rows: int) -> None:
    objective = make_certification().objectives.get(section="1.1")
    for _row in range(rows):
        make_question(objective)

    with django_assert_num_queries(8):
        page = as_rita.get(address(objective.certification))

    assert page.context["audit"].questions == rows
