"""Flags that wait for their author."""

import uuid
from typing import Any

import pytest

from questions.actions.flagging import decide, raise_flag
from questions.actions.publishing import publish, revise
from questions.models import Flag, User, Version
from questions.reports.flags import flags_for_author
from tests.builders import NOW, make_draft

pytestmark = pytest.mark.django_db


def passed_on(author: User, by: User, decision: str = "to_author", **said: Any) -> Flag:
    version = publish(version=make_draft(author=author), by=None, now=NOW)
    second = version.options.get(position=2)
    flag = raise_flag(version=version, option_uid=second.uid, by=by, now=NOW, request_id=uuid.uuid4())
    decide(flag=flag, decision=decision, by=by, now=NOW, request_id=uuid.uuid4(), **said)
    return flag


def test_an_author_sees_what_is_asked_option_by_option(ivan: User, rita: User, ada: User) -> None:
    flag = passed_on(ivan, rita, note="Two fit.")
    version = Version.objects.get()
    second = version.options.get(position=2)
    decide(
        flag=flag,
        decision="revise",
        note="Please.",
        option_notes={str(second.uid): "Say when."},
        by=ada,
        now=NOW,
        request_id=uuid.uuid4(),
    )
    draft = revise(question=flag.question, by=ivan)

    (found,) = flags_for_author(ivan)

    assert (found.flag, found.code, found.version, found.option) == (flag, flag.question.code, draft.pk, second.text)
    assert [(ask.by, ask.revise, ask.note) for ask in found.asks] == [
        ("Ada", True, "Please."),
        ("Rita", False, "Two fit."),
    ]
    assert found.asks[0].options == ((second.text, "Say when."),)


def test_other_authors_and_other_states_are_not_shown(ivan: User, rita: User) -> None:
    kept = passed_on(ivan, rita)
    passed_on(rita, rita)
    decide(flag=kept, decision="keep", note="Fine.", by=rita, now=NOW, request_id=uuid.uuid4())

    assert flags_for_author(ivan) == []


@pytest.mark.parametrize("count", [1, 3])
def test_more_flags_take_no_more_queries(count: int, ivan: User, rita: User, django_assert_num_queries: Any) -> None:
    for _number in range(count):
        passed_on(ivan, rita, note="Look.")

    with django_assert_num_queries(4):
        assert len(flags_for_author(ivan)) == count
