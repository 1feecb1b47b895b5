"""Settings of the tests: DEBUG's cookie names, and the role that may make a test database."""

import os

os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("EXAMPREP_DB_ROLE", "owner")

from examprep.settings import *  # noqa: E402, F403 - the environment comes first
