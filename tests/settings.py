"""Settings of the tests: DEBUG's cookie names, and the role that may make a test database."""

import os

os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("EXAMPREP_DB_ROLE", "owner")

from examprep.settings import *  # noqa: F403 - the environment comes first

# Every person of every test has a password: the real hash is made to take its time.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
