"""Bank files as values, made by hypothesis, and as bytes, made by hand."""

import uuid
from decimal import Decimal

from hypothesis import strategies as st

from questions.formats.bank import BankFile, CertificationEntry, DomainEntry, ItemEntry, ObjectiveEntry, QuizEntry
from questions.items.item import Choice, Item, Reference, Trap
from questions.items.words import Difficulty, Kind, Status, TextFormat

# fmt: off
NASTY = [
    "true", "null", "~", "12", "1e3", "0x1F", "2026-11-30", "yes", "a: b", "a #b", "- a", "? a", "& a", "*a", "!a",
    "%a", "@a", "`a`", "'", '"', "''", '"""', "\\", "\\n", "{a: b}", "[a, b]", "|", ">", "---", "...", "# a",
    "a:", ":", " a", "a ", "\ta", "a\t", "\n", "\n\n", " \n ", "\na", "a\n", "a\n\n", "a\n \nb", "  a\nb",
    "a\n  b\n", "\t\n\t", "a\r\nb", "a\rb", "\x85", "a\u2028b", "a\u2029b", "\ufeff", "a\ufeffb", "\x07",
    "\x1b[0m", "\x7f", "\ufffe", "\ud7ff", "e\u0301", "\u202eabc", "\u05e2\u05d1", "\U0001f469\u200d\U0001f52c",
    "\U0010ffff", "a\xa0b", "Map<String, int>", "$5 and $10", "&lt;", "=1+1", "a\n---\nb", "a\n...\n",
    "```\ncode\n```", "a\n# b", "key: |\n  x", "-", "?", "<<", "\n a", " \na", "a \nb",
    "x" * 300, "a" * 1200 + ": b",
]
# fmt: on
STORABLE = st.characters(exclude_characters="\x00", exclude_categories=["Cs"])
TEXT = st.text(STORABLE, max_size=40) | st.sampled_from(NASTY)
TEXT |= st.lists(TEXT, max_size=4).map("\n".join)
# What is required, and what is a name of something and so has no white space around it.
STATED = TEXT.filter(lambda text: bool(text.strip()))
NAME = STATED.map(str.strip)
UIDS = st.uuids(version=4)
PERCENT = st.decimals(Decimal("0.01"), 100, places=2)
SMALL = st.integers(0, 2**15 - 1)


def choices_of(uids: list[uuid.UUID]) -> st.SearchStrategy[tuple[Choice, ...]]:
    options = [
        st.builds(
            Choice,
            text=TEXT,
            is_key=st.booleans(),
            because=TEXT,
            looks_right=TEXT,
            pinned=st.booleans(),
            uid=st.just(uid),
            trap=st.none() | st.builds(Trap, TEXT),
        )
        for uid in uids
    ]
    return st.tuples(*options)


ITEMS = st.builds(
    Item,
    stem=STATED,
    options=st.lists(UIDS, unique=True, max_size=5).flatmap(choices_of),
    kind=st.sampled_from(Kind),
    choose_n=st.none() | SMALL,
    shuffle=st.booleans(),
    text_format=st.sampled_from(TextFormat),
    language=NAME,
    name=TEXT,
    takeaway=TEXT,
    explanation=TEXT,
    references=st.lists(st.builds(Reference, STATED, TEXT.map(str.strip)), max_size=2).map(tuple),
    uid=UIDS,
    code=NAME,
    objective=NAME,
    difficulty=st.sampled_from(Difficulty),
    tags=st.lists(TEXT, max_size=3).map(tuple),
    sample=st.booleans(),
    external_id=TEXT,
    status=st.sampled_from(Status),
    source_file=TEXT.filter(lambda text: len(text) <= 255),
    place=TEXT.filter(lambda text: len(text) <= 255),
)
OBJECTIVES = st.builds(
    ObjectiveEntry, NAME.filter(lambda text: len(text) <= 20), STATED.filter(lambda t: len(t) <= 200), TEXT
)
DOMAINS = st.builds(
    DomainEntry,
    number=SMALL,
    name=STATED.filter(lambda text: len(text) <= 200),
    weight=PERCENT,
    objectives=st.lists(OBJECTIVES, max_size=2).map(tuple),
)
CERTIFICATIONS = st.builds(
    CertificationEntry,
    code=NAME.filter(lambda text: len(text) <= 40),
    name=STATED.filter(lambda text: len(text) <= 200),
    questions_min=SMALL,
    questions_max=SMALL,
    mock_length=SMALL,
    minutes=SMALL,
    short_name=TEXT.filter(lambda text: len(text) <= 40),
    vendor=TEXT.filter(lambda text: len(text) <= 120),
    description=TEXT,
    notice=TEXT,
    pass_mark=st.none() | PERCENT,
    published=st.booleans(),
    domains=st.lists(DOMAINS, max_size=2).map(tuple),
)
QUIZZES = st.builds(
    QuizEntry,
    code=NAME.filter(lambda text: len(text) <= 60),
    name=STATED.filter(lambda text: len(text) <= 200),
    description=TEXT,
    published=st.booleans(),
    questions=st.lists(TEXT.map(str.strip), max_size=3).map(tuple),
)


@st.composite
def bank_files(draw: st.DrawFn) -> BankFile:
    """A file as the reader gives it: in order, and belonging to one certification."""
    certification = draw(st.none() | CERTIFICATIONS)
    return BankFile(
        name="bank.yaml",
        code=certification.code if certification else draw(NAME),
        certification=certification,
        items=tuple(ItemEntry(item) for item in draw(st.lists(ITEMS, max_size=3))),
        quizzes=tuple(draw(st.lists(QUIZZES, max_size=2))),
    )
