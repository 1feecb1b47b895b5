"""Certifications with their domains and objectives: known by code, number and section, never deleted."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from questions.actions.importing.known import Known
from questions.actions.importing.report import Report
from questions.actions.importing.rows import differs, save
from questions.formats.bank import BankFile, CertificationEntry, DomainEntry, ObjectiveEntry
from questions.items.text import mark
from questions.models import Certification, Domain, Objective

WHOLE = 100
FIELDS = (
    "code",
    "name",
    "short_name",
    "vendor",
    "description",
    "notice",
    "questions_min",
    "questions_max",
    "mock_length",
    "minutes",
    "pass_mark",
    "published",
)


@dataclass(slots=True)
class Place:
    """A certification to be written: its columns and those of its domains and objectives."""

    values: dict[str, Any]
    domains: list[DomainEntry]
    # Each objective with its domain's number.
    objectives: list[tuple[int, ObjectiveEntry]] = field(default_factory=list)


def plan(banks: Iterable[BankFile], known: Known, report: Report, *, drafts: bool) -> list[Place]:
    """Compare the certifications of the files with those there; weights that do not add up are refused."""
    places = []
    for bank in banks:
        if bank.certification is not None:
            _check_weights(bank, bank.certification, known, report, drafts=drafts)
            places.append(_place(bank.certification, known, report, drafts=drafts))
    return places


def _place(entry: CertificationEntry, known: Known, report: Report, *, drafts: bool) -> Place:
    found = known.certifications.get(entry.code)
    values = {name: getattr(entry, name) for name in FIELDS}
    if drafts:
        values["published"] = found.published if found else False
    report.certifications.add(new=found is None, changed=differs(found, values))
    place = Place(values, list(entry.domains))
    for domain in entry.domains:
        row = known.domains.get((entry.code, domain.number))
        report.domains.add(new=row is None, changed=differs(row, _domain_values(domain)))
        for objective in domain.objectives:
            place.objectives.append((domain.number, objective))
            there = known.objectives.get((entry.code, objective.section))
            moved = there is not None and there.domain.number != domain.number
            report.objectives.add(new=there is None, changed=moved or differs(there, _objective_values(objective)))
    return place


def _domain_values(entry: DomainEntry) -> dict[str, Any]:
    return {"name": entry.name, "weight": entry.weight}


def _objective_values(entry: ObjectiveEntry) -> dict[str, Any]:
    return {"title": entry.title, "description": entry.description}


def _check_weights(bank: BankFile, entry: CertificationEntry, known: Known, report: Report, *, drafts: bool) -> None:
    found = known.certifications.get(entry.code)
    published = (found.published if found else False) if drafts else entry.published
    weights = {number: domain.weight for (code, number), domain in known.domains.items() if code == entry.code}
    weights |= {domain.number: domain.weight for domain in entry.domains}
    total = sum(weights.values())
    if published and total != WHOLE:
        reason = mark("The domain weights of %(code)s add up to %(total)s and not to 100, so it cannot be published.")
        report.refuse(bank.name, entry.line, reason, code=entry.code, total=f"{total.normalize():f}" if total else "0")


def write(places: Iterable[Place], known: Known) -> None:
    """Write what differs; afterwards ``known`` holds every row of these certifications."""
    for place in places:
        code = place.values["code"]
        found = known.certifications.get(code)
        certification = save(found, Certification, place.values, touch=("updated_at",))
        known.certifications[code] = certification
        for domain in place.domains:
            values = {"certification": certification, "number": domain.number, **_domain_values(domain)}
            row = save(known.domains.get((code, domain.number)), Domain, values)
            known.domains[code, domain.number] = row
        for number, objective in place.objectives:
            values = {"domain": known.domains[code, number], "section": objective.section}
            values |= _objective_values(objective)
            row_there = known.objectives.get((code, objective.section))
            known.objectives[code, objective.section] = save(
                row_there, Objective, values, touch=("certification", "order")
            )
