"""Verbs: one file a subject, keyword-only arguments, ``now`` handed in, one transaction each.

May import models and the kernel. What reads several tables for a page is a report's work.
"""
