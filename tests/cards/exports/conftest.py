"""Each process draws an export once for all its tests, of every edition of every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from cards.exports.kinds import DRAWINGS
from cards.exports.lists import CardList, edition_list
from games import catalog
from tests.soak.tenths import soaking

# Of each game the newest edition; the others in the soak.
BOXES = [
    box if box[1] == title.newest.slug else soaking(box, seconds=15)
    for title in catalog.titles()
    for box in ((title.slug, edition) for edition in title.editions)
]


def box(game: str, edition: str) -> CardList:
    found = edition_list(game, edition)
    assert found is not None
    return found


@cache
def drawn_files(drawing: str, game: str, edition: str) -> dict[str, bytes]:
    return DRAWINGS[drawing].make(box(game, edition), lambda done, of: None)


@pytest.fixture(params=BOXES, ids=lambda pair: "-".join(pair))
def cards(request: pytest.FixtureRequest) -> CardList:
    """The box of each edition of each game in turn."""
    return box(*request.param)


@pytest.fixture
def scrapbots() -> CardList:
    """The box whose contents the tests spell out."""
    return box("scrapbots", "3.6")


@pytest.fixture
def drawn() -> Callable[[str, CardList], dict[str, bytes]]:
    """Return the files of a drawing of a whole box."""
    return lambda drawing, cards: drawn_files(drawing, cards.cards[0].game, cards.cards[0].edition)
