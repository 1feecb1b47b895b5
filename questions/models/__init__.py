"""Nouns: tables, constraints and QuerySets, one file a subject.

May import the kernel. A QuerySet speaks the page's language and carries authorisation (``of(person)``); what changes
more than one row is an action's work. Truths are held by constraints here and by the triggers of the migrations.
"""

from questions.models.attempt import Attempt, Response, Slot
from questions.models.bank import Option, PastTrap, Question, Rendering, Trap, Version
from questions.models.catalogue import Certification, Domain, Objective
from questions.models.people import Invitation, Learner, Sighting, User
from questions.models.quiz import Quiz, QuizQuestion
from questions.models.review import BlindSolve, Flag, FlagEvent
from questions.models.ruling import Ruling
from questions.models.statistics import Ability, Calibration, Hurried, ItemStatistic, Run

__all__ = [
    "Ability",
    "Attempt",
    "BlindSolve",
    "Calibration",
    "Certification",
    "Domain",
    "Flag",
    "FlagEvent",
    "Hurried",
    "Invitation",
    "ItemStatistic",
    "Learner",
    "Objective",
    "Option",
    "PastTrap",
    "Question",
    "Quiz",
    "QuizQuestion",
    "Rendering",
    "Response",
    "Ruling",
    "Run",
    "Sighting",
    "Slot",
    "Trap",
    "User",
    "Version",
]
