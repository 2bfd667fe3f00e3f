"""A database that an older version made opens, and its matches go on.

Migrations are tried nowhere else on rows that were really there.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.soak.tenths import soaking

ROOT = Path(__file__).parents[2]
STORED = ROOT / "tests/data/databases"


@dataclass(frozen=True)
class Stored:
    """A database and what is in it. *made:* when, in UTC. *goes_on:* steps that are added at least."""

    made: str
    steps: int
    statuses: dict[str, int]
    goes_on: int


DATABASES = {
    "before-rooms": Stored("2026-11-22T07:50", 1852, {"running": 22, "finished": 8, "open": 1}, 100),
    "pinned-rules": Stored("2026-11-22T15:30", 155, {"running": 18, "finished": 6, "open": 6}, 100),
}


def test_every_stored_database_is_tried() -> None:
    assert {path.name.partition(".")[0] for path in STORED.glob("*.xz")} == set(DATABASES)


# The oldest goes through every migration that the others go through.
@pytest.fixture(params=["before-rooms", *(soaking(name) for name in DATABASES if name != "before-rooms")])
def stored(request: pytest.FixtureRequest) -> Stored:
    return DATABASES[request.param]


@pytest.fixture
def opened(request: pytest.FixtureRequest, stored: Stored, tmp_path: Path) -> dict[str, Any]:
    """What a process of the site saw in the database."""
    name = request.node.callspec.params["stored"]
    packed = (STORED / f"{name}.sqlite3.xz").read_bytes()
    (tmp_path / "db.sqlite3").write_bytes(lzma.decompress(packed))
    done = subprocess.run(
        [sys.executable, "-m", "tests.setup.older_database", stored.made],
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


@pytest.mark.soak(seconds=25)
def test_a_database_of_an_older_version_opens_and_its_matches_go_on(
    opened: dict[str, Any], stored: Stored
) -> None:
    assert opened["steps"] == stored.steps
    assert opened["statuses"] == stored.statuses
    assert opened["problems"] == opened["problems_after"] == []
    assert opened["waiting_tasks"] > 0
    assert set(opened["tasks"]) == {"SUCCESSFUL"}
    played = opened["played"]
    assert {name.split()[0] for name in played} == {"scrapbots", "junkyard", "scrapyard", "scrap-knights"}
    assert {status for answers in played.values() for status in answers} == {200}
    assert opened["steps_after"] > opened["steps"] + stored.goes_on
    assert len(opened["records"]) >= stored.statuses["finished"]
    for is_practice, script, replayed, told in opened["records"]:
        assert (script, replayed) == (0, 1 if is_practice else 0), told
