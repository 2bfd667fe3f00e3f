"""Settings, read from the environment. `.env.example` lists every variable; docs/operating.md explains them.

Three profiles: *development* (the default: answers on this machine only), *test*, and *production*.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONE, SELF

from scrapsite.logs import logging_config
from scrapsite.profiles import account_limits, checked_profile, private_folder, secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()
if env.str("SCRAPSITE_PROFILE", default="") != "test":
    env.read_env(BASE_DIR / ".env")

PROFILE = checked_profile(env.str("SCRAPSITE_PROFILE", default="development"))
IN_PRODUCTION = PROFILE == "production"
IN_TESTS = PROFILE == "test"

# Everything written at run time goes here; git ignores it.
VAR_DIR = private_folder(Path(env.str("SCRAPSITE_VAR", default=str(BASE_DIR / "var"))))

# --- Who we are, and to whom we answer -------------------------------------------------------------
SECRET_KEY = secret_key(PROFILE, env.str("SECRET_KEY", default=""), VAR_DIR)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = env.bool("DEBUG", default=False) and not IN_PRODUCTION
LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if IN_PRODUCTION else LOCAL_HOSTS)
# Full origins, such as https://scrapsite.example, from which sockets may be opened; empty: the request's own.
ALLOWED_ORIGINS = env.list("ALLOWED_ORIGINS", default=[f"https://{host}" for host in ALLOWED_HOSTS])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

# --- The parts -------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "scrapsite.staff.apps.StaffConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_tasks",
    "django_tasks_db",
    "ninja",
    "scrapsite",
    "games",
    "cards",
    "rules",
]

MIDDLEWARE = [
    "scrapsite.middleware.private_by_default",
    "scrapsite.middleware.files_are_named",
    "scrapsite.middleware.readable_elsewhere",
    "scrapsite.middleware.compressed",
    "django.middleware.security.SecurityMiddleware",
    "scrapsite.middleware.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "scrapsite.accounts.sessions.middleware.RenamedSessionMiddleware",
    "scrapsite.accounts.sessions.middleware.kept_alive",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scrapsite.middleware.Refusing",
    "games.drafts.lost.LostEditions",
]

ROOT_URLCONF = "scrapsite.urls"
ASGI_APPLICATION = "scrapsite.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "NAME": "jinja",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "scrapsite.jinja.environment"},
    },
]

# --- Storage ---------------------------------------------------------------------------------------
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
}
# How long a request waits for another process that writes, where the worker waits the time above.
LOCK_SECONDS = 2.5
POSTGRES_OPTIONS = {"pool": {"min_size": 1, "max_size": 12, "timeout": 10}}


def _database() -> dict[str, Any]:
    """Return the one database: SQLite in `var/`, or what DATABASE_URL names."""
    here: dict[str, Any] = {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "db.sqlite3")}
    config = env.db_url("DATABASE_URL") if env.str("DATABASE_URL", default="") else here
    on_sqlite = config["ENGINE"].endswith("sqlite3")
    # A pool keeps PostgreSQL's connections; Django refuses persistent ones beside it.
    config["CONN_MAX_AGE"] = None if on_sqlite else 0
    # What the address asks for, such as TLS, and what the site needs.
    config["OPTIONS"] = {**config.get("OPTIONS", {}), **(SQLITE_OPTIONS if on_sqlite else POSTGRES_OPTIONS)}
    config["ATOMIC_REQUESTS"] = False
    return config


DATABASES = {"default": _database()}
REDIS_URL = env.str("REDIS_URL", default="")

CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 50_000},  # rate limits are counted here, so don't drop entries early
    }
}
# Multiplies the limits of scrapsite/common/limits.py, of connections and of sign-ins; 0: only the last.
RATE_LIMIT_FACTOR = env.float("RATE_LIMIT_FACTOR", default=1.0)
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        # Less than `/readyz` waits for its checks.
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 2},
    }

# Commands that load an app's files into the database before the site starts, when the files have changed.
LOADED_AT_START = ("load_cards", "load_rules", "load_pictures")

TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}

# Where Prometheus reads figures of the web server; no port, no figures.
METRICS_HOST = env.str("METRICS_HOST", default="127.0.0.1")
METRICS_PORT = env.int("METRICS_PORT", default=0)
# With less than this free, /readyz says that the disk is full.
LEAST_FREE_BYTES = env.int("LEAST_FREE_MB", default=200) * 1_000_000

BACKUP_DIR = Path(env.str("BACKUP_DIR", default=str(VAR_DIR / "backups")))
BACKUPS_KEPT = env.int("BACKUPS_KEPT", default=14)

# Paths of large answers that are the same for everybody: the page cache answers whoever asks.
# Browsers ask for the service worker again and again, with the visitor's cookies.
SAME_FOR_ALL = ["/api/v1/openapi.json", "/worker.js"]

# Views that work long, by the methods with which they do. They have a thread of their own.
SLOW_VIEWS = {
    # Passwords are hashed.
    "account_login": ["POST"],
    "account_signup": ["POST"],
    "account_convert": ["POST"],
    "account_reset_password_from_key": ["POST"],
    "account_change_password": ["POST"],
    "account_set_password": ["POST"],
    "account_reauthenticate": ["POST"],
    "admin:login": ["POST"],
    "admin:auth_user_add": ["POST"],
    "admin:auth_user_password_change": ["POST"],
    # All that somebody has is collected or deleted: at once, or in the answer to who proved to be the owner.
    "mfa_reauthenticate": ["POST"],
    "mfa_reauthenticate_webauthn": ["POST"],
    "scrapsite:own_data_export": ["POST"],
    "scrapsite:own_data_delete": ["POST"],
    # Much is searched, compared, rendered or drawn.
    "rules:paragraph_search": ["GET"],
    "rules:revision_compare": ["GET"],
    "rules:coverage_detail": ["GET"],
    "games:picture_create": ["POST"],
    "games:match_film": ["GET"],
    # Each paragraph with other words is rendered.
    "api-v1:put_changes": ["PUT"],
}

# Views whose POST may share a transaction with others (decision 28). They change the database in a single
# `whole_change`, and only read otherwise.
GROUPED_VIEWS = {"api-v1:play_move"}

# --- Static files ----------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
PLAIN_STATIC = IN_TESTS or DEBUG
WHITENOISE_USE_FINDERS = PLAIN_STATIC
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 3600 if IN_TESTS else 60
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": f"scrapsite.server.static_files.{'PlainStorage' if PLAIN_STATIC else 'SiteStorage'}",
    },
}

# --- People ----------------------------------------------------------------------------------------
# Only the first checks passwords. Sessions name the one they began with: older ones name the next two.
AUTHENTICATION_BACKENDS = [
    "scrapsite.accounts.passwords.PasswordBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
    "rules.wiki.permissions.RulebookBackend",
]
# The first hashes new passwords; hashes of the others are replaced when their owner signs in.
PASSWORD_HASHERS = [
    "scrapsite.accounts.passwords.Argon2Hasher",
    *(
        f"django.contrib.auth.hashers.{name}PasswordHasher"
        for name in ("PBKDF2", "PBKDF2SHA1", "BCryptSHA256", "Scrypt")
    ),
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"scrapsite.accounts.passwords.{name}"} for name in ("LongEnough", "UnlikeItsOwner", "Uncommon")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "scrapsite:me"
ACCOUNT_SIGNUP_REDIRECT_URL = "scrapsite:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "scrapsite.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Scrapsite] "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = env.int("REAUTHENTICATION_SECONDS", default=300)
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# Staff and editors use their powers only with a second factor.
SECOND_FACTOR_REQUIRED = env.bool("SECOND_FACTOR_REQUIRED", default=True)
ACCOUNT_RATE_LIMITS = account_limits(RATE_LIMIT_FACTOR)
ACCOUNT_FORMS = {
    "signup": "scrapsite.accounts.forms.NewAccountForm",
    "add_email": "scrapsite.accounts.forms.AddressForm",
    "reset_password": "scrapsite.accounts.forms.ForgottenForm",
    "change_password": "scrapsite.accounts.keys.forms.NewPasswordForm",
    "reset_password_from_key": "scrapsite.accounts.keys.forms.ForgottenPasswordForm",
}
# Keys for programs that an account may have.
MOST_KEYS = env.int("MOST_KEYS", default=10)
# So many of a strong bot’s searches, a minute or two of work, the analysis of a match takes.
ANALYSIS_SEARCHES = env.int("ANALYSIS_SEARCHES", default=200)
# How much one player may have at once: unfinished matches, drafts, notes, bug reports that wait for
# the staff.
MOST_MATCHES = env.int("MOST_MATCHES", default=200)
MOST_ANALYSES = env.int("MOST_ANALYSES", default=5)
MOST_COUNTERFACTUALS = env.int("MOST_COUNTERFACTUALS", default=3)
MOST_REPORTS = env.int("MOST_REPORTS", default=2)
MOST_SEARCHES = env.int("MOST_SEARCHES", default=1)
MOST_DRAFTS = env.int("MOST_DRAFTS", default=50)
MOST_NOTES = env.int("MOST_NOTES", default=2000)
MOST_BUG_REPORTS = env.int("MOST_BUG_REPORTS", default=20)
# Processes that play the games of the lab, and how many minutes a report may take them.
LAB_PROCESSES = env.int("LAB_PROCESSES", default=os.cpu_count() or 1)
LAB_MOST_MINUTES = env.int("LAB_MOST_MINUTES", default=60)
# The scheduler of a Dask cluster that plays them instead, such as tcp://10.0.0.5:8786.
LAB_CLUSTER = env.str("LAB_CLUSTER", default="")
# Matches that were called off are deleted after so many days. Open ones are called off after 14 days, or
# after so many if that is less.
OPEN_MATCH_DAYS = env.int("OPEN_MATCH_DAYS", default=60)
MFA_ADAPTER = "scrapsite.accounts.second_factor.adapter.SecondFactorAdapter"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
# An account may be without an address here, or with one that was never confirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# 0: don't trust X-Forwarded-For. 1: trust a single proxy in front of us that sets it.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
# Whatever sends mail only queues it. The worker sends it, by way of WORKER_EMAIL_BACKEND.
WORKER_EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_BACKEND = "scrapsite.notifications.channels.site_mail.QueueBackend"
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Scrapsite <scrapsite@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = env.int("EMAIL_TIMEOUT", default=20)
# The site's address for links in letters; by default its first origin.
OWN_URL = next(iter(ALLOWED_ORIGINS), "") if IN_PRODUCTION else "http://127.0.0.1:8000"
SITE_URL = env.str("SITE_URL", default=OWN_URL).rstrip("/")
# How long notifications gather before a letter goes out, and how long a worker's lease on a delivery lasts.
ALERT_SETTLE_SECONDS = env.float("ALERT_SETTLE_SECONDS", default=180.0)
ALERT_LEASE_SECONDS = env.float("ALERT_LEASE_SECONDS", default=120.0)
# Web push.
VAPID_PUBLIC_KEY = env.str("VAPID_PUBLIC_KEY", default="")
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")
VAPID_CONTACT = env.str("VAPID_CONTACT", default="")

# --- Language and clock ----------------------------------------------------------------------------
LANGUAGE_CODE = "en-gb"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

# --- Safety ----------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "connect-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
# Whom to tell of a hole: mailto: or https:, for /.well-known/security.txt.
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
SECURE_REFERRER_POLICY = "same-origin"
# Sessions end on the server: after so long without use, and after so long in any case. Guests can't come back
# without one, so theirs end without use only. The cookie stays as long as browsers keep one.
SESSION_ENGINE = "scrapsite.accounts.sessions.store"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 400
SESSION_LIMITS = {
    "guest": (timedelta(days=env.int("GUEST_DAYS", default=180)), timedelta.max),
    "account": (
        timedelta(days=env.int("SESSION_IDLE_DAYS", default=60)),
        timedelta(days=env.int("SESSION_DAYS", default=365)),
    ),
    "staff": (
        timedelta(hours=env.int("STAFF_SESSION_IDLE_HOURS", default=12)),
        timedelta(days=env.int("STAFF_SESSION_DAYS", default=7)),
    ),
}
# Browsers accept such cookies over HTTPS only, for the whole site, and from no other host of the domain.
COOKIE_PREFIX = "__Host-" if IN_PRODUCTION else ""
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
# A proposal that rewords a whole rulebook asks three things about each of its paragraphs.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 600
FILE_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

if IN_PRODUCTION:
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
    CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    # Getting onto the browsers' preload lists can hardly be undone, so that is left to the operator.
    SILENCED_SYSTEM_CHECKS = ["security.W021"]
    if ALLAUTH_TRUSTED_PROXY_COUNT:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

if IN_TESTS:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    WORKER_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

LOGGING_CONFIG = None
logging_config(as_json=IN_PRODUCTION, level=env.str("LOG_LEVEL", default="WARNING" if IN_TESTS else "INFO"))
