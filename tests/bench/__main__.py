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

from tests.bench import analysis, answer, flags  # noqa: E402 - Django must be set up first

BENCHES = {"analysis": analysis.main, "answer": answer.main, "flags": flags.main}


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
    parser.add_argument("--forms", type=int, default=400, help="flags: simulated forms of 60 questions")
    parser.add_argument("--model", choices=("3pl", "1pl"), default="3pl", help="flags: how learners answer")
    parser.add_argument("--seed", type=int, default=1, help="flags: of the simulation")
    parser.add_argument("--full", action="store_true", help="analysis: ten million responses, not one")
    options = parser.parse_args()
    return BENCHES[options.name](options)


sys.exit(main())
