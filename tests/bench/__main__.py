"""Choose a measurement by name."""

import argparse
import os
import sys

# Before anything of Django's loads: production's settings, a database of the bench's own.
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
os.environ["EXAMPREP_DB_ROLE"] = "owner"
os.environ.setdefault("SECRET_KEY", "bench-" + "b" * 50)
os.environ.setdefault("ALLOWED_HOSTS", "127.0.0.1")
os.environ["DEBUG"] = "0"

import django

django.setup()

from tests.bench import answer  # noqa: E402 - Django must be set up first

BENCHES = {"answer": answer.main}


def main() -> int:
    """Run one measurement; its exit code says whether its answers added up, not whether it was fast."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    parser.add_argument("name", choices=sorted(BENCHES))
    parser.add_argument("--seconds", type=float, default=10, help="length of a block")
    parser.add_argument("--connections", type=int, default=8)
    parser.add_argument("--questions", type=int, default=5_000)
    parser.add_argument("--responses", type=int, default=200_000)
    parser.add_argument("--learners", type=int, default=400)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    options = parser.parse_args()
    return BENCHES[options.name](options)


sys.exit(main())
