"""The one error of this package, and how to find a program's own words in its output."""

import re

COMPLAINT = re.compile(r"\b(?:FATAL|PANIC|ERROR|error):\s+(\S.*)")


class EmbeddedError(Exception):
    """The embedded PostgreSQL cannot run; the text is one line for a person."""


def complaint(output: str) -> str:
    """Return the last complaint in what a PostgreSQL program wrote, else its last line."""
    lines = output.split("\n")
    found = [match.group(1).strip() for match in map(COMPLAINT.search, lines) if match]
    return (found or [line.strip() for line in lines if line.strip()] or ["no reason was given"])[-1]
