"""The benchmark of the search runs, and its questions find the expected cards at both sizes."""

from pathlib import Path

import pytest

from scrapsite.bench import report
from scrapsite.bench.search import FEW, QUESTIONS, measure_search


@pytest.mark.soak(seconds=6)
def test_searches_are_measured_among_few_and_many_cards(migrated_database: Path | None) -> None:
    found = measure_search(many=2 * FEW, database=migrated_database)
    assert (found["few"], found["many"], len(found["questions"])) == (FEW, 2 * FEW, len(QUESTIONS))
    assert all(row["few"] > 0 and row["many"] > 0 for row in found["questions"])
    lines = report.lines({"machine": {"python": "3", "cores": 2, "load": 0.0}, "search": found})
    assert sum("aim: at most 3 times" in line for line in lines) == len(QUESTIONS)
