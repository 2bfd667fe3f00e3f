"""The database that all tests begin with. `make test` asks for it while the checks still run."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = pytest.mark.django_db


def test_what_one_process_has_migrated_is_there_for_the_others(migrated_database: Path | None) -> None:
    if migrated_database is None:
        pytest.skip("it isn't on SQLite")
    with closing(sqlite3.connect(migrated_database)) as found:
        assert found.execute("select count(*) from rules_edition").fetchone()[0] > 0
