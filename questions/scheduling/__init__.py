"""Kernel: when to meet a question again."""
