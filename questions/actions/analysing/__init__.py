"""The analysis of the database: what counted responses say about each lineage of versions.

``running`` batches, locks, progress · ``changes`` which lineages changed · ``efforts`` rapid guesses and hurried
attempts · ``sums`` a batch's responses as arrays (``copying``) and the kernel's sums · ``criteria`` ability and rest
score · ``met`` counts and times · ``judging`` statistics and what flags rest on · ``saving`` rows · ``values`` what is
handed on.
"""

from questions.actions.analysing.running import analyse
from questions.actions.analysing.values import ABILITY, REST, Judged, Report

__all__ = ["ABILITY", "REST", "Judged", "Report", "analyse"]
