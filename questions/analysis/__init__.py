"""Kernel: what responses say about items. Pure functions over counts and sums; each names its formula's source.

``values`` what goes in and comes out · ``indices`` single formulas · ``statistics`` from sums to statistics ·
``limits`` ``rules`` ``sight`` ``flags`` weak options and questions · ``evidence`` a finding in words ·
``matrix`` (with ``columns``, ``groups``, ``tally``) sums from a matrix in memory · ``calibration`` abilities and
difficulties · ``rasch`` a check of it · ``forms`` reliability of a fixed form · ``moodle`` its indices for marks ·
``position`` effects of places · ``efforts`` rapid guesses · ``tables`` ``responses`` a matrix from CSV files ·
``numbers`` ``phrases`` what evidence is written with.

A new statistic gets a field in ``values``, its formula in ``indices`` and a reference value in its test.
"""
