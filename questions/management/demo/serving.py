"""Holds the port and runs the web server on the loopback interface."""

import http.client
import multiprocessing
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

HOST = "127.0.0.1"
START_SECONDS = 60
STOP_SECONDS = 3  # for a request that does not end


@contextmanager
def reserved(port: int) -> Iterator[None]:
    """Hold the port from before the slow part of the start; raise CommandError when somebody has it."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            holder.bind((HOST, port))
        except OSError as error:
            message = _("Port %(port)s cannot be used: %(reason)s. Try another with --port.")
            raise CommandError(message % {"port": port, "reason": error.strerror}) from None
        # Bound but not listening, it takes no connection; it lets in our own server's socket and no other demo.
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0)
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        yield


def serve(port: int, *, when_ready: Callable[[], None]) -> None:
    """Serve pages until SIGINT, SIGTERM or a closed terminal; call `when_ready` once the first page has come."""
    # A fresh interpreter for the worker: it is to read the settings as the application, not as the owner.
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        ":".join(settings.WSGI_APPLICATION.rsplit(".", 1)),
        address=HOST,
        port=port,
        interface=Interfaces.WSGI,
        blocking_threads=settings.BLOCKING_THREADS,
        workers_kill_timeout=STOP_SECONDS,
        log_level=LogLevels.error,
    )
    if signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:  # nohup
        # Granian would reload its worker when the terminal is closed.
        server.on_startup(lambda: _on(signal.SIGHUP, server.signal_handler_interrupt))
    threading.Thread(target=_announce, args=(port, when_ready), daemon=True).start()
    server.serve()


def _on(number: signal.Signals, handler: Callable[..., Any]) -> None:
    signal.signal(number, handler)


def _announce(port: int, when_ready: Callable[[], None]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if _answers(port):
            when_ready()
            return
        time.sleep(0.05)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=START_SECONDS)
    try:
        connection.request("GET", "/")
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True
