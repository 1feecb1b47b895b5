"""The questions of a certification as simulated learners meet them."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from questions.actions.dealing import blueprint_of
from questions.actions.simulating.values import Planted, Wish
from questions.analysis.simulation import Asked, Item, drawn, planted
from questions.items.words import Kind
from questions.models import Certification, Domain, Option, Quiz, QuizQuestion, Version

# Shorter forms have no reliability worth the name.
SHORTEST_FORM = 20
MOST_DEFECTS = 8


@dataclass(frozen=True, slots=True)
class Card:
    """A published question: its wording, its options as authored, and its traits."""

    version: Version
    options: list[Option]
    domain_id: int
    item: Item

    @property
    def key(self) -> frozenset[int]:
        """Option ids of the key."""
        return frozenset(option.pk for option in self.options if option.is_key)


@dataclass(frozen=True, slots=True)
class Bank:
    """What can be dealt of a certification: cards by question id, question ids by domain and quiz, a form."""

    certification: Certification
    blueprint: dict[str, Any]
    cards: dict[int, Card]
    domains: list[tuple[Domain, list[int]]]
    quizzes: list[tuple[Quiz, list[int]]]
    # The mock exam that some of them sit, all the same one; empty where the bank is too small.
    form: list[int]


def banks(wish: Wish) -> list[Bank]:
    """What can be dealt, by certification; the faults are spread over all of it."""
    certifications = Certification.objects.published().order_by("code")
    if wish.certification:
        certifications = certifications.filter(code=wish.certification)
    versions = list(_versions(certifications))
    items = [drawn(_asked(version), wish.model) for version in versions]
    able = sum(version.kind == Kind.SINGLE for version in versions)
    count = min(MOST_DEFECTS, able // 4) if wish.defects is None else wish.defects
    by_certification: dict[int, dict[int, Card]] = {}
    for version, each in zip(versions, planted(items, count, wish.seed), strict=True):
        objective = version.question.objective
        cards = by_certification.setdefault(objective.certification_id, {})
        cards[version.question_id] = Card(version, list(version.options.all()), objective.domain_id, each)
    return [_bank(each, by_certification[each.pk], wish) for each in certifications if each.pk in by_certification]


def _versions(certifications: Any) -> Any:
    options = Prefetch("options", Option.objects.order_by("position", "pk"))
    return (
        Version.objects.published()
        .filter(question__objective__certification__in=certifications)
        .select_related("question__objective")
        .prefetch_related(options)
        .order_by("question__uid")
    )


def _asked(version: Version) -> Asked:
    options = list(version.options.all())
    return Asked(
        uid=str(version.question.uid),
        options=tuple(str(option.uid) for option in options),
        key=frozenset(str(option.uid) for option in options if option.is_key),
        difficulty=version.question.difficulty,
        multiple=version.kind == Kind.MULTIPLE,
        choose_n=version.choose_n,
    )


def _bank(certification: Certification, cards: dict[int, Card], wish: Wish) -> Bank:
    domains = [
        (domain, [pk for pk, card in cards.items() if card.domain_id == domain.pk])
        for domain in certification.domains.order_by("number")
    ]
    places = QuizQuestion.objects.filter(question__in=cards).order_by("position", "pk")
    published = certification.quizzes.filter(published=True).order_by("code")
    quizzes = [
        (quiz, [place.question_id for place in quiz.places.all()])
        for quiz in published.prefetch_related(Prefetch("places", places))
    ]
    return Bank(
        certification=certification,
        blueprint=blueprint_of(certification),
        cards=cards,
        domains=[(domain, pool) for domain, pool in domains if pool],
        quizzes=[(quiz, pool) for quiz, pool in quizzes if pool],
        form=_form(certification, domains, wish.seed),
    )


def _form(certification: Certification, domains: Sequence[tuple[Domain, list[int]]], seed: int) -> list[int]:
    """Questions by blueprint, domain after domain, at most two thirds of the bank."""
    length = min(certification.mock_length, 2 * sum(len(pool) for _domain, pool in domains) // 3)
    if length < SHORTEST_FORM:
        return []
    draw = random.Random(f"{seed} form {certification.code}")  # noqa: S311 - no secret
    form = [
        question
        for domain, pool in domains
        for question in draw.sample(pool, min(len(pool), round(length * float(domain.weight) / 100)))
    ]
    return form if len(form) >= SHORTEST_FORM else []


def faults(found: Sequence[Bank]) -> Iterator[Planted]:
    """The planted faults, by code."""
    cards = (card for bank in found for card in bank.cards.values() if card.item.defect)
    for card in sorted(cards, key=lambda card: card.version.question.code):
        for place, option in enumerate(card.options, 1):
            if card.item.defect and str(option.uid) == card.item.option:
                code, kind = card.version.question.code, card.item.defect.value
                yield Planted(code=code, kind=kind, option=card.item.option, place=place, text=option.text)
