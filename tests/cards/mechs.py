"""Scrap Knights on the shelf, whether the catalogue has it already or not."""

from __future__ import annotations

import pytest

from games import catalog
from games.titles.scrap_knights.title import TITLE


def put_on_shelf(patch: pytest.MonkeyPatch) -> None:
    """Let the catalogue have the game."""
    if TITLE.slug not in catalog._TITLES:
        patch.setitem(catalog._TITLES, TITLE.slug, TITLE)
