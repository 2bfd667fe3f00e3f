"""The world of `tests/security/roles.py`, made once for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from games.boards.marks import kept_states
from games.match_page.kept import kept
from games.match_page.views.around import kept_pages
from tests.databases import kept_for_module
from tests.security.roles import World, make_world


@pytest.fixture(scope="module")
def _kept_world(request: pytest.FixtureRequest) -> Iterator[World]:
    yield from kept_for_module(request, make_world)


@pytest.fixture
def world(_kept_world: World, db: None) -> World:
    """Everybody, with a match in every state. What a test does to it, the next one doesn't see."""
    (
        kept.clear(),
        kept_states.clear(),
        kept_pages.clear(),
    )  # its matches were drawn as they were in other tests
    return deepcopy(_kept_world)
