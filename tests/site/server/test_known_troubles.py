"""Which failures count as trouble of the database or the disk, by what the database says."""

from __future__ import annotations

import errno
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from scrapsite.server import readiness
from scrapsite.server.application import SiteApplication
from scrapsite.server.asgi import troubles


def of_postgresql(code: str) -> OperationalError:
    error = OperationalError("said in some language")
    error.__cause__ = SimpleError(code)
    return error


class SimpleError(Exception):
    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("08006", troubles.STORAGE),  # the connection failed
        ("53100", troubles.STORAGE),  # the disk is full
        ("57P01", troubles.STORAGE),  # the server shuts down
        ("58030", troubles.STORAGE),  # a file can't be read or written
        ("25006", troubles.STORAGE),  # the server only reads
        ("55P03", troubles.BUSY),  # a lock isn't to be had
        ("40001", troubles.BUSY),  # another transaction came first
        ("40P01", troubles.BUSY),  # a deadlock
        ("42P01", None),  # a table that is missing is a mistake of ours
        ("57014", None),  # so is a statement that takes too long
        ("25001", None),
        ("55000", None),
    ],
)
def test_postgresql_is_understood_by_its_codes_in_any_language(
    code: str, expected: troubles.Trouble | None
) -> None:
    assert troubles._trouble(of_postgresql(code)) is expected


@pytest.mark.parametrize(
    "said",
    [
        'connection failed: connection to server at "127.0.0.1", port 5432 failed: Connection refused\n'
        "\tIs the server running on that host and accepting TCP/IP connections?",
        "couldn't get a connection after 30.00 sec",
        "consuming input failed: server closed the connection unexpectedly\n"
        "\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.",
        "connection is bad: no error details available",
    ],
)
def test_a_database_that_cannot_be_reached_is_trouble_with_the_storage(said: str) -> None:
    assert troubles._trouble(OperationalError(said)) is troubles.STORAGE


@pytest.mark.parametrize("error", [ValueError("disk"), OSError(errno.ENOTSOCK, "no socket")])
def test_other_mistakes_are_none(error: Exception) -> None:
    assert troubles._trouble(error) is None


def test_the_folder_of_a_database_elsewhere_is_looked_at_too(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    settings.VAR_DIR = tmp_path / "var"
    base = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": str(tmp_path / "data" / "db.sqlite3")})
    monkeypatch.setattr(readiness, "connection", base)
    assert readiness.data_folders() == [tmp_path / "var"]
    (tmp_path / "data").mkdir()
    assert readiness.data_folders() == [tmp_path / "var", tmp_path / "data"]
    base.vendor = "postgresql"
    assert readiness.data_folders() == [tmp_path / "var"]


def test_figures_are_offered_only_if_there_is_a_port_for_them(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[tuple[str, int]] = []
    monkeypatch.setattr(
        "scrapsite.server.metrics.offer", lambda host, port, work: offered.append((host, port))
    )
    site = SimpleNamespace(_work=None)
    settings.METRICS_PORT, settings.METRICS_HOST = 0, "127.0.0.1"
    SiteApplication.offer_figures(site)
    settings.METRICS_PORT = 9100
    SiteApplication.offer_figures(site)
    assert offered == [("127.0.0.1", 9100)]
