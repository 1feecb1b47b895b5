"""Production's settings on a database of their own, with one more URL to compare with."""

from examprep.settings import *  # noqa: F403
from examprep.settings import DATABASES, STORAGES

DATABASES["default"]["NAME"] = "examprep_bench"
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
STATIC_ROOT = None
SECURE_SSL_REDIRECT = False
ROOT_URLCONF = "tests.bench.urls"
