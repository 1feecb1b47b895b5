"""Kernel: files to items and back. One module a format, bytes in, items and problems out; no I/O, no Django."""
