"""What `manage.py check --deploy` says of an installation, beside Django's own checks."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import connection

NOT_SENT = ("console", "dummy", "locmem", "filebased")


def register_checks() -> None:
    """Let `check --deploy` ask all of them."""
    for check in (check_mail, check_proxy, check_processes, check_files):
        register(check, Tags.security, deploy=True)


def check_mail(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn if letters reach nobody."""
    backend = settings.WORKER_EMAIL_BACKEND
    if not any(f".{name}." in backend for name in NOT_SENT):
        return []
    return [
        Warning(
            "Mail isn't sent: nobody can confirm an address or choose a new password.",
            hint="Set EMAIL_URL, such as smtp+tls://user:password@host:587.",
            id="scrapsite.W001",
        )
    ]


def check_proxy(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn if the settings that tell of a proxy disagree."""
    trusted = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    header = settings.SECURE_PROXY_SSL_HEADER
    if settings.SECURE_SSL_REDIRECT and not header:
        return [
            Warning(
                "No proxy is trusted, and the web server doesn't speak HTTPS: every page leads to itself.",
                hint="Set TRUSTED_PROXY_COUNT=1 and start the web server with --proxy-headers.",
                id="scrapsite.W002",
            )
        ]
    if bool(header) != bool(trusted):
        return [
            Warning(
                "One setting trusts the proxy and another doesn't: anybody could fake addresses or HTTPS.",
                hint="Set only TRUSTED_PROXY_COUNT; SECURE_PROXY_SSL_HEADER follows from it.",
                id="scrapsite.W003",
            )
        ]
    return []


def check_processes(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn if SQLite seems to be shared by several web processes."""
    several = settings.REDIS_URL or os.environ.get("WEB_CONCURRENCY", "1") != "1"
    if connection.vendor != "sqlite" or not several:
        return []
    return [
        Warning(
            "The database is SQLite, but REDIS_URL or WEB_CONCURRENCY asks for several web processes.",
            hint="Run exactly one web process, or set DATABASE_URL to PostgreSQL.",
            id="scrapsite.W004",
        )
    ]


def check_files(app_configs: Any, **options: Any) -> list[CheckMessage]:
    """Warn if others may read the database or what lies beside it."""
    name = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor != "sqlite" or not name.is_file():
        return []
    others = stat.S_IRWXG | stat.S_IRWXO
    open_to = [path for path in (name, name.parent) if path.stat().st_mode & others]
    if not open_to:
        return []
    return [
        Warning(
            f"Other users of this machine may read {' and '.join(map(str, open_to))}.",
            hint="chmod 600 for the database, 700 for its folder, which should hold nothing else.",
            id="scrapsite.W005",
        )
    ]


def proxy_flags_disagree(believes_headers: bool) -> str:
    """Return what is wrong if the web server was told otherwise about a proxy than the settings, or nothing.

    *believes_headers:* it was started with `--proxy-headers`.
    """
    trusted = bool(settings.ALLAUTH_TRUSTED_PROXY_COUNT)
    if not settings.IN_PRODUCTION or trusted == believes_headers:
        return ""
    if believes_headers:
        return "--proxy-headers believes a proxy that the settings don't: set TRUSTED_PROXY_COUNT=1 as well."
    return (
        "TRUSTED_PROXY_COUNT says that there is a proxy: start with --proxy-headers as well, "
        "or all visitors count as one."
    )
