"""Who deletes their account leaves the matches that wait for players, and resigns those that run."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.lobby import leaving
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from games.matches.changes import hooks
from games.matches.models import Match
from tests.playing import ME, OPEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(user: User, other_user: User) -> Match:
    """A match of *user* in which *other_user* waits, too, and one seat is free."""
    match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, OPEN])
    return join_match(match.pk, other_user)


def test_open_pages_of_the_others_hear_that_a_seat_is_free_again(
    waiting: Match, other_user: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    long_ago = waiting.updated_at - timedelta(days=1)
    Match.objects.filter(pk=waiting.pk).update(updated_at=long_ago)
    heard: list[str] = []
    monkeypatch.setattr(hooks, "on_commit", [heard.append])
    with django_capture_on_commit_callbacks(execute=True):
        leaving.leave_matches(other_user)
    waiting.refresh_from_db()
    assert list(waiting.seats.filter(user=None).order_by("number").values_list("number", flat=True)) == [1, 2]
    assert heard == [waiting.pk]
    assert waiting.updated_at > long_ago


def test_a_match_that_begins_at_that_moment_keeps_its_player_until_they_resign(
    waiting: Match, other_user: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The seat was freed under a running match, which then had nobody to decide for it."""
    free = leaving._free_seat

    def too_late(match_id: str, user: User) -> None:
        join_match(match_id, stranger)
        free(match_id, user)

    monkeypatch.setattr(leaving, "_free_seat", too_late)
    leaving.leave_matches(other_user)
    waiting.refresh_from_db()
    assert waiting.status == "running"
    assert [(seat.user_id, bool(seat.bot)) for seat in waiting.seats.order_by("number")] == [
        (waiting.created_by_id, False),
        (other_user.pk, True),
        (stranger.pk, False),
    ]
