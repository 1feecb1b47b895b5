"""A month of simulated learners, made by a process of its own while the demo already serves."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable

from django.conf import settings

STOP_SECONDS = 5


class Month:
    """The process that makes it; it ends with the demo, however the demo ends."""

    def __init__(self) -> None:
        """Nothing runs yet."""
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = threading.Lock()
        self._stopped = False

    def run(self, *, when_done: Callable[[bool], None]) -> None:
        """Make the month, wait, and say whether it is there; a stop says nothing."""
        with self._turn:
            if self._stopped:
                return
            # A pipe that nobody writes to: it closes when the demo is gone, even killed.
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                [sys.executable, settings.BASE_DIR / "manage.py", "demo_month", "--while-stdin"],
                stdin=subprocess.PIPE,
                # Maintenance, not what serves pages.
                env={**os.environ, "EXAMPREP_DB_ROLE": "owner"},
                # Ctrl-C reaches every process of the terminal's group; the demo decides.
                start_new_session=True,
            )
        code = self._process.wait()
        if not self._stopped:
            when_done(code == 0)

    def stop(self) -> None:
        """End it where it is: what is not committed was never there."""
        with self._turn:
            self._stopped = True
        if self._process is not None:
            self._process.terminate()
            self._process.wait(STOP_SECONDS)
