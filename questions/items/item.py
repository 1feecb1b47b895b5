"""The item: one wording of a question as a plain value."""

import uuid
from dataclasses import dataclass, field

from questions.items.words import Difficulty, Kind, Status, TextFormat


@dataclass(frozen=True, slots=True)
class Reference:
    """Where a fact can be read up: a title, and an address or ``""``."""

    title: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Trap:
    """Leave to show a distractor on public pages, worded as a claim or ``""`` for the option's own text."""

    claim: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: its lasting ``uid``, its text, whether it is (part of) the key, and its rationale in two halves.

    ``because`` continues "Right because" for a key and "Wrong because" for a distractor; ``looks_right`` continues
    "Looks right because" and is empty for a key.
    """

    text: str
    is_key: bool = False
    because: str = ""
    looks_right: str = ""
    pinned: bool = False
    uid: uuid.UUID | None = None
    trap: Trap | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One question in one wording, as files, forms, checks and the database exchange it.

    ``place`` says where it came from ("line 12"); ``status`` is what its file claims, an importer decides.
    """

    stem: str
    options: tuple[Choice, ...]
    kind: Kind = Kind.SINGLE
    choose_n: int | None = None
    shuffle: bool = True
    text_format: TextFormat = TextFormat.MARKDOWN
    language: str = "en"
    name: str = ""
    takeaway: str = ""
    explanation: str = ""
    references: tuple[Reference, ...] = ()
    uid: uuid.UUID | None = None
    code: str = ""
    objective: str = ""
    difficulty: Difficulty = Difficulty.MEDIUM
    tags: tuple[str, ...] = ()
    sample: bool = False
    external_id: str = ""
    status: Status = Status.DRAFT
    source_file: str = ""
    place: str = field(default="", compare=False)

    @property
    def keys(self) -> tuple[Choice, ...]:
        """The options that make up the key."""
        return tuple(option for option in self.options if option.is_key)

    @property
    def distractors(self) -> tuple[Choice, ...]:
        """The options that are not the key."""
        return tuple(option for option in self.options if not option.is_key)
