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
# Of the list: what is counted, compared with `in` and put in order, and what misspelled words find.
SOME = [
    f"cards/search/test_listing.py::test_{name}"
    for name in (
        "types_count_kinds_and_copies",
        "games_are_counted_too",
        "at_first_the_newest_editions_are_shown_in_the_order_of_the_box",
        "words_that_no_card_has_are_spelled_better_if_that_finds_cards",
    )
]
# Hundreds of questions, each of which SQLite answers in the usual run.
LISTED = ["cards/search/test_listing.py"]
BY_NAME = ["cards/search/test_search.py", "cards/search/test_search_words.py", "rules/reading/test_search.py"]
COUNTED = ["cards/search/test_search_counted.py"]
OPTIONS = ("-p", "no:cacheprovider", "-p", "no:xdist", "--whole-families")


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
    [SOME, soaking(LISTED, seconds=35), soaking(BY_NAME, seconds=40), soaking(COUNTED, seconds=15)],
    ids=["some", "listed", "by-name", "counted"],
)
@pytest.mark.soak(seconds=20)
def test_postgresql_finds_the_same(server: str, modules: list[str]) -> None:
    tests = [str(ROOT / "tests" / name) for name in modules]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, *tests],
        env={**os.environ, "DATABASE_URL": server},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
