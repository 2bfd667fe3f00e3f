"""PostgreSQL gives the same answers: the tests of both searches run again on a server of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Missing, postgresql

ROOT = Path(__file__).resolve().parents[3]
SHARED = (
    "cards/search/test_search.py",
    "cards/search/test_search_words.py",
    "cards/search/test_search_counted.py",
    "cards/search/test_listing.py",
    "rules/reading/test_search.py",
)


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


def test_postgresql_finds_the_same(server: str) -> None:
    tests = [str(ROOT / "tests" / name) for name in SHARED]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        env={**os.environ, "DATABASE_URL": server},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
