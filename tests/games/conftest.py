"""The toy game in the site's catalogue, and matches of it to sit down at."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import catalog
from tests.games.duel import Duel
from tests.toy import bolts


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts can be played like any other game."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)


@pytest.fixture
def duel(user: User, other_user: User) -> Duel:
    """A match of Bolts between rivet and gasket, just dealt."""
    return Duel.begin(user, other_user)


@pytest.fixture
def scrapbots_duel(user: User, other_user: User) -> Duel:
    """A match of Scrapbots between rivet and gasket, just dealt."""
    return Duel.begin(user, other_user, title="scrapbots", edition="3.6")


@pytest.fixture
def stranger(make_user: Callable[[str], Any]) -> User:
    """Somebody who sits nowhere."""
    return make_user("stranger")
