"""A closed-loop load generator: a few connections kept busy, each request timed."""

import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Block:
    """What one block of requests gave: seconds each, bytes each, and replies that were not 200."""

    seconds: float
    times: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    failures: list[bytes] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds that ``share`` of the requests stayed under."""
        ordered = sorted(self.times)
        return ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000


def exchange(connection: socket.socket, request: bytes) -> bytes:
    """Send one request on a kept-alive connection and read its whole reply."""
    connection.sendall(request)
    reply = b""
    while b"\r\n\r\n" not in reply:
        reply += read(connection)
    head, _, _body = reply.partition(b"\r\n\r\n")
    lower = head.lower()
    if b"content-length:" not in lower:
        return reply
    length = int(lower.split(b"content-length:")[1].split(b"\r\n")[0])
    while len(reply) < len(head) + 4 + length:
        reply += read(connection)
    return reply


def read(connection: socket.socket) -> bytes:
    part = connection.recv(65536)
    if not part:
        msg = "the server closed the connection"
        raise ConnectionError(msg)
    return part


def run(port: int, connections: int, seconds: float, next_request: Callable[[], bytes]) -> Block:
    """Keep ``connections`` busy for ``seconds`` with requests from ``next_request``."""
    block = Block(seconds)
    end = time.perf_counter() + seconds

    def work() -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while (start := time.perf_counter()) < end:
                reply = exchange(connection, next_request())
                block.times.append(time.perf_counter() - start)
                block.sizes.append(len(reply))
                if not reply.startswith(b"HTTP/1.1 200"):
                    block.failures.append(reply[:300])

    threads = [threading.Thread(target=work) for _ in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return block
