"""People who can be reached, and matches of theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.matches.models import Match
from tests.playing import match_of
from tests.site.notifications.people import confirm, turn_to

Make = Callable[[str], User]


@pytest.fixture
def rivet(user: User) -> User:
    """Somebody with a confirmed address."""
    confirm(user)
    return user


@pytest.fixture
def gasket(other_user: User) -> User:
    """Somebody else with a confirmed address."""
    confirm(other_user)
    return other_user


@pytest.fixture
def match(rivet: User, gasket: User) -> Match:
    """A running match of the two, in which it is rivet's turn. There are no notifications yet."""
    return turn_to(match_of(rivet, gasket), [rivet, gasket], 0)


@pytest.fixture
def can_push(settings: Any) -> None:
    """The site has keys for web push."""
    settings.VAPID_PUBLIC_KEY = settings.VAPID_PRIVATE_KEY = "A" * 43
