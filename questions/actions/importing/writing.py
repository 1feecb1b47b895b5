"""Writes what was planned for questions: in bulk, drafts first, then published as every draft is."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from questions.actions.authoring import drop_lost_traps, set_traps
from questions.actions.importing.known import Known
from questions.actions.importing.wording import Step
from questions.actions.items import content_of, options_of, traps_of
from questions.actions.publishing import publish_all
from questions.items.words import Status
from questions.models import Option, Question, Trap, User, Version

# Rows a statement, questions a publication: small enough for the limits that pages are served under.
BATCH = 200
OWN = ("code", "objective", "difficulty", "tags", "sample")


def write(steps: list[Step], known: Known, *, by: User | None, now: datetime, tell: Callable[[int, int], None]) -> None:
    """Write the questions; ``tell`` hears how many of all have been published."""
    new = {step.item.uid for step in steps if step.question is None}
    _write_questions(steps, known)
    drafts = _write_drafts([step for step in steps if step.reword], by=by, now=now)
    _make_traps([step for step in steps if step.item.uid in new], now=now)
    _change_traps([step for step in steps if step.beside and step.item.uid not in new], now=now)
    publishing = [drafts.get(step.item.uid) or step.draft for step in steps if step.publish]
    versions = [version for version in publishing if version is not None]
    for start in range(0, len(versions), BATCH):
        publish_all(versions=versions[start : start + BATCH], by=by, now=now)
        tell(min(start + BATCH, len(versions)), len(versions))


def _own(step: Step, known: Known) -> dict[str, Any]:
    item = step.item
    return {
        "uid": item.uid,
        "code": item.code,
        "objective": known.objectives[step.certification, item.objective],
        "difficulty": item.difficulty.value,
        "tags": list(item.tags),
        "sample": item.sample,
    }


def _write_questions(steps: list[Step], known: Known) -> None:
    changed: list[Question] = []
    new: list[Question] = []
    for step in steps:
        if step.question is None:
            step.question = Question(**_own(step, known))
            new.append(step.question)
        elif step.beside:
            for name, value in _own(step, known).items():
                setattr(step.question, name, value)
            changed.append(step.question)
    # One sample an objective is checked row by row, so the former ones give way before the new ones come.
    Question.objects.filter(pk__in=[question.pk for question in changed], sample=True).update(sample=False)
    Question.objects.bulk_update(changed, OWN, batch_size=BATCH)
    Question.objects.bulk_create(new, batch_size=BATCH)


def _write_drafts(steps: list[Step], *, by: User | None, now: datetime) -> dict[Any, Version]:
    """The drafts that say the items, by question uid: the open ones rewritten, the others new."""
    rewritten = [step.draft for step in steps if step.draft is not None]
    Option.objects.filter(version__in=rewritten).delete()
    drafts: dict[Any, Version] = {}
    for step in steps:
        number = step.newest.number + 1 if step.newest else 1
        draft = step.draft or Version(question=step.question, number=number, author=by)
        draft.status = Status.DRAFT.value
        for name, value in content_of(step.item).items():
            setattr(draft, name, value)
        drafts[step.item.uid] = draft
    Version.objects.bulk_update(rewritten, ["status", *Version.CONTENT], batch_size=BATCH)
    Version.objects.bulk_create([draft for draft in drafts.values() if draft.pk is None], batch_size=BATCH)
    # One time for both says that nobody has written in it since; see ``wording``.
    Version.objects.filter(pk__in=[draft.pk for draft in drafts.values()]).update(created_at=now, updated_at=now)
    options = [option for step in steps for option in options_of(step.item, drafts[step.item.uid])]
    Option.objects.bulk_create(options, batch_size=5 * BATCH)
    return drafts


def _make_traps(steps: list[Step], *, now: datetime) -> None:
    Trap.objects.bulk_create(
        (
            Trap(question=step.question, option_uid=uid, claim=claim, public_since=now)
            for step in steps
            for uid, claim in traps_of(step.item).items()
        ),
        batch_size=BATCH,
    )


def _change_traps(steps: list[Step], *, now: datetime) -> None:
    for step in steps:
        if step.question is not None:
            offered = {choice.uid for choice in step.item.options if choice.uid}
            set_traps(question=step.question, offered=offered, traps=traps_of(step.item), now=now)
            drop_lost_traps(question=step.question)
