"""Questions: known by their uid, compared with what is there, and what differs becomes the next version."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from uuid import UUID

from questions.actions.importing.known import Known
from questions.actions.importing.report import Report
from questions.actions.items import item_of, traps_of, wording_of
from questions.formats.bank import BankFile, ItemEntry
from questions.items.item import Item
from questions.items.text import mark
from questions.items.words import Status
from questions.models import Question, Version
from questions.models.bank import OPEN

# The columns that keep where a question came from are short.
SOURCE_LENGTH = 255


@dataclass(slots=True)
class Step:
    """What happens to one question.

    ``question`` is None for a new one. With ``reword`` the item becomes ``draft`` where one is open, else the next
    version; without it ``draft`` is the one that says so already. ``beside`` tells that the question's own fields or
    traps differ; ``publish`` that the draft is published at the end.
    """

    item: Item
    certification: str
    question: Question | None
    newest: Version | None
    draft: Version | None
    reword: bool
    beside: bool
    publish: bool


def plan(banks: Iterable[BankFile], known: Known, report: Report, *, drafts: bool) -> list[Step]:
    """Compare; what cannot be is refused."""
    steps = []
    banks = list(banks)
    imported = {entry.item.uid for bank in banks for entry in bank.items}
    sections = _sections(banks, known)
    for bank in banks:
        if (bank.items or bank.quizzes) and bank.code not in known.certifications and bank.code not in sections:
            report.refuse(bank.name, 0, mark("There is no certification %(code)s."), code=bank.code)
            continue
        for entry in bank.items:
            _refuse_objective(bank, entry, sections[bank.code], report)
            _refuse_taken(bank, entry, known, report)
            _refuse_second_sample(bank, entry, known, imported, report)
            step = _step(bank, entry, known, drafts=drafts)
            _refuse_work(bank, entry, step, known, report)
            steps.append(step)
            report.questions.add(new=step.question is None, changed=step.reword or step.beside or step.publish)
            report.published += step.publish
    return steps


def _sections(banks: list[BankFile], known: Known) -> dict[str, set[str]]:
    """The sections that will be there, by certification."""
    sections: dict[str, set[str]] = {code: set() for code in known.certifications}
    for code, section in known.objectives:
        sections[code].add(section)
    for bank in banks:
        if bank.certification is not None:
            found = {objective.section for domain in bank.certification.domains for objective in domain.objectives}
            sections.setdefault(bank.code, set()).update(found)
    return sections


def _refuse_objective(bank: BankFile, entry: ItemEntry, sections: set[str], report: Report) -> None:
    item = entry.item
    if item.objective not in sections:
        reason = mark("%(certification)s has no objective %(section)s.")
        line = entry.line_of("objective")
        report.refuse(bank.name, line, reason, about=item.code, certification=bank.code, section=item.objective)


def _refuse_taken(bank: BankFile, entry: ItemEntry, known: Known, report: Report) -> None:
    """A code that another question has, and a question that another certification has."""
    item = entry.item
    holder = known.by_code.get(item.code)
    if holder is not None and holder.uid != item.uid:
        reason = mark("There is a question %(code)s already, with another uid (%(uid)s). Take its uid or another code.")
        report.refuse(bank.name, entry.line_of("code"), reason, about=item.code, code=item.code, uid=str(holder.uid))
    question = known.questions.get(item.uid) if item.uid else None
    if question is not None and question.objective.certification.code != bank.code:
        reason = mark("This question belongs to %(certification)s. Give the copy a uid of its own.")
        other = question.objective.certification.code
        report.refuse(bank.name, entry.line_of("uid"), reason, about=item.code, certification=other)


def _refuse_second_sample(
    bank: BankFile, entry: ItemEntry, known: Known, imported: set[UUID | None], report: Report
) -> None:
    """A sample beside one that is not in the files; of two in the files the files themselves were refused."""
    item = entry.item
    holder = known.samples.get((bank.code, item.objective))
    if item.sample and holder is not None and holder.uid not in imported:
        reason = mark("Objective %(section)s has a free sample already, %(code)s. Take it off there first.")
        line = entry.line_of("sample")
        report.refuse(bank.name, line, reason, about=item.code, section=item.objective, code=holder.code)


def _refuse_work(bank: BankFile, entry: ItemEntry, step: Step, known: Known, report: Report) -> None:
    """A draft that somebody wrote here and nobody has published is not overwritten."""
    draft = step.draft
    # Drafts that an import made bear one time; see ``write``.
    if not step.reword or draft is None or draft.created_at == draft.updated_at:
        return
    live = known.live.get(draft.question_id)
    if live is None or wording_of(item_of(live)) != wording_of(item_of(draft)):
        reason = mark("%(code)s has a draft here that says something else. Publish or discard it first.")
        report.refuse(bank.name, entry.line, reason, about=entry.item.code, code=entry.item.code)


def _step(bank: BankFile, entry: ItemEntry, known: Known, *, drafts: bool) -> Step:
    item = replace(
        entry.item,
        source_file=(entry.item.source_file or PurePath(bank.name).name)[-SOURCE_LENGTH:],
        place=entry.item.place or f"line {entry.line}",
    )
    question = known.questions.get(item.uid) if item.uid else None
    publish = item.status == Status.PUBLISHED and not drafts
    if question is None:
        return Step(item, bank.code, None, None, None, reword=True, beside=True, publish=publish)
    newest, live = known.newest.get(question.pk), known.live.get(question.pk)
    draft = newest if newest is not None and newest.status in OPEN else None
    said = wording_of(item)
    same = [version for version in (newest, live) if version is not None and wording_of(item_of(version)) == said]
    reword = not same
    return Step(
        item=item,
        certification=bank.code,
        question=question,
        newest=newest,
        draft=draft,
        reword=reword,
        beside=_differs_beside(item, question),
        # What was withdrawn stays so until it says something else.
        publish=publish and (reword or (draft is not None and same == [draft])),
    )


def _differs_beside(item: Item, question: Question) -> bool:
    offered = {choice.uid for choice in item.options}
    traps = {trap.option_uid: trap.claim for trap in question.traps.all() if trap.option_uid in offered}
    beside = (question.code, question.objective.section, question.difficulty, question.tags, question.sample)
    wanted = (item.code, item.objective, item.difficulty.value, list(item.tags), item.sample)
    return beside != wanted or traps != traps_of(item)
