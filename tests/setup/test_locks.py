"""The lock files: pinned, hashed, agreeing with each other, and free of addresses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).parents[2] / "requirements"
LOCKS = sorted(REQUIREMENTS.glob("*.lock"))


def pins(lock: Path) -> set[str]:
    """Return what is pinned, without the conditions."""
    return {re.split(r"[ ;\\]", line)[0] for line in lock.read_text().splitlines() if re.match(r"\w", line)}


def test_there_is_a_lock_for_each_way_to_run() -> None:
    assert [lock.stem for lock in LOCKS] == ["dev", "lab", "runtime", "scale"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_a_lock_holds_no_address(lock: Path) -> None:
    text = lock.read_text()
    assert "//" not in text
    assert not re.search(r"index|find-links|\bfile:|@", text)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_everything_in_a_lock_is_pinned_and_hashed(lock: Path) -> None:
    for entry in re.split(r"\n(?=\w)", lock.read_text().strip()):
        assert re.match(r"[a-z0-9-]+(\[[a-z,]+\])?==[\w.]+", entry)
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry)


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_every_lock_covers_what_runs_the_site(lock: Path) -> None:
    assert pins(REQUIREMENTS / "runtime.lock") <= pins(lock)
