"""PostgreSQL gives the same answers: the tests of both searches run again on a server of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Missing, postgresql
from tests.soak.tenths import soaking

ROOT = Path(__file__).resolve().parents[3]
LISTED = ["cards/search/test_listing.py"]
# Hundreds of questions, each of which SQLite answers in the usual run.
BY_NAME = ["cards/search/test_search.py", "cards/search/test_search_words.py", "rules/reading/test_search.py"]
COUNTED = ["cards/search/test_search_counted.py"]


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a database on a fresh server."""
    try:
        with postgresql() as address:
            yield address
    except Missing as error:
        if os.environ.get("CI"):
            pytest.fail(f"{error} is missing")
        pytest.skip(f"needs {error}")


@pytest.mark.parametrize(
    "modules",
    [LISTED, soaking(BY_NAME, seconds=40), soaking(COUNTED, seconds=15)],
    ids=["listed", "by-name", "counted"],
)
def test_postgresql_finds_the_same(server: str, modules: list[str]) -> None:
    tests = [str(ROOT / "tests" / name) for name in modules]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        env={**os.environ, "DATABASE_URL": server},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
