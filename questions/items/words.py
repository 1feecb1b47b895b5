"""The closed lists of the field, usable as Django choices by :func:`choices`."""

from enum import StrEnum
from typing import Self

from questions.items.text import mark


class Word(StrEnum):
    """A ``StrEnum`` whose members carry a label: ``NAME = "value", "Label"``."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """Keep the label beside the value."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label or value
        return member


class Kind(Word):
    """How many options are right."""

    SINGLE = "single", mark("Single choice")
    MULTIPLE = "multiple", mark("Multiple choice")


class TextFormat(Word):
    """How authored text is written."""

    MARKDOWN = "markdown", mark("Markdown")
    PLAIN = "plain", mark("Plain text")
    HTML = "html", mark("HTML (imports)")


class Difficulty(Word):
    """The author's own guess; facility is what responses say."""

    EASY = "easy", mark("Easy")
    MEDIUM = "medium", mark("Medium")
    HARD = "hard", mark("Hard")


class Status(Word):
    """Life of a version; it only moves forward."""

    DRAFT = "draft", mark("Draft")
    SUBMITTED = "submitted", mark("Submitted")
    PUBLISHED = "published", mark("Published")
    SUPERSEDED = "superseded", mark("Superseded")
    WITHDRAWN = "withdrawn", mark("Withdrawn")


class Mode(Word):
    """What an attempt is for."""

    PRACTICE = "practice", mark("Practice")
    MOCK = "mock", mark("Mock exam")
    REVIEW = "review", mark("Review")
    SAMPLE = "sample", mark("Sample question")


class Reason(Word):
    """Why a question was dealt; the statistics need it."""

    PICKED = "picked", mark("Picked by the learner")
    RANDOM = "random", mark("Drawn at random")
    BLUEPRINT = "blueprint", mark("Drawn by blueprint")
    ADAPTIVE = "adaptive", mark("Chosen adaptively")
    DUE = "due", mark("Due for review")


class Confidence(Word):
    """How sure a learner was, said before checking; never part of the score."""

    GUESS = "guess", mark("Guess")
    UNSURE = "unsure", mark("Unsure")
    SURE = "sure", mark("Sure")


class LeftOut(Word):
    """Why a response stays out of the statistics, decided when it is written; empty where it counts."""

    REPEAT = "repeat", mark("Not the first time")
    SEEN = "seen", mark("The rationale had been seen")
    MODE = "mode", mark("Review or sample question")
    STAFF = "staff", mark("Not a learner's account")


class Gravity(Word):
    """How bad it is if a flag is right."""

    CRITICAL = "critical", mark("Critical")
    HIGH = "high", mark("High")
    MEDIUM = "medium", mark("Medium")
    LOW = "low", mark("Low")
    INFO = "info", mark("For information")


class FlagState(Word):
    """Life of a flag: raised, judged by a reviewer, answered by a revision, judged again by new responses."""

    WAITING = "waiting", mark("Seen once")
    OPEN = "open", mark("Needs review")
    FLAGGED = "flagged", mark("With the author")
    WATCHING = "watching", mark("Revised, watching")
    RESOLVED = "resolved", mark("Resolved")
    DISMISSED = "dismissed", mark("Kept")
    CLOSED = "closed", mark("Closed by itself")


class Decision(Word):
    """What happened to a flag, and by whom: entries of its history."""

    RAISED = "raised", mark("Raised")
    KEEP = "keep", mark("Keep as it is")
    TO_AUTHOR = "to_author", mark("Flag to the author")
    REVISE = "revise", mark("Ask for a revision")
    WITHDRAW = "withdraw", mark("Withdraw the question")
    REVISED = "revised", mark("A new version was published")
    RESOLVED = "resolved", mark("New responses clear it")
    REOPENED = "reopened", mark("Reopened")
    CLOSED = "closed", mark("The evidence is gone")
    NOTE = "note", mark("Note")


class Policy(Word):
    """What a ruling does to the responses of a version."""

    CREDIT = "credit", mark("Credit everybody")
    DROP = "drop", mark("Drop the question")
    RESCORE = "rescore", mark("Score by another key")


def choices(words: type[Word]) -> list[tuple[str, str]]:
    """``(value, label)`` pairs for a model or form field."""
    return [(word.value, word.label) for word in words]
