"""Words about a match that is hardly there any more: its game is gone, or the reader’s time zone."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User

from games.notifications import words
from tests.playing import match_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 24, 12, 0, tzinfo=UTC)


def test_a_match_of_a_game_that_is_gone_has_its_bare_name(user: User, other_user: User) -> None:
    match = match_of(user, other_user)
    match.title = "gone-game"
    assert words.match_name(match, user.pk).startswith("gone-game")


@pytest.mark.parametrize("zone", ["Mars/Base", "../etc/passwd", ""])
def test_an_unknown_time_zone_is_utc(zone: str) -> None:
    assert words._local(NOON, zone) == "Tue 24 Nov, 12:00 (UTC)"
    assert words._local(NOON, "Europe/Vienna") == "Tue 24 Nov, 13:00 (Europe/Vienna)"


def test_a_seat_that_is_not_there_is_somebodys(user: User, other_user: User) -> None:
    assert words._seat_at(match_of(user, other_user), 7) == "somebody"
