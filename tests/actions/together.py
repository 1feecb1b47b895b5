"""Things done at the same moment, each on a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from django.db import connection

Result = TypeVar("Result")


def together(*deeds: Callable[[], Result]) -> list[Result | Exception]:
    """Start all deeds at once; what each gave back or raised, in their order."""
    barrier = Barrier(len(deeds))

    def do(deed: Callable[[], Result]) -> Result | Exception:
        try:
            barrier.wait(timeout=10)
            return deed()
        except Exception as error:  # noqa: BLE001 - what was raised is the result
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(do, deeds))


def elsewhere(deed: Callable[[], Result]) -> Result:
    """Do something on another connection while this one is in the middle of its own; raise what it raises."""
    (result,) = together(deed)
    if isinstance(result, Exception):
        raise result
    return result
