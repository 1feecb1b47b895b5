"""The analysis of the database: what counted responses say about each lineage of versions.

``lineages`` which have changed · ``sums`` one grouped query a batch · ``criteria`` ability and rest score in SQL ·
``hurried`` attempts left out · ``running`` batches, locks, progress · ``values`` what is handed on.
"""

from questions.actions.analysing.running import analyse
from questions.actions.analysing.values import ABILITY, REST, Judged, Report

__all__ = ["ABILITY", "REST", "Judged", "Report", "analyse"]
