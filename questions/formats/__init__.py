"""Kernel: files to items and back. One module a format, bytes in, items and refusals out; no I/O, no Django.

The own format is ``bank`` (lossless, the backup format); ``yamlnodes`` reads any YAML with lines and without its traps.
A new format reads bytes with the limits of ``limits`` and gives :class:`~questions.formats.refusal.Refusal` for what it
cannot take, each with its line, never dropping anything silently.
"""
