"""The settings of each profile, read by a fresh Python as an operator's would be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from tests.soak.tenths import soaking

ROOT = Path(__file__).parents[2]
READ = """
import json, scrapsite.settings as s
print(json.dumps({name: getattr(s, name, None) for name in %r}, default=str))
"""


def settings_under(tmp_path: Path, *names: str, **environment: str) -> dict:
    """Return these settings as they are under this environment."""
    answer = _read(tmp_path, names, environment)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def _read(tmp_path: Path, names: tuple, environment: dict) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", READ % (names,)],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SCRAPSITE_VAR": str(tmp_path / "my var"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_being_told_it_answers_on_this_machine_only(tmp_path: Path) -> None:
    found = settings_under(tmp_path, "ALLOWED_HOSTS", "DEBUG", "PROFILE")
    assert found == {
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "DEBUG": False,
        "PROFILE": "development",
    }


def test_in_development_the_key_is_made_once_and_kept_for_oneself(tmp_path: Path) -> None:
    first = settings_under(tmp_path, "SECRET_KEY")
    assert settings_under(tmp_path, "SECRET_KEY") == first
    assert len(first["SECRET_KEY"]) > 50
    assert (tmp_path / "my var" / "secret-key").stat().st_mode & 0o777 == 0o600


def test_passwords_are_hashed_with_argon2id(tmp_path: Path) -> None:
    found = settings_under(tmp_path, "PASSWORD_HASHERS")["PASSWORD_HASHERS"]
    assert found[0] == "scrapsite.accounts.passwords.Argon2Hasher"
    assert "django.contrib.auth.hashers.PBKDF2PasswordHasher" in found


def test_in_production_the_key_must_be_given(tmp_path: Path) -> None:
    answer = _read(tmp_path, ("SECRET_KEY",), {"SCRAPSITE_PROFILE": "production"})
    assert answer.returncode != 0
    assert "SECRET_KEY must be set" in answer.stderr


def test_an_unknown_profile_is_refused(tmp_path: Path) -> None:
    answer = _read(tmp_path, ("DEBUG",), {"SCRAPSITE_PROFILE": "prodution"})
    assert "SCRAPSITE_PROFILE must be one of development, test, production" in answer.stderr


def test_production_insists_on_https_and_is_never_in_debug(tmp_path: Path) -> None:
    found = settings_under(
        tmp_path,
        *("DEBUG", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT"),
        *("ALLOWED_ORIGINS", "SECURE_PROXY_SSL_HEADER"),
        SCRAPSITE_PROFILE="production",
        SECRET_KEY="x" * 60,
        DEBUG="1",
        ALLOWED_HOSTS="scrapsite.example",
    )
    assert found == {
        "DEBUG": False,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "ALLOWED_ORIGINS": ["https://scrapsite.example"],
        "SECURE_PROXY_SSL_HEADER": None,
    }


def test_postgresql_and_redis_come_by_environment_alone(tmp_path: Path) -> None:
    found = settings_under(
        tmp_path,
        *("DATABASES", "CACHES"),
        DATABASE_URL="postgres://me:secret@db.example/scrapsite",
        REDIS_URL="redis://redis.example:6379/0",
    )
    database = found["DATABASES"]["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert database["OPTIONS"]["pool"]["max_size"] == 12
    assert database["CONN_MAX_AGE"] == 0
    cache = found["CACHES"]["default"]
    assert "redis" in cache["BACKEND"]
    assert cache["LOCATION"] == "redis://redis.example:6379/0"


def test_the_address_of_postgresql_may_ask_for_tls(tmp_path: Path) -> None:
    """Whatever stood behind the question mark was forgotten: an address with sslmode went without."""
    address = "postgres://me@db.example/scrapsite?sslmode=verify-full&sslrootcert=/etc/ssl/db.pem"
    options = settings_under(tmp_path, "DATABASES", DATABASE_URL=address)["DATABASES"]["default"]["OPTIONS"]
    assert options["pool"]["max_size"] == 12
    assert (options["sslmode"], options["sslrootcert"]) == ("verify-full", "/etc/ssl/db.pem")


@pytest.mark.parametrize(("threads", "most"), [("10", "18"), soaking("6", "12", seconds=3)])
def test_the_pool_has_a_connection_for_each_thread(tmp_path: Path, threads: str, most: str) -> None:
    """It was full whatever the number of threads: health checks and sockets waited for a connection."""
    script = "from scrapsite.asgi import pool; print(pool['max_size'])"
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "SCRAPSITE_VAR": str(tmp_path),
            "DATABASE_URL": "postgres://nobody@db.example/scrapsite",
            "SERVER_THREADS": threads,
        },
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stdout == f"{most}\n", done.stderr


@pytest.mark.django_db
def test_sqlite_is_safe_against_power_cuts_and_waits_its_turn() -> None:
    assert connection.transaction_mode == "IMMEDIATE"
    assert connection.settings_dict["CONN_MAX_AGE"] is None
    assert not connection.settings_dict["ATOMIC_REQUESTS"]
    with connection.cursor() as cursor:
        values = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "foreign_keys")]
    assert values == [2, 1]
