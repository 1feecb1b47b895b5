"""The instructor's door: one file a subject, registered here.

May import forms, actions, reports, models and items. A page that changes more than its own form calls an action.
"""

from questions.admin import attempts, bank, catalogue, people, quiz

__all__ = ["attempts", "bank", "catalogue", "people", "quiz"]
