"""The own format, ``examprep-bank/1``: YAML that people can write, lossless, so that it also is the backup format.

:func:`read` takes bytes and gives a :class:`BankFile`, whose refusals name file and line; :func:`write` gives the bytes
that read back as the same. :func:`contradictions` looks at several files as one unit. ``values`` says what a file
holds, ``reading`` and ``writing`` name its keys.
"""

from questions.formats.bank.joining import contradictions
from questions.formats.bank.reading import read
from questions.formats.bank.summary import Summary, summarise
from questions.formats.bank.values import (
    BankFile,
    CertificationEntry,
    DomainEntry,
    ItemEntry,
    ObjectiveEntry,
    QuizEntry,
)
from questions.formats.bank.writing import write

__all__ = [
    "BankFile",
    "CertificationEntry",
    "DomainEntry",
    "ItemEntry",
    "ObjectiveEntry",
    "QuizEntry",
    "Summary",
    "contradictions",
    "read",
    "summarise",
    "write",
]
