"""Kernel: what one item is, how it is graded, what is wrong with it.

Imports nothing but the standard library. A new rule about one item goes to ``checks/``, a new way of scoring to
``grading.py``; both speak :class:`~questions.items.item.Item`, the value in which files, database and forms meet.
"""
