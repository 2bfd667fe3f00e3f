"""Scrap Knights stands on the shelf while its tests run."""

import pytest

from games import catalog
from games.titles.scrap_knights import TITLE


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the catalogue know of Scrap Knights, whether or not the site offers it."""
    monkeypatch.setitem(catalog._TITLES, TITLE.slug, TITLE)
