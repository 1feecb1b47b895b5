"""Settings: one file, read from the environment; a setting that has no safe default stops the start and is named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from examprep.embedded import data_dir, database_settings

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if (BASE_DIR / ".env").exists():
    env.read_env(BASE_DIR / ".env")

# --- What kind of process this is -------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
# "owner" migrates and runs the tests; "app" serves and holds no more rights than pages need.
DATABASE_ROLE = env.str("EXAMPREP_DB_ROLE", default="app")
SERVING = DATABASE_ROLE == "app"


def required(name: str, missing: list[str]) -> str:
    """Value of a variable that has no safe default outside DEBUG; its name is collected when absent."""
    value: str = env.str(name, default="")
    if not value and not DEBUG:
        missing.append(name)
    return value


_missing: list[str] = []
SECRET_KEY = required("SECRET_KEY", _missing) or "only-for-debug-" + "0" * 40
_hosts = required("ALLOWED_HOSTS", _missing)
if _missing:
    msg = f"With DEBUG=0 these must be set: {', '.join(_missing)}"
    raise ImproperlyConfigured(msg)
ALLOWED_HOSTS = [host.strip() for host in _hosts.split(",") if host.strip()] or ["127.0.0.1", "localhost", "[::1]"]
if DEBUG:
    ALLOWED_HOSTS += ["testserver"]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
BEHIND_PROXY = env.bool("BEHIND_PROXY", default=False)
DATA_DIR = data_dir()

# --- Parts ------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sitemaps",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "template_partials",
    "django_htmx",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "questions",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "examprep.middleware.request_id",
    "examprep.middleware.storable_cookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "examprep.middleware.htmx_redirects",
    "examprep.middleware.personal_pages",
    "examprep.middleware.time_zone",
    "examprep.sessions.session_limits",
    "examprep.accounts.staff_second_factor",
]

ROOT_URLCONF = "examprep.urls"
WSGI_APPLICATION = "examprep.wsgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # A site may override any page (help, privacy, terms) by a folder of its own, searched first.
        "DIRS": [*(Path(p) for p in env.list("EXAMPREP_TEMPLATES", default=[])), BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "django.template.loaders.filesystem.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "examprep.context.site",
            ],
            "builtins": ["template_partials.templatetags.partials", "questions.templatetags.examprep"],
        },
    }
]

# --- Database ---------------------------------------------------------------------------------------------------
DATABASE_URL = env.str("DATABASE_URL", default="")
# The owner migrates; give it a URL of its own to let the application run with fewer rights.
_url = (env.str("DATABASE_OWNER_URL", default="") or DATABASE_URL) if DATABASE_ROLE == "owner" else DATABASE_URL
# The role that is granted what pages need after each migration, where it exists.
DATABASE_APP_ROLE = env.str("DATABASE_APP_ROLE", default="examprep_app")
BLOCKING_THREADS = env.int("BLOCKING_THREADS", default=4)

_default: dict[str, Any] = environ.Env.db_url_config(_url) if _url else database_settings(role=DATABASE_ROLE)
_options: dict[str, Any] = _default.setdefault("OPTIONS", {})
_options.setdefault("connect_timeout", 5)
# For the statements of questions.models.prepared; Django's own cursors bind on the client and prepare nothing.
_options.setdefault("prepare_threshold", 0)
_limits = "-c statement_timeout=10s -c lock_timeout=3s -c idle_in_transaction_session_timeout=15s"
if SERVING:
    _options["options"] = f"{_options.get('options', '')} {_limits}".strip()
    # Pool instead of CONN_MAX_AGE: threads of the server appear on demand, a pool is bounded.
    _options["pool"] = {"min_size": 1, "max_size": BLOCKING_THREADS + 2, "timeout": 2}
DATABASES = {"default": {**_default, "ATOMIC_REQUESTS": False}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {
    # Rate limits must be shared by all workers: a table does that without one more server. It is large, because a full
    # one forgets a third of its rows, and with them how often somebody has guessed.
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}

# --- People -----------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "questions.User"
# One backend, so that a guess costs one hash and takes as long for an unknown address; it knows permissions too.
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
SIGNUP = env.str("SIGNUP", default="open")
if SIGNUP not in {"open", "invitation", "closed"}:
    msg = f"SIGNUP must be open, invitation or closed, not {SIGNUP!r}"
    raise ImproperlyConfigured(msg)
# A second factor is offered to everybody and demanded of staff by this one setting.
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=False)
ACCOUNT_ADAPTER = "examprep.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "questions.forms.accounts.ChangeEmailForm",
    "change_password": "questions.forms.accounts.ChangePasswordForm",
    "login": "questions.forms.accounts.SignInForm",
    "reauthenticate": "questions.forms.accounts.ReauthenticateForm",
    "reset_password": "questions.forms.accounts.ResetPasswordForm",
    "reset_password_from_key": "questions.forms.accounts.NewPasswordForm",
    "signup": "questions.forms.accounts.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
# Ten guesses an account. The limits per address of the client only stop floods: a school shares one address.
ACCOUNT_RATE_LIMITS = {
    "login": "300/m/ip",
    "login_failed": "10/15m/key,100/15m/ip",
    "signup": "60/m/ip",
    "change_password": "10/15m/user",
    "reauthenticate": "10/15m/user",
}
# Who sends X-Forwarded-For is believed only where a proxy is known to write its last entry.
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "http" if DEBUG else "https"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Examprep"
# A phone's clock may be half a minute off.
MFA_TOTP_TOLERANCE = 1
MFA_FORMS = {
    "activate_totp": "questions.forms.accounts.ActivateCodeForm",
    "authenticate": "questions.forms.accounts.CodeForm",
    "reauthenticate": "questions.forms.accounts.ReauthenticateCodeForm",
}

_mail = env.str("EMAIL_URL", default="consolemail://")
vars().update(environ.Env.email_url_config(_mail))
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Examprep <no-reply@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# An address can only be proven where mail can be sent.
_sends_mail = not _mail.startswith(("consolemail", "dummymail", "filemail", "memorymail"))
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if _sends_mail else "optional"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
MFA_ALLOW_UNVERIFIED_EMAIL = not _sends_mail

# --- Cookies and transport --------------------------------------------------------------------------------------
SESSION_COOKIE_NAME = "sessionid" if DEBUG else "__Host-sessionid"
SESSION_COOKIE_SECURE = not DEBUG
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 14 * 24 * 3600
CSRF_COOKIE_NAME = "csrftoken" if DEBUG else "__Host-csrftoken"
CSRF_COOKIE_SECURE = not DEBUG
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "questions.views.errors.csrf_failure"
SECURE_SSL_REDIRECT = not DEBUG and env.bool("SSL_REDIRECT", default=True)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_HSTS_SECONDS = 0 if DEBUG else 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = not DEBUG
SECURE_HSTS_PRELOAD = not DEBUG
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

# --- Language and time ------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -----------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# With DEBUG files are served where they lie; without it `collectstatic` gathers them here.
STATIC_ROOT = None if DEBUG else Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = False

# --- Logs -------------------------------------------------------------------------------------------------------
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name} {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {"django.request": {"level": "ERROR"}, "django.server": {"level": "WARNING"}},
}
SILENCED_SYSTEM_CHECKS: list[str] = []
TEST_RUNNER = "django.test.runner.DiscoverRunner"
EXAMPREP_REFERENCE = os.environ.get("EXAMPREP_REFERENCE", "")
