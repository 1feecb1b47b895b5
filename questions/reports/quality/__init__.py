"""What reviewers see: the queue of flags, and one question with its numbers.

``categories`` filters · ``queue`` the list and its ``rows`` · ``page`` one question, put together from ``options``,
``remarks`` (the rules that hold now), ``findings`` (the same in sentences, by ``evidence``), ``history`` and
``revision`` with ``wording``, ``lint`` · ``blind`` the question before its key · ``suggestions`` for a flag ·
``figures``, ``words`` and ``patience`` numbers, codes, and how many answers are missing. Another part of the page is
another module and a property of ``page.ItemPage``.
"""
