"""A copy made while people play opens, is whole, and replays."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.load import under_load
from tests.faults.running import Site, manage

pytestmark = pytest.mark.faults


def test_copies_made_under_load_are_whole_and_replay(running_site: Site, tmp_path: Path) -> None:
    copies = []
    with under_load(running_site, matches=4) as load:
        for number in range(3):
            load.wait_for(load.count() + 25)
            copies.append((load.count(), tmp_path / f"copy-{number}.sqlite3"))
            with closing(sqlite3.connect(f"{running_site.var}/db.sqlite3", timeout=20)) as base:
                base.execute("VACUUM INTO ?", (str(copies[-1][1]),))
    assert not any(notes.troubles or notes.unanswered for notes in load.notes.values())
    for moves_before, copy in copies:
        with closing(sqlite3.connect(copy)) as base:
            assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert base.execute("PRAGMA foreign_key_check").fetchall() == []
            stored = base.execute("select count(*) from games_step where kind = 'move'").fetchone()[0]
        assert stored >= moves_before
    restored = tmp_path / "restored"
    restored.mkdir()
    shutil.copy(copies[-1][1], restored / "db.sqlite3")
    done = manage(restored, "verify_matches")
    assert done.returncode == 0, done.stderr
