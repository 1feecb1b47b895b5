"""Measurements, apart from the tests because a shared machine makes times a matter of luck.

``uv run python -m tests.bench NAME``; each prints what it measured and, last, the figure that its issue asks for.
"""
