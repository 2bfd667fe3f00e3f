"""Matches long over cost nobody anything: the work for a reader grows with the matches that go on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from games.live.following import beginning, changes
from games.live.lobby_hub import lobby_mark
from games.lobby.leaving import count_unfinished
from games.lobby.lists import finished_matches, lobby, next_match, own_matches, turns_of
from games.lobby.pairing import Wish, _alike, _setup
from games.lobby.watching import running_matches
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.models import Match, Seat
from games.notifications.deadlines import deadlines
from games.ratings.models import Rating, RatingChange
from games.ratings.player_page import player_page
from tests.games.duel import Duel

# As many as pages look at (a player's rivals are those of the newest 500), and four times as many.
FEW, MANY = 500, 2000
SCORE = {"mu": 25.0, "sigma": 8.0}

WORK: dict[str, Callable[[User], Any]] = {
    "a round of the stream": lambda user: changes([user.pk]),
    "the stream's beginning": lambda user: beginning(user, timezone.now() - timedelta(hours=1)),
    "the home page": own_matches,
    "the lobby": lobby,
    "a look for the lobby's open pages": lambda user: lobby_mark(),
    "matches to watch": running_matches,
    "looking for an opponent": lambda user: list(_alike(_setup(Wish("scrapbots", "days", is_rated=False)))),
    "matches that are over": finished_matches,
    "the count in the header": turns_of,
    "the next match": next_match,
    "what the quota counts": count_unfinished,
    "the player's page": lambda user: player_page(user, "", user),
    "the calendar": lambda user: deadlines(user.pk, 50),
}


def _over(user: User, count: int) -> None:
    """Make matches of *user* that have been over for a month."""
    then = timezone.now() - timedelta(days=30)
    matches = [
        Match(
            title="bolts",
            edition="1",
            engine_version="1",
            cards_hash="x",
            status="finished",
            is_listed=True,
            created_by=user,
        )
        for _ in range(count)
    ]
    Match.objects.bulk_create(matches)
    Match.objects.filter(status="finished").update(updated_at=then)
    Seat.objects.bulk_create(Seat(match=match, number=0, user=user, ended_at=then) for match in matches)
    rating, _ = Rating.objects.get_or_create(title="scrapbots", user=user, bot="", defaults=SCORE)
    before = {f"{name}_before": value for name, value in SCORE.items()}
    RatingChange.objects.bulk_create(
        RatingChange(match=match, rating=rating, seat=0, place=1, **before, **SCORE) for match in matches
    )


@contextmanager
def _steps_counted() -> Iterator[list[int]]:
    """Count how many instructions SQLite carries out: the same each time, unlike the clock."""
    counted = [0]

    def count() -> int:
        counted[0] += 1
        return 0

    connection.ensure_connection()
    connection.connection.set_progress_handler(count, 1)
    try:
        yield counted
    finally:
        connection.connection.set_progress_handler(None, 1)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite counts its own instructions")
@pytest.mark.soak(seconds=1)
def test_the_work_does_not_grow_with_past_matches(user: User, duel: Duel) -> None:
    """A round of the stream walked every seat one had ever had: 2 ms became 67 at 20,000 past matches."""
    work: dict[str, list[int]] = {}
    for count in (FEW, MANY - FEW):
        _over(user, count)
        for name, read in WORK.items():
            with _steps_counted() as counted:
                read(user)
            work.setdefault(name, []).append(counted[0])
    assert {name: after / before for name, (before, after) in work.items() if after > 1.2 * before} == {}


def test_a_match_is_over_for_its_seats_however_it_ends(user: User, other_user: User) -> None:
    open_places = [{"kind": "me"}, {"kind": "open"}]
    resigned, called_off, goes_on = (create_match(user, "bolts", "1", {}, open_places) for _ in range(3))
    join_match(resigned.pk, other_user)
    resign(resigned.pk, user)
    cancel_match(called_off.pk, user)
    over = set(Seat.objects.exclude(ended_at=None).values_list("match", flat=True))
    assert over == {resigned.pk, called_off.pk}
    assert [line.match for line in own_matches(user).mine_open] == [goes_on.pk]
    assert [line.match for line in finished_matches(user)] == [resigned.pk]


def test_the_stream_hears_of_an_end_and_of_talk_after_it(user: User, duel: Duel) -> None:
    from games.talk.actions import say

    resign(duel.id, duel.players[0])
    assert [change.match for change in changes([user.pk])] == [duel.id]
    Match.objects.filter(pk=duel.id).update(updated_at=timezone.now() - timedelta(hours=1))
    assert changes([user.pk]) == []
    say(duel.id, user, "Well played!")
    assert [change.match for change in changes([user.pk])] == [duel.id]
