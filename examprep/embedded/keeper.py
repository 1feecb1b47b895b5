"""The process that looks after one server: starts it, starts it again after a crash, stops it when nobody is left.

Run as `python -m examprep.embedded.keeper DATA`, with a descriptor inherited that holds `keeper.lock`. It detaches
itself, so that a Ctrl-C in somebody's terminal does not reach the server.
"""

import os
import signal
import sys
import time
from pathlib import Path

from examprep.embedded import binaries
from examprep.embedded.account import server_account
from examprep.embedded.locks import FileLock
from examprep.embedded.places import Places
from examprep.embedded.postmaster import Postmaster

TICK = 0.1  # seconds between looks; each look is two system calls
SHORT_LIFE = 10.0  # seconds; a server that ends sooner has failed to start
PAUSES = (0.1, 0.3, 0.6)  # before the next try; the sessions of a server that was killed need a moment to notice


def keep(places: Places) -> None:
    """Keep the server running for as long as anybody holds `users.lock`; stop it while holding that lock alone."""
    users = FileLock(places.users)
    account = server_account(places.cluster)
    programs = binaries.find(places, account)
    failures = 0
    while True:
        born = time.monotonic()
        server = Postmaster.adopt(places) or Postmaster.start(places, account, programs)
        if _is_left_alone(server, users):
            server.stop()
            return
        if server.was_stopped():
            return
        failures = failures + 1 if time.monotonic() - born < SHORT_LIFE else 1
        if failures > len(PAUSES):
            return
        time.sleep(PAUSES[failures - 1])


def _is_left_alone(server: Postmaster, users: FileLock) -> bool:
    """Wait until nobody uses the server (True), or it has ended by itself (False)."""
    while not users.take():
        if server.has_ended():
            return False
        time.sleep(TICK)
    return True


def _detach() -> None:
    if os.fork():
        os._exit(0)
    os.chdir("/")  # hold no folder that somebody may want to unmount
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Not SIG_IGN, which the server would inherit. Whoever ends all processes of a service at once gets a clean
        # stop this way: its users leave, then the server goes, then we do.
        signal.signal(number, lambda *_: None)


if __name__ == "__main__":
    _detach()
    keep(Places(Path(sys.argv[1])))
