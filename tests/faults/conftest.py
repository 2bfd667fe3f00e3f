"""A migrated database file to start from, and sites that are stopped whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.mail_server import SilentServer
from tests.faults.running import Site, manage


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory, migrated_database: Path | None) -> Path:
    """A database file with all tables and nothing in them."""
    if migrated_database is not None:
        return migrated_database
    var = tmp_path_factory.mktemp("template")
    done = manage(var, "migrate", "--verbosity", "0")
    assert done.returncode == 0, done.stderr
    return var / "db.sqlite3"


@pytest.fixture
def site(tmp_path: Path, template: Path) -> Iterator[Site]:
    """A site of one's own, nothing started yet."""
    site = Site(tmp_path, template)
    yield site
    site.stop()


@pytest.fixture(scope="session")
def running_site(tmp_path_factory: pytest.TempPathFactory, template: Path) -> Iterator[Site]:
    """A site with its web server running, shared by all tests that don't kill it or count what it has.

    It serves pages with their style sheets, not only its API.
    """
    site = Site(tmp_path_factory.mktemp("site"), template)
    assert manage(site.var, "collectstatic", "--no-input", "--verbosity", "0").returncode == 0
    site.start_web()
    yield site
    site.stop()


@pytest.fixture
def silent() -> Iterator[SilentServer]:
    """A mail server that never answers."""
    server = SilentServer()
    yield server
    server.close()
