"""What the site is set to, asked of the running parts rather than read from the settings."""

from __future__ import annotations

import importlib
import os
import secrets
import subprocess
import sys
from contextvars import Context
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection, connections
from django.test import Client

from scrapsite.server.work.kinds import Kind, usual_limits
from scrapsite.server.work.threads import WorkerThreads

ROOT = Path(settings.BASE_DIR)
PRODUCTION = {
    "SCRAPSITE_PROFILE": "production",
    "SECRET_KEY": secrets.token_urlsafe(60),
    "ALLOWED_HOSTS": "scrapsite.example",
}
# Modules that may speak SQL, with parameters only: a new one is a decision, so it is named here.
RAW_STATEMENTS = {
    "games/live/following.py",
    "games/lobby/lists.py",
    "scrapsite/server/work/turns.py",
    "games/matches/queries/log.py",
    "games/matches/reading.py",
    "games/talk/queries.py",
    "games/clocks/resting.py",
    "games/matches/locked_match.py",
    "games/matches/long_turns.py",
    "games/matches/steps.py",
    "games/clocks/turning.py",
    "scrapsite/notifications/channels/available.py",
    "scrapsite/notifications/making.py",
    "scrapsite/notifications/news.py",
    "scrapsite/common/fulltext/index.py",
    "scrapsite/server/backups/postgresql.py",
    "scrapsite/accounts/sessions/store.py",
    "scrapsite/accounts/tokens.py",
    "scrapsite/accounts/visitors.py",
}
SHOW = (
    "import json; from django.conf import settings as s; "
    "print(json.dumps({n: getattr(s, n, None) for n in dir(s) if n.isupper()}, default=str))"
)


def run(tmp_path: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process whose settings come from *environment* alone."""
    clean = {"PATH": os.environ["PATH"], "SCRAPSITE_VAR": str(tmp_path)}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.django_db
class TestSqlite:
    """The database as the web server's thread really has it."""

    @staticmethod
    def pragmas() -> dict[str, Any]:
        with connection.cursor() as cursor:
            names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
            found = {}
            for name in names:
                cursor.execute(f"PRAGMA {name}")
                found[name] = cursor.fetchone()[0]
        found["isolation"] = connection.connection.isolation_level
        found["autocommit"] = connection.get_autocommit()
        return found

    async def test_in_a_thread(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(connections.settings["default"], "NAME", str(tmp_path / "thread.sqlite3"))
        threads = WorkerThreads(Kind.WRITE, usual_limits(1, 1)[Kind.WRITE])
        try:
            found = await threads.run("", Context(), self.pragmas)
            begins = await threads.run("", Context(), first_statement_of_a_transaction)
        finally:
            threads.threads[0].post(connections.close_all)
            threads.close()
        assert found["journal_mode"] == "wal"
        assert found["synchronous"] == 2
        assert found["foreign_keys"] == 1
        assert found["busy_timeout"] >= 5000
        assert found["autocommit"]
        assert begins == "BEGIN IMMEDIATE"

    def test_as_configured(self) -> None:
        database = settings.DATABASES["default"]
        assert database["ATOMIC_REQUESTS"] is False
        assert database["CONN_MAX_AGE"] is None
        assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def first_statement_of_a_transaction() -> str:
    """Return what SQLite is told when a transaction begins."""
    from django.db import transaction

    said: list[str] = []
    connection.ensure_connection()
    connection.connection.set_trace_callback(said.append)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    connection.connection.set_trace_callback(None)
    return said[0]


class TestProduction:
    """The profile that faces the world."""

    @pytest.mark.parametrize(
        "missing, told", [("SECRET_KEY", "SECRET_KEY must be set"), ("ALLOWED_HOSTS", "ALLOWED_HOSTS")]
    )
    @pytest.mark.soak(seconds=1.5, one_in=2)
    def test_without_a_key_or_a_name_it_does_not_start(self, tmp_path: Path, missing: str, told: str) -> None:
        given = {name: value for name, value in PRODUCTION.items() if name != missing}
        done = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **given)
        assert done.returncode != 0
        assert told in done.stderr

    def test_an_unknown_profile_is_refused(self, tmp_path: Path) -> None:
        done = run(tmp_path, "manage.py", "check", SCRAPSITE_PROFILE="prodcution")
        assert "SCRAPSITE_PROFILE must be one of" in done.stderr

    def test_cookies_redirects_and_origins(self, tmp_path: Path) -> None:
        import json

        done = run(tmp_path, "-c", SHOW, DJANGO_SETTINGS_MODULE="scrapsite.settings", DEBUG="1", **PRODUCTION)
        found = json.loads(done.stdout)
        for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"):
            assert found[name] is True, name
        assert found["DEBUG"] is False
        assert found["SECURE_HSTS_SECONDS"] >= 60 * 60 * 24 * 30
        assert found["ALLOWED_HOSTS"] == ["scrapsite.example"]
        assert found["ALLOWED_ORIGINS"] == ["https://scrapsite.example"]
        assert found["SECURE_PROXY_SSL_HEADER"] is None, "proxy headers are believed only when asked for"
        assert found["RATE_LIMIT_FACTOR"] == 1.0
        assert found["SESSION_COOKIE_NAME"] == "__Host-sessionid"
        assert found["CSRF_COOKIE_NAME"] == "__Host-csrftoken"

    def test_proxy_headers_are_believed_only_when_asked_for(self, tmp_path: Path) -> None:
        shown = "from django.conf import settings as s; print(s.SECURE_PROXY_SSL_HEADER)"
        given = {**PRODUCTION, "TRUSTED_PROXY_COUNT": "1", "DJANGO_SETTINGS_MODULE": "scrapsite.settings"}
        assert "HTTP_X_FORWARDED_PROTO" in run(tmp_path, "-c", shown, **given).stdout

    @pytest.mark.soak(seconds=3)
    def test_the_generated_key_is_for_this_machine_only_and_unreadable_to_others(
        self, tmp_path: Path
    ) -> None:
        done = run(tmp_path, "manage.py", "check")
        assert done.returncode == 0, done.stderr
        key = tmp_path / "secret-key"
        assert key.stat().st_mode & 0o077 == 0
        assert len(key.read_text()) > 60
        assert not list(tmp_path.glob("secret-key.*"))


class TestEverywhere:
    """True of all profiles."""

    def test_hosts_and_origins_are_never_anything(self) -> None:
        assert "*" not in settings.ALLOWED_HOSTS
        assert all("*" not in origin for origin in settings.ALLOWED_ORIGINS + settings.CSRF_TRUSTED_ORIGINS)

    def test_sockets_are_checked_with_full_origins(self) -> None:
        source = (ROOT / "scrapsite/server/asgi/sockets.py").read_text()
        assert "FullOriginValidator(" in source
        assert "AllowedHostsOriginValidator" not in source

    def test_no_raw_statements_and_no_regular_expressions_from_users(self) -> None:
        """The ORM only, but for the modules named above."""
        for folder in ("games", "cards", "rules", "scrapsite"):
            for file in sorted((ROOT / folder).rglob("*.py")):
                text = file.read_text()
                for word in (".extra(", "__regex", "__iregex", "mark_safe(request", "eval("):
                    assert word not in text, f"{file}: {word}"
                speaks_sql = any(word in text for word in ("cursor()", "RawSQL(", ".raw("))
                if speaks_sql and "bench" not in file.parts:
                    assert file.relative_to(ROOT).as_posix() in RAW_STATEMENTS

    def test_no_secret_is_in_the_repository(self) -> None:
        if not (ROOT / ".git").exists() and not os.environ.get("CI"):
            pytest.skip("this isn’t a clone")
        done = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=20
        )
        names = {Path(name).name for name in done.stdout.splitlines()}
        assert "manage.py" in names
        assert not names & {".env", "secret-key", "db.sqlite3", "id_rsa"}

    def test_rate_limits_are_kept_where_all_processes_of_a_large_site_see_them(self, tmp_path: Path) -> None:
        shown = "from django.conf import settings as s; print(s.CACHES['default']['BACKEND'])"
        given = {"REDIS_URL": "redis://localhost", "DJANGO_SETTINGS_MODULE": "scrapsite.settings"}
        assert "Redis" in run(tmp_path, "-c", shown, **given).stdout
        cache.set("a", 1)
        assert cache.get("a") == 1

    def test_errors_show_nothing_of_the_inside(
        self, db: None, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        def break_down(*args: Any, **kwargs: Any) -> None:
            raise RuntimeError("out of oil")

        views = importlib.import_module("games.lobby.views")
        monkeypatch.setattr(views, "lobby", break_down)
        answer = Client(raise_request_exception=False).get("/matches/")
        text = answer.content.decode()
        assert answer.status_code == 500
        for inside in ("out of oil", "Traceback", "RuntimeError", str(ROOT), settings.SECRET_KEY):
            assert inside not in text
