"""Data folders for the embedded server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examprep.visitors import Visitor, clean_up, copy, end_everything, everybody_out, new_folder


@pytest.fixture(scope="session")
def finished() -> Iterator[Path]:
    """A data folder with a complete database."""
    folder = new_folder()
    visitor = Visitor(folder)
    assert visitor.arrived(), visitor.goes()
    visitor.goes()
    yield folder
    clean_up(folder)


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    yield
    everybody_out()


@pytest.fixture
def data(finished: Path) -> Iterator[Path]:
    """The same database for each test, with nobody in it."""
    yield finished
    end_everything(finished)


@pytest.fixture
def spoilt(finished: Path) -> Iterator[Path]:
    """A copy of that database for a test that damages it."""
    folder = new_folder()
    copy(finished, folder / "data")
    yield folder / "data"
    end_everything(folder / "data")
    clean_up(folder)


@pytest.fixture
def empty() -> Iterator[Path]:
    """A data folder with nothing in it."""
    folder = new_folder()
    yield folder
    clean_up(folder)
