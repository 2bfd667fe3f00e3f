"""What the site answers when it fails, in the format of who asked."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, DataError, OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as NoRedis

from scrapsite.common import versions
from scrapsite.server.asgi.troubles import BUSY, STORAGE, trouble_of

pytestmark = pytest.mark.django_db
LOCKED = OperationalError("database is locked")
AWAY = NoRedis("Error 111 connecting to redis.example:6379. Connection refused.")


def answer(path: str, error: Exception, monkeypatch: pytest.MonkeyPatch, **headers: str):
    """Ask for *path* on a site whose home page and guests fail with *error*."""

    def fail(*args: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("scrapsite.home.render", fail)
    monkeypatch.setattr("games.api.lobby.limits.check", fail)
    client = Client(raise_request_exception=False, headers=headers)
    return client.get(path) if path == "/" else client.post(path)


@pytest.mark.parametrize("error", [LOCKED, AWAY], ids=["locked", "no Redis"])
def test_who_finds_the_database_locked_or_redis_away_is_told_when_to_come_again(error, monkeypatch):
    found = answer("/", error, monkeypatch)
    assert (found.status_code, found["Retry-After"]) == (503, "2")
    assert "The site is very busy" in found.content.decode()


def test_a_part_of_a_page_gets_no_page(monkeypatch):
    found = answer("/", LOCKED, monkeypatch, HX_Request="true")
    assert found.status_code == 503
    assert b"<html" not in found.content


def test_programs_are_told_so_in_json(monkeypatch):
    found = answer("/api/v1/guests", LOCKED, monkeypatch)
    assert (found.status_code, found.json()["code"]) == (503, "server/busy")


@pytest.mark.parametrize("error", [OperationalError("no such table: secret"), RuntimeError("secret words")])
def test_other_failures_are_500_and_say_nothing_of_what_went_wrong(error, monkeypatch):
    page, program = answer("/", error, monkeypatch), answer("/api/v1/guests", error, monkeypatch)
    assert (page.status_code, program.status_code) == (500, 500)
    assert "Something broke" in page.content.decode()
    assert program.json()["code"] == "server/error"
    assert b"secret" not in page.content + program.content


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("database or disk is full"),
        OperationalError("attempt to write a readonly database"),
        OperationalError("unable to open database file"),
        OperationalError("disk I/O error"),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
)
def test_what_cannot_be_stored_is_told_in_words_and_logged_in_one_line(error, monkeypatch, caplog):
    monkeypatch.setattr("scrapsite.server.asgi.troubles._logged", {})
    page, program = answer("/", error, monkeypatch), answer("/api/v1/guests", error, monkeypatch)
    assert (page.status_code, program.status_code) == (503, 503)
    assert "The site can’t save anything now" in page.content.decode()
    assert program.json()["code"] == "server/storage"
    assert set(program.json()) == {"code", "rule", "reason"}
    told = [record for record in caplog.records if record.levelname == "ERROR"]
    assert [(record.exc_info, str(error) in record.message) for record in told] == [(None, True)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [("53100", STORAGE), ("25006", STORAGE), ("57P01", STORAGE), ("55P03", BUSY), ("42P01", None)],
)
def test_postgresqls_troubles_are_known_by_their_codes(code, expected):
    error = DatabaseError("in any language")
    error.__cause__ = type("Cause", (Exception,), {"sqlstate": code})()
    assert trouble_of(error) is expected


def test_what_was_changed_is_shown_though_the_disk_has_no_room_for_a_word(monkeypatch, tmp_path, settings):
    settings.VAR_DIR = tmp_path
    versions.bump_data_version()
    os.utime(versions.revision_file(), (1, 1))
    before = versions.data_version()

    def fail(self: Path, text: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail)
    versions.bump_data_version()
    assert versions.data_version() != before


def test_a_bad_host_is_one_line_a_minute_without_a_traceback():
    script = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        "for name in ('evil.example', 'a b', 'other.example'):\n"
        "    assert Client(headers={'Host': name}).get('/').status_code == 400\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("HTTP_HOST") == 1


def test_a_host_that_is_none_is_refused_to_programs_in_json():
    found = Client(headers={"Host": "a b"}).get("/api/v1/games")
    assert (found.status_code, found.json()["code"]) == (400, "request/unreadable")


def test_text_that_postgresql_cannot_store_is_a_bad_request(monkeypatch):
    found = answer("/", DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes"), monkeypatch)
    assert found.status_code == 400
