"""Scrapyard is on the shelf for its own tests."""

import pytest

from games import catalog
from games.titles.scrapyard import TITLE


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the title into the catalogue."""
    monkeypatch.setitem(catalog._TITLES, TITLE.slug, TITLE)


@pytest.fixture(params=(2, 3, 4))
def seats(request: pytest.FixtureRequest) -> int:
    """Each number of players."""
    return request.param
