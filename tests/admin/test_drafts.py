"""What an author sends is saved, or comes back with the reason and every word of it."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from questions.actions.publishing import publish
from questions.items.words import Kind, Status
from questions.models import Option, Question, Trap, User, Version
from tests.admin.forms import filled, words
from tests.builders import NOW, make_certification, make_draft, make_question, make_quiz

pytestmark = pytest.mark.django_db


def change(version: Version) -> str:
    return reverse("admin:questions_version_change", args=[version.pk])


def send(client: Client, version: Version, **fields: Any) -> Any:
    address = change(version)
    return client.post(address, filled(client.get(address), **fields), follow=True)


def test_saving_without_a_change_changes_nothing(as_ivan: Client) -> None:
    version = make_draft()
    options = list(version.options.values())
    content = Version.objects.values(*Version.CONTENT).get()

    page = send(as_ivan, version)

    assert "is saved" in words(page)
    assert list(version.options.values()) == options
    assert Version.objects.values(*Version.CONTENT).get() == content


@pytest.mark.parametrize(
    "text",
    [
        "a < b && c &lt; d",
        "  four spaces and a\ttab  ",
        "$5 and $10, `$x`",
        "Map<String, int>",
        "non\u00a0breaking",
        "שלום, \u200fעולם",
        "👩‍👩‍👧 family",
        "w" * 300,
        "\n\nleading lines\r\nand Windows\rand Mac",
    ],
)
def test_text_is_kept_as_typed(as_ivan: Client, text: str) -> None:
    version = make_draft()

    send(as_ivan, version, stem=text, options__1__text=text, options__1__because=text)

    expected = text.replace("\r\n", "\n").replace("\r", "\n")
    version.refresh_from_db()
    option = version.options.get(position=2)
    assert (version.stem, option.text, option.because) == (expected, expected, expected)


def test_an_option_keeps_its_uid_through_edit_and_move(as_ivan: Client) -> None:
    version = make_draft()
    first, second, third, fourth = version.options.values_list("uid", flat=True)

    send(as_ivan, version, options__3__position="1", options__0__text="Reworded")

    assert list(version.options.order_by("position").values_list("uid", flat=True)) == [fourth, first, second, third]
    assert list(version.options.order_by("position").values_list("position", flat=True)) == [1, 2, 3, 4]
    assert version.options.get(uid=first).text == "Reworded"


def test_options_are_added_and_removed(as_ivan: Client) -> None:
    version = make_draft()

    send(as_ivan, version, options__4__text="A fifth", options__1__DELETE="on")

    texts = version.options.order_by("position").values_list("text", flat=True)
    assert [text.partition(" of ")[0] for text in texts] == ["Option 1", "Option 3", "Option 4", "A fifth"]


def test_references_are_lines_of_title_and_address(as_ivan: Client) -> None:
    version = make_draft(references=[{"title": "A | B", "url": ""}])
    assert filled(as_ivan.get(change(version)))["references"] == "A | B |"

    send(as_ivan, version, references="Paper | https://example.org/a?b=c|d\n\nA book, chapter 3\nA | B |")

    version.refresh_from_db()
    assert version.references == [
        {"title": "Paper", "url": "https://example.org/a?b=c|d"},
        {"title": "A book, chapter 3", "url": ""},
        {"title": "A | B", "url": ""},
    ]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("stem", "", "This field is required."),
        ("stem", " \n\t ", "This field is required."),
        ("stem", "x" * 20_001, "at most 20000 characters (it has 20001)"),
        ("stem", "a\x00b", "Null characters are not allowed."),
        ("name", "x" * 201, "at most 200 characters"),
        ("code", "", "This field is required."),
        ("choose_n", "2", "This is for multiple choice and at least two"),
        ("choose_n", "-1", "Ensure this value is greater than or equal to 0."),
        ("objective", "999999", "Select a valid choice"),
        ("objective", "9" * 30, "Select a valid choice"),
        ("references", "| https://example.org", "Line 1: write a title before the bar."),
        ("references", "Fine\nBad | javascript:alert(1)", "Line 2: after the bar write an address"),
        ("tags", "x" * 61, "a tag has at most 60 characters"),
        ("options__0__text", "x" * 5_001, "at most 5000 characters"),
        ("options__0__because", "a\x00b", "Null characters are not allowed."),
        ("options__0__trap", "on", "Only a wrong option can look right and be wrong."),
        ("kind", "essay", "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_lost(as_ivan: Client, field: str, value: str, reason: str) -> None:
    version = make_draft()

    page = send(as_ivan, version, **{field: value, "takeaway": "Typed meanwhile."})

    assert page.status_code == 200
    assert reason in words(page)
    assert filled(page)["takeaway"] == "Typed meanwhile."
    version.refresh_from_db()
    assert version.takeaway != "Typed meanwhile."


def test_a_summary_on_top_leads_to_every_mistake(as_ivan: Client) -> None:
    page = send(as_ivan, make_draft(), references="| https://x.org", code="", options__1__text="").content.decode()

    top = page.partition("Not saved")[2].partition("</section>")[0]
    for anchor in ("id_code", "id_references", "id_options-1-text"):
        assert f'<a href="#{anchor}">' in top
        assert f'id="{anchor}"' in page


def test_half_a_surrogate_pair_is_named_and_shown_replaced(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), takeaway="Typed meanwhile.")
    parts = [f'--b\r\nContent-Disposition: form-data; name="{n}"\r\n\r\n{v}\r\n' for n, v in data.items()]
    parts.append('--b\r\nContent-Disposition: form-data; name="stem"\r\n\r\nhalf +2AA- pair\r\n--b--\r\n')

    page = as_ivan.generic("POST", change(version), "".join(parts), "multipart/form-data; boundary=b; charset=utf-7")

    assert page.status_code == 200
    assert "characters that cannot be stored" in words(page)
    assert filled(page)["stem"] == "half \ufffd pair"
    assert filled(page)["takeaway"] == "Typed meanwhile."


def test_a_code_in_use_is_refused(as_ivan: Client) -> None:
    other, version = make_draft(), make_draft()

    page = send(as_ivan, version, code=other.question.code)

    assert f"There is a question {other.question.code} already." in words(page)


def test_a_second_sample_names_the_first(as_ivan: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    first, version = make_draft(objective, sample=True), make_draft(objective)

    page = send(as_ivan, version, sample="on")

    assert f"{first.question.code} is the free sample of this objective." in words(page)
    assert Question.objects.filter(sample=True).get() == first.question


def test_a_draft_published_meanwhile_comes_back_with_what_was_typed(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), stem="My new wording")
    publish(version=version, by=None, now=NOW)

    page = as_ivan.post(change(version), data)

    assert page.status_code == 200
    assert "This version is published by now" in words(page)
    assert filled(page)["stem"] == "My new wording"
    version.refresh_from_db()
    assert version.stem != "My new wording"


def test_a_forged_post_cannot_change_a_published_version(as_ivan: Client) -> None:
    version, draft = make_question().versions.get(), make_draft()
    before = list(version.options.values())
    forged = filled(as_ivan.get(change(draft)), stem="Forged", code=version.question.code, seen="")
    # The options of the published version, under their own ids.
    for place, option in enumerate(before):
        forged |= {f"options-{place}-id": option["id"], f"options-{place}-version": version.pk}
    forged["options-0-is_key"], forged["options-1-is_key"] = "", "on"

    page = as_ivan.post(change(version), forged)

    assert page.status_code == 200
    assert "This version is published by now" in words(page)
    assert list(version.options.values()) == before


def test_two_authors_do_not_overwrite_each_other_unawares(as_ivan: Client) -> None:
    version = make_draft()
    mine = filled(as_ivan.get(change(version)), stem="Mine")
    send(as_ivan, version, stem="Theirs", options__4__text="Their option")

    told = as_ivan.post(change(version), mine)

    assert "This draft was changed after you opened it" in words(told)
    assert filled(told)["stem"] == "Mine"
    version.refresh_from_db()
    assert version.stem == "Theirs"
    # Knowing it, the author may go on: what the form shows is what is saved.
    as_ivan.post(change(version), filled(told))
    version.refresh_from_db()
    assert (version.stem, version.options.count()) == ("Mine", 4)


def test_pressing_save_twice_is_no_conflict(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), stem="Once")

    as_ivan.post(change(version), data)
    again = as_ivan.post(change(version), data, follow=True)

    assert "is saved" in words(again)
    version.refresh_from_db()
    assert version.stem == "Once"


def test_pressing_publish_twice_publishes_once(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), _publish="Publish")

    as_ivan.post(change(version), data)
    again = as_ivan.post(change(version), data, follow=True)

    assert "v1 is published" in words(again)
    assert LogEntry.objects.filter(change_message="Published.").count() == 1


def test_publishing_what_somebody_else_changed_asks_first(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), _publish="Publish")
    send(as_ivan, version, stem="Theirs")

    page = as_ivan.post(change(version), data)

    assert "This draft was changed after you opened it" in words(page)
    version.refresh_from_db()
    assert version.status == Status.DRAFT


def test_a_new_question_is_published_at_once_or_not_made(as_ivan: Client) -> None:
    objective = make_certification().objectives.get(section="1.1")
    address = reverse("admin:questions_version_add")
    fields: dict[str, Any] = {"objective": objective.pk, "stem": "Which is right?", "_publish": "Publish"}
    fields |= {"options__0__text": "This", "options__0__is_key": "on", "options__0__because": "so it is."}
    fields |= {"options__1__text": "That", "options__1__because": ""}

    refused = as_ivan.post(address, filled(as_ivan.get(address), **fields))

    assert "Blocks publishing" in words(refused)
    assert '<a href="#id_options-1-text">Option 2</a>' in refused.content.decode()
    assert filled(refused)["options-0-text"] == "This"
    assert not Question.objects.exists()

    as_ivan.post(address, filled(refused, options__1__because="it is not so.", _publish="Publish"))
    assert Question.objects.get().versions.published().exists()


def test_the_first_form_has_four_empty_options(as_ivan: Client) -> None:
    data = filled(as_ivan.get(reverse("admin:questions_version_add")))

    assert [data[f"options-{place}-position"] for place in range(4)] == ["1", "2", "3", "4"]
    assert data["options-TOTAL_FORMS"] == "4"


def test_a_code_is_proposed_after_the_newest_of_the_certification(as_ivan: Client) -> None:
    one, other = make_certification(), make_certification()
    make_draft(one.objectives.first(), code="GENM-0109")
    make_draft(one.objectives.first(), code="GENM-0108")
    make_draft(other.objectives.first(), code="X7")
    add = reverse("admin:questions_version_add")

    inside = filled(as_ivan.get(add, {"objective": one.objectives.get(section="2.1").pk}))

    assert inside["code"] == "GENM-0110"
    assert inside["objective"] == str(one.objectives.get(section="2.1").pk)
    assert filled(as_ivan.get(add))["code"] == "X8"


def test_traps_are_kept_with_the_question(as_ivan: Client) -> None:
    version = make_draft()
    wrong = version.options.get(position=2)

    send(as_ivan, version, options__1__trap="on", options__1__claim="It is always so.")
    trap = Trap.objects.get()
    assert (trap.option_uid, trap.claim, trap.question) == (wrong.uid, "It is always so.", version.question)
    send(as_ivan, version, options__1__claim="It is so.")
    assert Trap.objects.get(claim="It is so.").public_since == trap.public_since
    send(as_ivan, version, options__1__DELETE="on")
    assert not Trap.objects.exists()


def test_a_trap_stays_while_the_published_version_has_its_option(as_ivan: Client) -> None:
    version = make_draft()
    send(as_ivan, version, options__1__trap="on")
    publish(version=version, by=None, now=NOW)
    as_ivan.post(reverse("admin:questions_version_revise", args=[version.pk]))

    send(as_ivan, Version.objects.get(number=2), options__1__DELETE="on")

    assert Trap.objects.count() == 1


def test_a_number_larger_than_its_column_is_refused(as_ivan: Client) -> None:
    page = send(as_ivan, make_draft(), kind=Kind.MULTIPLE.value, choose_n="99999")

    assert "Ensure this value is less than or equal to 32767." in words(page)


def test_choose_two_is_saved(as_ivan: Client) -> None:
    version = make_draft()

    send(as_ivan, version, kind=Kind.MULTIPLE.value, choose_n="2", options__1__is_key="on")

    version.refresh_from_db()
    assert (version.kind, version.choose_n) == (Kind.MULTIPLE, 2)


def test_discarding_the_only_draft_takes_the_question_along(as_ivan: Client) -> None:
    version = make_draft()

    as_ivan.post(reverse("admin:questions_version_delete", args=[version.pk]), {"post": "yes"})

    assert not Question.objects.exists()
    assert not Option.objects.exists()


def test_discarding_a_revision_leaves_the_published_version(as_ivan: Client) -> None:
    version = make_question().versions.get()
    as_ivan.post(reverse("admin:questions_version_revise", args=[version.pk]))
    draft = Version.objects.get(number=2)

    as_ivan.post(reverse("admin:questions_version_delete", args=[draft.pk]), {"post": "yes"})

    assert list(Version.objects.all()) == [version]


def test_a_published_version_is_not_deleted_and_the_page_says_why(as_ivan: Client) -> None:
    version = make_question().versions.get()
    address = reverse("admin:questions_version_delete", args=[version.pk])

    assert "has been published: it stays" in words(as_ivan.get(address))
    assert "has been published: it stays" in words(as_ivan.post(address, {"post": "yes"}))
    assert Version.objects.filter(pk=version.pk).exists()


def test_the_only_draft_of_a_question_in_a_quiz_is_not_discarded(as_ivan: Client) -> None:
    version = make_draft()
    make_quiz(version.question, name="Mixed")
    address = reverse("admin:questions_version_delete", args=[version.pk])

    assert "stands in the quiz “Mixed”" in words(as_ivan.post(address, {"post": "yes"}))
    assert Version.objects.filter(pk=version.pk).exists()


def test_several_drafts_are_discarded_together_but_never_with_a_published_one(as_ivan: Client) -> None:
    drafts = [make_draft(), make_draft()]
    published = make_question().versions.get()
    action = {"action": "delete_selected", "post": "yes"}
    address = reverse("admin:questions_version_changelist")

    as_ivan.post(address, {**action, "_selected_action": [drafts[0].pk, published.pk]})
    assert Version.objects.count() == 3
    as_ivan.post(address, {**action, "_selected_action": [draft.pk for draft in drafts]})
    assert list(Version.objects.all()) == [published]


def test_the_log_does_not_tell_whose_key_changed(as_ivan: Client, ivan: User) -> None:
    version = make_draft()

    send(as_ivan, version, options__0__is_key=None, options__1__is_key="on")

    (entry,) = LogEntry.objects.filter(user=ivan)
    assert entry.object_repr == str(version)
    assert entry.get_change_message() == "Changed draft."


def test_a_published_page_has_nothing_to_fill_in(as_ivan: Client) -> None:
    version = make_question().versions.get()

    page = as_ivan.get(change(version))

    assert "Learners meet this wording since" in words(page)
    assert set(filled(page)) <= {
        "csrfmiddlewaretoken",
        *(f"options-{name}_FORMS" for name in ("TOTAL", "INITIAL")),
        *(f"options-{name}_NUM_FORMS" for name in ("MIN", "MAX")),
        *(f"options-{place}-{name}" for place in range(4) for name in ("id", "version")),
    }


FORGED: tuple[dict[str, Any], ...] = (
    {"options-TOTAL_FORMS": "", "options-INITIAL_FORMS": ""},
    {"options-TOTAL_FORMS": "x", "options-INITIAL_FORMS": "-1"},
    {"options-TOTAL_FORMS": "5000", "options-INITIAL_FORMS": "0"},
    {"options-TOTAL_FORMS": "3", "options-INITIAL_FORMS": "9"},
    {"options-INITIAL_FORMS": "0"},
    {"options-0-id": "", "options-1-id": "x", "options-2-id": "9" * 30, "options-3-id": "\x00"},
    {"options-0-version": "0", "options-0-position": "9" * 30},
    {"seen": "yesterday"},
    {"seen": ""},
    {"_saveasnew": "1", "_publish": "1"},
    {"_popup": "1", "_to_field": "explanation"},
    {"objective": "\x00", "difficulty": "\x00", "tags": "\x00", "references": "\x00", "code": "\x00"},
    {"language": "x" * 21, "external_id": "x" * 201},
)


@pytest.mark.parametrize("fields", FORGED, ids=range(len(FORGED)))
def test_a_forged_form_is_no_server_error(as_ivan: Client, fields: dict[str, Any]) -> None:
    version, other = make_draft(), make_draft()
    for address in (change(version), reverse("admin:questions_version_add")):
        answer = as_ivan.post(address, filled(as_ivan.get(address)) | fields)
        assert answer.status_code in {200, 302, 400, 403}
    assert other.options.count() == 4


def test_an_empty_post_is_no_server_error(as_ivan: Client) -> None:
    version = make_draft()
    quiz = make_quiz(version.question)
    objective = version.question.objective
    pages = {"version": version, "question": version.question, "quiz": quiz, "objective": objective}
    pages |= {"domain": objective.domain, "certification": objective.certification}

    for model, obj in pages.items():
        answer = as_ivan.post(reverse(f"admin:questions_{model}_change", args=[obj.pk]), {})
        assert answer.status_code == 200, model
    assert version.options.count() == 4


def test_options_of_another_question_cannot_be_taken_over(as_ivan: Client) -> None:
    version, other = make_draft(), make_draft()
    foreign = other.options.first()
    assert foreign is not None

    send(as_ivan, version, options__0__id=str(foreign.pk), options__0__text="Taken")

    assert other.options.get(pk=foreign.pk).text == foreign.text
    assert not version.options.filter(uid=foreign.uid).exists()


def test_an_option_removed_by_somebody_else_is_named(as_ivan: Client) -> None:
    version = make_draft()
    data = filled(as_ivan.get(change(version)), options__0__text="My better wording")
    send(as_ivan, version, options__0__DELETE="on")

    page = as_ivan.post(change(version), data)

    assert "An option was removed by somebody else meanwhile." in words(page)
    assert filled(page)["options-0-text"] == "My better wording"
