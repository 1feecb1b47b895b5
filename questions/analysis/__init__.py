"""Kernel: what responses say about items. Pure functions over counts and sums; each names its formula's source."""
