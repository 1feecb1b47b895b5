"""What a reader says when it cannot take something."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

# How a reader refuses: line, marked reason, and what fills the reason's places.
Refuse = Callable[[int, str, Mapping[str, object]], None]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One thing that cannot be taken: its file and line (from 1; 0 is the file as a whole), and why.

    ``reason`` is a marked message with ``%(name)s`` places filled from ``params``; ``about`` names the question, and
    ``fix`` says what to do, marked and filled likewise.
    """

    file: str
    line: int
    reason: str
    params: Mapping[str, object] = field(default_factory=dict)
    about: str = ""
    fix: str = ""

    @property
    def place(self) -> str:
        """``file:line``, or the file alone where no line can be told."""
        return f"{self.file}:{self.line}" if self.line else self.file


class UnreadableError(Exception):
    """The file cannot be read any further."""

    def __init__(self, line: int, reason: str, **params: object) -> None:
        super().__init__(reason % params)
        self.line, self.reason, self.params = line, reason, params
