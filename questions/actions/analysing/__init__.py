"""The analysis of the database: what counted responses say about each lineage of versions.

``lineages`` which have changed · ``sums`` one grouped query a batch · ``criteria`` ability and rest score in SQL ·
``hurried`` attempts left out · ``running`` batches, locks, progress · ``values`` what is handed on.
"""
