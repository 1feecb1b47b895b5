"""How much any file may hold, whatever its format."""

from typing import Final

FILE_BYTES: Final = 20 * 1024 * 1024
QUESTIONS: Final = 5_000
# Enough for so many questions with 26 options each field of which is used.
VALUES: Final = 1_000_000
DEPTH: Final = 12
# A file with more faults than these is of another kind; the rest is left unsaid.
REFUSALS: Final = 200
