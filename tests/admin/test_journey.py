from typing import Any

from django.test import Client
from django.urls import reverse

from questions.items.words import Status
from questions.models import Certification, Objective, Question, Trap, Version
from tests.admin.forms import filled, words


def add(client: Client, model: str, **fields: Any) -> Any:
    address = reverse(f"admin:questions_{model}_add")
    page = client.post(address, filled(client.get(address), **fields), follow=True)
    assert "errornote" not in page.content.decode(), words(page)
    return page


def test_an_instructor_writes_previews_publishes_and_revises_a_question(as_ivan: Client) -> None:
    # A certification with two domains.
    page = add(
        as_ivan,
        "certification",
        name="Certified Tester",
        code="tester",
        questions_min="10",
        questions_max="20",
        mock_length="15",
        minutes="30",
        domains__0__number="1",
        domains__0__name="Basics",
        domains__0__weight="60",
        domains__1__number="2",
        domains__1__name="Practice",
        domains__1__weight="40",
    )
    certification = Certification.objects.get(code="tester")
    assert [str(domain) for domain in certification.domains.all()] == ["1 Basics", "2 Practice"]
    # An objective on the first domain's page.
    domain = certification.domains.get(number=1)
    address = reverse("admin:questions_domain_change", args=[domain.pk])
    page = as_ivan.post(
        address,
        filled(as_ivan.get(address), objectives__0__section="1.1", objectives__0__title="Know the words"),
        follow=True,
    )
    objective = Objective.objects.get(certification=certification)
    # A question with four options, the last without its rationale.
    fields: dict[str, Any] = {"objective": objective.pk, "stem": "What is *two* and two?", "name": "Sums"}
    for place, text in enumerate(("Four", "Three", "Five", "Six")):
        fields |= {f"options__{place}__text": text, f"options__{place}__because": f"of reason {place}."}
    fields |= {"options__0__is_key": "on", "options__3__because": "", "options__1__looks_right": "it is near."}
    page = add(as_ivan, "version", **fields)
    draft = Version.objects.get()
    assert draft.question.code == "Q-0001"
    assert page.request["PATH_INFO"] == reverse("admin:questions_version_change", args=[draft.pk])
    assert "Q-0001 v1 is saved. 1 problem blocks publishing." in words(page)
    assert '<a href="#id_options-3-text">Option 4</a>' in page.content.decode()
    # Publishing is refused, and what was typed stays.
    refused = as_ivan.post(page.request["PATH_INFO"], filled(page, stem="What is 2 + 2?", _publish="Publish"))
    assert refused.status_code == 200
    assert filled(refused)["stem"] == "What is 2 + 2?"
    assert "Not published and not saved yet" in words(refused)
    draft.refresh_from_db()
    assert (draft.status, draft.stem) == (Status.DRAFT, "What is *two* and two?")
    # Mended, previewed.
    page = as_ivan.post(
        page.request["PATH_INFO"], filled(page, options__3__because="of reason 3.", _preview="1"), follow=True
    )
    assert page.request["PATH_INFO"] == reverse("admin:questions_version_preview", args=[draft.pk])
    assert "<em>two</em>" in page.content.decode()
    assert "of reason" not in words(page)
    explained = as_ivan.get(page.request["PATH_INFO"], {"choice": "B", "check": "1"})
    assert "You chose B, the answer is A." in words(explained)
    assert "Looks right because it is near." in words(explained)
    # Published.
    address = reverse("admin:questions_version_change", args=[draft.pk])
    page = as_ivan.post(address, filled(as_ivan.get(address), _publish="Publish"), follow=True)
    assert "Q-0001 v1 is published" in words(page)
    assert 'name="stem"' not in page.content.decode()
    # Revised: a draft beside the published version, whose text stays.
    page = as_ivan.post(reverse("admin:questions_version_revise", args=[draft.pk]), follow=True)
    second = Version.objects.get(number=2)
    as_ivan.post(page.request["PATH_INFO"], filled(page, stem="What is 2 + 2 now?"))
    draft.refresh_from_db()
    second.refresh_from_db()
    assert (draft.status, draft.stem) == (Status.PUBLISHED, "What is *two* and two?")
    assert (second.status, second.stem) == (Status.DRAFT, "What is 2 + 2 now?")
    assert set(draft.options.values_list("uid")) == set(second.options.values_list("uid"))
    # Until the draft is published.
    as_ivan.post(reverse("admin:questions_version_publish", args=[second.pk]))
    draft.refresh_from_db()
    assert draft.status == Status.SUPERSEDED
    assert Question.objects.get().versions.published().get() == second
    assert not Trap.objects.exists()
