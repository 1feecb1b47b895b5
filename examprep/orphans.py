"""A web worker whose server was killed would hold the port, and the database, for ever."""

import multiprocessing
import os
import signal
from threading import Thread


def end_with_parent() -> None:
    """Make this process end when the one that started it as a worker has ended, however it did; else do nothing."""
    if multiprocessing.parent_process():
        Thread(target=_wait_for_the_end, name="end-with-parent", daemon=True).start()


def _wait_for_the_end() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
