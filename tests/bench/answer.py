"""Answering a question against a signed-in view that inserts one row: same server, middleware, session, user, CSRF."""

import argparse
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from itertools import cycle
from threading import Lock

from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from questions.models import Learner, Response, Slot, Version
from tests.bench import load, seed

ORDER = "ABBAAB"
WARM_UP = 3
# A learner's usual quiz, and how many of them wait at most.
QUIZ = 20
ROUNDS = 8


def main(options: argparse.Namespace) -> int:
    """Seed, serve, measure, reconcile; prints the ratio of throughputs last."""
    options.port = options.port or free_port()
    say(f"seeding {options.questions:,} questions and {options.responses:,} responses")
    began = time.perf_counter()
    seed.fresh_database()
    versions = seed.bank(options.questions)
    pairs = seed.people(options.learners)
    users, learners = [user for user, _ in pairs], [learner for _, learner in pairs]
    past = -(-options.responses // options.learners)
    seed.history(seed.attempts(learners, versions, past, again=0), learners)
    seats = seed.seats(users, waiting(options, learners, versions, past))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    say(f"seeded in {time.perf_counter() - began:.0f} s; load average {os.getloadavg()[0]:.2f}")
    queries(seats[0])
    before = Response.objects.count()
    connection.close()
    server = serve(options.port)
    try:
        blocks = measure(options, seats)
    finally:
        server.terminate()
        server.wait(timeout=30)
    return report(blocks, Response.objects.count() - before)


def waiting(
    options: argparse.Namespace, learners: list[Learner], versions: list[Version], past: int
) -> list[list[Slot]]:
    """Slots to answer: several quizzes of twenty questions for each learner."""
    rounds = min((options.questions - past) // QUIZ, ROUNDS)
    quizzes = [seed.attempts(learners, versions, QUIZ, again=past + QUIZ * n) for n in range(rounds)]
    return [[slot for quiz in row for slot in quiz] for row in zip(*quizzes, strict=True)]


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - this is a command


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def queries(seat: seed.Seat) -> None:
    """Count the queries and bytes of one answer in this process, content already read."""
    client = Client(headers={"HX-Request": "true", "host": "127.0.0.1"})
    client.cookies[settings.SESSION_COOKIE_NAME] = seat.session
    attempt, number = seat.slots.pop()
    client.get(f"/practice/{attempt}/{number}/")
    with CaptureQueriesContext(
        connection,
    ) as captured:
        reply = client.post(f"/practice/{attempt}/{number}/answer/", {"choice": "A"})
    if reply.status_code != 200:
        sys.exit(f"the answer was refused: {reply.status_code}")
    say(f"queries per answer: {len(captured)}; bytes per answer: {len(reply.content):,}")


def serve(port: int) -> subprocess.Popen[bytes]:
    """Start the product's server on the bench's database, as the application's role, and wait for it."""
    command = [
        sys.executable, "-m", "granian", "--interface", "wsgi", "--host", "127.0.0.1", "--port", str(port), "--workers",
        "2", "--blocking-threads", "4", "--no-access-log", "--log-level", "error", "tests.bench.wsgi:application",
    ]  # fmt: skip
    server = subprocess.Popen(command, env={**os.environ, "EXAMPREP_DB_ROLE": "app"})  # noqa: S603
    for _attempt in range(150):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/robots.txt", timeout=5).read()
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
        else:
            return server
    server.kill()
    sys.exit("the server did not come up")


def request(path: str, seat: seed.Seat, body: str) -> bytes:
    """Write one form POST of a signed-in browser."""
    cookies = f"{settings.SESSION_COOKIE_NAME}={seat.session}; {settings.CSRF_COOKIE_NAME}={seat.csrf}"
    body = f"csrfmiddlewaretoken={seat.csrf}{body}"
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookies}\r\nHX-Request: true\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    ).encode()


def inserts(seats: list[seed.Seat]) -> Iterator[bytes]:
    for seat in cycle(seats):
        yield request("/bench/insert/", seat, "&choice=A&do=check")


def answers(seats: list[seed.Seat]) -> Iterator[bytes]:
    for row in zip(*(seat.slots[:-1] for seat in seats), strict=True):
        for seat, (attempt, number) in zip(seats, row, strict=True):
            yield request(f"/practice/{attempt}/{number}/answer/", seat, "&choice=A&do=check&ms=12000")


def shared(stream: Iterator[bytes]) -> Callable[[], bytes]:
    """Hand a stream's requests to several threads."""
    lock = Lock()

    def take() -> bytes:
        with lock:
            return next(stream)

    return take


def measure(options: argparse.Namespace, seats: list[seed.Seat]) -> dict[str, list[load.Block]]:
    """Warm both up, then run A and B in turn so that a slow minute hits both."""
    # One seat gave a slot to the count of queries: all give the same number.
    shortest = min(len(seat.slots) for seat in seats)
    for seat in seats:
        del seat.slots[shortest:]
    take = {"A": shared(inserts(seats)), "B": shared(answers(seats))}
    blocks: dict[str, list[load.Block]] = {"A": [], "B": [], "warm-up": []}
    for name in "AB":
        blocks["warm-up"].append(load.run(options.port, options.connections, WARM_UP, take[name]))
    for name in ORDER:
        block = load.run(options.port, options.connections, options.seconds, take[name])
        blocks[name].append(block)
        say(
            f"{name} {block.rate:7.0f} req/s  p50 {block.percentile(0.5):6.1f} ms  p99 {block.percentile(0.99):6.1f} ms"
            f"  load {os.getloadavg()[0]:.2f}"
        )
    return blocks


def report(blocks: dict[str, list[load.Block]], written: int) -> int:
    """Reconcile what was acknowledged with what was written, then print the figures."""
    failures = [failure for row in blocks.values() for block in row for failure in block.failures]
    acknowledged = sum(len(block.times) for block in [*blocks["B"], blocks["warm-up"][1]])
    say(f"answers acknowledged {acknowledged:,}, responses written {written:,}, failures {len(failures)}")
    for failure in failures[:3]:
        say(repr(failure))
    say(f"wire bytes per answer: {statistics.median(blocks['B'][0].sizes):,.0f}")
    rates = {name: statistics.median(block.rate for block in blocks[name]) for name in "AB"}
    tails = {name: statistics.median(block.percentile(0.99) for block in blocks[name]) for name in "AB"}
    ratios = sorted(b.rate / a.rate for a, b in zip(blocks["A"], blocks["B"], strict=True))
    say(
        f"median: insert {rates['A']:.0f} req/s, answer {rates['B']:.0f} req/s; p99 ratio {tails['B'] / tails['A']:.2f}"
    )
    say(f"range of ratios: {ratios[0]:.2f}–{ratios[-1]:.2f}")
    say(f"ratio: {rates['B'] / rates['A']:.2f}")
    return 0 if acknowledged == written and not failures else 1
