"""File locks that the kernel drops when their holder is gone, however it went."""

import fcntl
import os
from pathlib import Path


class FileLock:
    """An open lock file; a forked child shares its lock, an executed program does not."""

    def __init__(self, path: Path) -> None:
        """Open the file, making it when needed; raise OSError where that is impossible."""
        self.fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def share(self) -> bool:
        """Take the lock together with others; False when somebody has it alone."""
        return self._try(fcntl.LOCK_SH)

    def take(self) -> bool:
        """Take the lock alone; False when anybody else has it."""
        return self._try(fcntl.LOCK_EX)

    def release(self) -> None:
        """Give the lock back, for forked relatives too."""
        fcntl.flock(self.fd, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file; relatives who inherited it keep the lock."""
        os.close(self.fd)

    def is_taken(self) -> bool:
        """Whether somebody else has the lock alone."""
        if self.share():
            self.release()
            return False
        return True

    def _try(self, kind: int) -> bool:
        try:
            fcntl.flock(self.fd, kind | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
