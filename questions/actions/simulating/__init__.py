"""Simulating: learners who are not there fill a scratch or demo bank with a history whose truth is known.

- `values`: what is wished for and what came of it. `bank`: the questions that can be dealt, with their traits.
- `accounts`: who they are, and whether anybody else has answered here. `planning`: what each of them does, on paper.
- `writing`: puts plans into tables, in bulk or through the actions that people use.

How people answer is `analysis/simulation.py`; a new planted fault goes there.
"""

from questions.actions.simulating.accounts import real_responses, simulated_learners
from questions.actions.simulating.simulate import NothingToAnswerError, RealResponsesError, simulate
from questions.actions.simulating.values import Planted, Simulated, Wish
from questions.analysis.simulation import MODELS, Defect

# What each kind of fault means.
DEFECTS = {defect.value: defect.label for defect in Defect}

__all__ = [
    "DEFECTS",
    "MODELS",
    "NothingToAnswerError",
    "Planted",
    "RealResponsesError",
    "Simulated",
    "Wish",
    "real_responses",
    "simulate",
    "simulated_learners",
]
