"""What responses say about a certification and its learners, for instructors.

One module a section of the page: ``bank`` (each question's numbers), ``domains``, ``forms`` (reliability) and
``exposure``; ``cohort`` is a page of its own and ``responses`` the export. Each reads in a fixed number of queries,
written out in SQL where millions of rows are summed up. A new section is a module here, a part of ``page.py`` and a
template beside the others. Learners are named by ``pseudonyms`` alone.
"""
