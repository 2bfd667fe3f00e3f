"""What `check --deploy` warns of, each by itself; test_deploy_checks.py asks a whole installation."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scrapsite.server import checks

HEADER = ("HTTP_X_FORWARDED_PROTO", "https")


def ids(found: list[Any]) -> list[str]:
    return [one.id for one in found]


@pytest.mark.parametrize("backend", ["console", "dummy", "locmem", "filebased"])
def test_letters_that_reach_nobody_are_warned_of(settings: Any, backend: str) -> None:
    settings.WORKER_EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"
    assert ids(checks.check_mail(None)) == ["scrapsite.W001"]
    settings.WORKER_EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    assert checks.check_mail(None) == []


@pytest.mark.parametrize(
    "redirects, header, trusted, warned",
    [
        (True, None, 0, ["scrapsite.W002"]),
        (True, None, 1, ["scrapsite.W002"]),
        (True, HEADER, 0, ["scrapsite.W003"]),
        (False, None, 1, ["scrapsite.W003"]),
        (True, HEADER, 1, []),
        (False, None, 0, []),
    ],
)
def test_settings_that_disagree_about_a_proxy_are_warned_of(
    settings: Any, redirects: bool, header: Any, trusted: int, warned: list[str]
) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = redirects, header
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = trusted
    assert ids(checks.check_proxy(None)) == warned


@pytest.mark.parametrize(
    "vendor, redis, processes, warned",
    [
        ("sqlite", "redis://127.0.0.1", "1", ["scrapsite.W004"]),
        ("sqlite", "", "4", ["scrapsite.W004"]),
        ("sqlite", "", "1", []),
        ("postgresql", "redis://127.0.0.1", "4", []),
    ],
)
def test_several_web_processes_on_sqlite_are_warned_of(
    settings: Any, monkeypatch: pytest.MonkeyPatch, vendor: str, redis: str, processes: str, warned: list[str]
) -> None:
    settings.REDIS_URL = redis
    monkeypatch.setenv("WEB_CONCURRENCY", processes)
    monkeypatch.setattr(checks, "connection", SimpleNamespace(vendor=vendor))
    assert ids(checks.check_processes(None)) == warned


def look_at(monkeypatch: pytest.MonkeyPatch, name: Path, vendor: str = "sqlite") -> list[Any]:
    monkeypatch.setattr(checks, "connection", SimpleNamespace(vendor=vendor, settings_dict={"NAME": name}))
    return checks.check_files(None)


def test_a_database_that_others_may_read_is_warned_of(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    base = tmp_path / "db.sqlite3"
    base.touch(mode=0o600)
    tmp_path.chmod(0o700)
    assert look_at(monkeypatch, base) == []
    base.chmod(0o640)
    (warning,) = look_at(monkeypatch, base)
    assert (warning.id, str(base) in warning.msg, f"{tmp_path} " in warning.msg) == (
        "scrapsite.W005",
        True,
        False,
    )
    base.chmod(0o600)
    tmp_path.chmod(0o755)
    assert ids(look_at(monkeypatch, base)) == ["scrapsite.W005"]


def test_a_database_that_is_no_file_has_no_readers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert look_at(monkeypatch, tmp_path / "none.sqlite3") == []
    assert look_at(monkeypatch, tmp_path, vendor="postgresql") == []


@pytest.mark.parametrize(
    "in_production, trusted, believes, word",
    [
        (True, 0, True, "set TRUSTED_PROXY_COUNT=1"),
        (True, 1, False, "start with --proxy-headers"),
        (True, 1, True, ""),
        (False, 0, True, ""),
    ],
)
def test_a_web_server_told_otherwise_about_a_proxy_is_said(
    settings: Any, in_production: bool, trusted: int, believes: bool, word: str
) -> None:
    settings.IN_PRODUCTION, settings.ALLAUTH_TRUSTED_PROXY_COUNT = in_production, trusted
    said = checks.proxy_flags_disagree(believes)
    assert bool(said) == bool(word)
    assert word in said
