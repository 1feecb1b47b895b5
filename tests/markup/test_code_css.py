"""The style sheet of rendered text against the classes that are written."""

import re
from pathlib import Path

import pytest

from questions.markup.allowlist import CLASSES
from questions.markup.highlight import CLASSES as CODE_CLASSES

CSS = (Path(__file__).parents[2] / "static/css/code.css").read_text()
COLOURS = re.findall(r"([^{}]+)\{ color: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\); \}", CSS)
SUNK = ("#efede7", "#23262d")


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_every_class_that_is_written_has_a_rule():
    named = set(re.findall(r"\.([a-z][a-z-]*)", CSS))

    assert set().union(*CLASSES.values()) <= named
    assert {name for name in named if name.startswith("hl-")} == CODE_CLASSES


@pytest.mark.parametrize(("selector", "light", "dark"), COLOURS)
def test_colours_of_code_can_be_read_in_light_and_dark(selector, light, dark):
    assert contrast(light, SUNK[0]) >= 4.5
    assert contrast(dark, SUNK[1]) >= 4.5


def test_there_are_colours_to_test():
    assert len(COLOURS) >= 5
