"""Values to bytes of the own format: the same values always give the same bytes, which read back as the values."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from questions.formats.bank.values import FORMAT, BankFile, CertificationEntry, DomainEntry, QuizEntry
from questions.formats.bank.yamltext import Bare, scalar
from questions.items.item import Choice, Item

Pair = tuple[str, object]
Pairs = list[Pair]


def write(bank: BankFile) -> bytes:
    """One file; its name and refusals are not part of it. Items and options need their uids."""
    pairs: Pairs = [("format", FORMAT)]
    if bank.certification is not None:
        pairs.append(("certification", _certification(bank.certification)))
    elif bank.code:
        pairs.append(("certification", bank.code))
    if bank.items:
        pairs.append(("questions", [_item(entry.item) for entry in bank.items]))
    if bank.quizzes:
        pairs.append(("quizzes", [_quiz(quiz) for quiz in bank.quizzes]))
    return ("\n".join(_lines(pairs, 0)) + "\n").encode()


def _lines(pairs: Pairs, indent: int) -> Iterator[str]:
    """The lines of a mapping: values are text, a mapping (list of pairs), or a list of either."""
    margin = " " * indent
    for key, value in pairs:
        if isinstance(value, str):
            yield f"{margin}{key}: {scalar(value, indent)}"
        elif not value:
            yield f"{margin}{key}: []"
        elif isinstance(value, list) and isinstance(value[0], tuple):
            yield f"{margin}{key}:"
            yield from _lines(value, indent + 2)
        elif isinstance(value, list):
            yield f"{margin}{key}:"
            yield from _entries(value, indent + 2)


def _entries(values: Iterable[object], indent: int) -> Iterator[str]:
    """The lines of a list of texts or mappings."""
    margin = " " * indent
    for value in values:
        if isinstance(value, str):
            yield f"{margin}- {scalar(value, indent)}"
        elif isinstance(value, list):
            first, *rest = _lines(value, indent + 2)
            yield f"{margin}- {first.lstrip(' ')}"
            yield from rest


def _flag(value: bool) -> str:
    return Bare("true" if value else "false")


def _number(value: int | Decimal | None) -> str:
    return Bare("" if value is None else f"{value:f}" if isinstance(value, Decimal) else value)


def _certification(entry: CertificationEntry) -> Pairs:
    return [
        ("code", entry.code),
        ("name", entry.name),
        ("short_name", entry.short_name),
        ("vendor", entry.vendor),
        ("description", entry.description),
        ("notice", entry.notice),
        ("questions_min", _number(entry.questions_min)),
        ("questions_max", _number(entry.questions_max)),
        ("mock_length", _number(entry.mock_length)),
        ("minutes", _number(entry.minutes)),
        ("pass_mark", _number(entry.pass_mark)),
        ("published", _flag(entry.published)),
        ("domains", [_domain(domain) for domain in entry.domains]),
    ]


def _domain(entry: DomainEntry) -> Pairs:
    return [
        ("number", _number(entry.number)),
        ("name", entry.name),
        ("weight", _number(entry.weight)),
        (
            "objectives",
            [
                [("section", part.section), ("title", part.title), ("description", part.description)]
                for part in entry.objectives
            ],
        ),
    ]


def _quiz(entry: QuizEntry) -> Pairs:
    return [
        ("code", entry.code),
        ("name", entry.name),
        ("description", entry.description),
        ("published", _flag(entry.published)),
        ("questions", list(entry.questions)),
    ]


def _item(item: Item) -> Pairs:
    source: Pairs = [("file", item.source_file), ("place", item.place)]
    return [
        ("uid", Bare(item.uid)),
        ("code", item.code),
        ("name", item.name),
        ("objective", item.objective),
        ("kind", str(item.kind)),
        ("choose_n", _number(item.choose_n)),
        ("text_format", str(item.text_format)),
        ("language", item.language),
        ("shuffle", _flag(item.shuffle)),
        ("difficulty", str(item.difficulty)),
        ("sample", _flag(item.sample)),
        ("tags", list(item.tags)),
        ("external_id", item.external_id),
        ("status", str(item.status)),
        *([("source", source)] if item.source_file or item.place else []),
        ("stem", item.stem),
        ("takeaway", item.takeaway),
        ("explanation", item.explanation),
        ("references", [[("title", ref.title), ("url", ref.url)] for ref in item.references]),
        ("options", [_option(option) for option in item.options]),
    ]


def _option(option: Choice) -> Pairs:
    pairs: Pairs = [("uid", Bare(option.uid)), ("text", option.text), ("key", _flag(option.is_key))]
    if option.looks_right or not option.is_key:
        pairs.append(("looks_right_because", option.looks_right))
    pairs.append(("right_because" if option.is_key else "wrong_because", option.because))
    if option.pinned:
        pairs.append(("pinned", Bare("true")))
    if option.trap is not None:
        pairs += [("trap", Bare("true")), ("trap_claim", option.trap.claim)]
    return pairs
