"""The world of `tests/security/roles.py`, made once for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

import pytest

from tests.databases import kept_for_module
from tests.playing import forget_drawn
from tests.security.roles import World, make_world


@pytest.fixture(scope="module")
def _kept_world(request: pytest.FixtureRequest) -> Iterator[World]:
    yield from kept_for_module(request, make_world)


@pytest.fixture
def world(_kept_world: World, db: None) -> World:
    """Everybody, with a match in every state. What a test does to it, the next one doesn't see."""
    forget_drawn()  # its matches were drawn as they were in other tests
    return deepcopy(_kept_world)
