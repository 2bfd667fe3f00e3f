"""What the site answers when it fails, in the format of who asked."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client

pytestmark = pytest.mark.django_db
LOCKED = OperationalError("database is locked")


def answer(path: str, error: Exception, monkeypatch: pytest.MonkeyPatch, **headers: str):
    """Ask for *path* on a site whose home page and guests fail with *error*."""

    def fail(*args: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("scrapsite.home.render", fail)
    monkeypatch.setattr("games.api.lobby.limits.check", fail)
    client = Client(raise_request_exception=False, headers=headers)
    return client.get(path) if path == "/" else client.post(path)


def test_who_finds_the_database_locked_is_told_when_to_come_again(monkeypatch):
    found = answer("/", LOCKED, monkeypatch)
    assert (found.status_code, found["Retry-After"]) == (503, "2")
    assert "Very busy just now" in found.content.decode()


def test_a_part_of_a_page_gets_no_page(monkeypatch):
    found = answer("/", LOCKED, monkeypatch, HX_Request="true")
    assert found.status_code == 503
    assert b"<html" not in found.content


def test_programs_are_told_so_in_json(monkeypatch):
    found = answer("/api/v1/guests", LOCKED, monkeypatch)
    assert (found.status_code, found.json()["code"]) == (503, "server/busy")


@pytest.mark.parametrize("error", [OperationalError("disk I/O error"), RuntimeError("secret words")])
def test_other_failures_are_500_and_say_nothing_of_what_went_wrong(error, monkeypatch):
    page, program = answer("/", error, monkeypatch), answer("/api/v1/guests", error, monkeypatch)
    assert (page.status_code, program.status_code) == (500, 500)
    assert "Something broke" in page.content.decode()
    assert program.json()["code"] == "server/error"
    assert b"secret" not in page.content + program.content


def test_a_host_that_is_none_is_refused_to_programs_in_json():
    found = Client(headers={"Host": "a b"}).get("/api/v1/games")
    assert (found.status_code, found.json()["code"]) == (400, "request/unreadable")
