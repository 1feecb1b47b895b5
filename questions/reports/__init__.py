"""Reads across tables for one page, one file a page; no writes. May import models and the kernel."""
