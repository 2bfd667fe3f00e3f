"""A database that an older version made opens, and its matches go on.

Migrations are tried nowhere else on rows that were really there.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests/data/databases"


@pytest.fixture(params=["before-rooms"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    """What a process of the site saw in the database."""
    packed = (STORED / f"{request.param}.sqlite3.xz").read_bytes()
    (tmp_path / "db.sqlite3").write_bytes(lzma.decompress(packed))
    done = subprocess.run(
        [sys.executable, "-m", "tests.setup.older_database"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "SCRAPSITE_VAR": str(tmp_path),
            "DJANGO_SETTINGS_MODULE": "scrapsite.settings",
            "DEBUG": "1",
            "LOG_LEVEL": "ERROR",
            "RATE_LIMIT_FACTOR": "0",
        },
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout.splitlines()[-1]))


def test_a_database_of_an_older_version_opens_and_its_matches_go_on(opened: dict[str, Any]) -> None:
    assert opened["steps"] == 1852
    assert opened["statuses"] == {"running": 22, "finished": 8, "open": 1}
    assert opened["problems"] == opened["problems_after"] == []
    assert opened["waiting_tasks"] > 0
    assert set(opened["tasks"]) == {"SUCCESSFUL"}
    played = opened["played"]
    assert {name.split()[0] for name in played} == {"scrapbots", "junkyard", "scrapyard", "scrap-knights"}
    assert {status for answers in played.values() for status in answers} == {200}
    assert opened["steps_after"] > opened["steps"] + 100
    assert len(opened["records"]) >= 8
    for is_practice, script, replayed, told in opened["records"]:
        assert (script, replayed) == (0, 1 if is_practice else 0), told
