"""How finished matches are counted, card by card."""

from __future__ import annotations

from collections import Counter
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games.engine import codec
from games.matches.actions import bots, create
from games.matches.actions.resign import resign
from games.matches.models import Match, Step
from games.ratings.models import Rating
from games.replay.practise import practise
from games.statistics.models import CardPlays
from games.statistics.plays import Who, count_plays, plays_of
from tests.playing import bot_match, match_of, play_on

pytestmark = pytest.mark.django_db(transaction=True)

GUESTS, RATED = Who("person", "unrated"), Who("person", "rated")


@pytest.fixture(autouse=True)
def same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is dealt alike, so that who used which card is known."""
    monkeypatch.setattr(create, "secrets", SimpleNamespace(token_bytes=lambda count: bytes(range(count))))
    monkeypatch.setattr(bots, "secrets", SimpleNamespace(randbits=lambda count: count))


@pytest.fixture
def resigned(user: Any, other_user: Any) -> Match:
    """A match of two people in which moves were made and taken back, and the second gave up."""
    match = play_on(match_of(user, other_user), [user, other_user], 60, seed=4)
    resign(match.pk, other_user)
    match.refresh_from_db()
    return match


def table() -> list[tuple[Any, ...]]:
    rows = CardPlays.objects.order_by("card", "player")
    return [(row.card, row.player, row.plays, row.seats, row.wins) for row in rows]


def test_moves_are_counted_but_not_those_taken_back(resigned: Match) -> None:
    count_plays()
    steps = list(Step.objects.filter(match=resigned))
    undone = {step.undoes for step in steps if step.kind == "undo"}
    assert undone
    moves = [codec.from_json(dict, step.move) for step in steps if step.move and step.seq not in undone]
    named = Counter((move["card"], move["type"]) for move in moves if "card" in move)
    counted = {(card, kind): n for card, _, plays, _, _ in table() for kind, n in plays.items()}
    assert counted == dict(named)


@pytest.mark.soak(seconds=0.6)
def test_a_side_counts_once_and_its_win_with_it(resigned: Match) -> None:
    count_plays()
    by_card = plays_of("scrapbots", "3.6")[GUESTS]
    starter = by_card["spare-parts"]
    assert (starter.seats, starter.wins) == (2, 1)
    assert all(row.wins <= 1 and row.seats <= 2 for row in by_card.values())


def test_a_match_is_counted_once(resigned: Match) -> None:
    assert count_plays() == 1
    before = table()
    assert count_plays() == 0
    assert table() == before


def test_practice_is_not_counted(resigned: Match, user: Any) -> None:
    made = practise(resigned.pk, user, 3, 0, "greedy")
    resign(made.pk, user)
    assert count_plays() == 1
    assert plays_of("scrapbots", "3.6")[GUESTS]["spare-parts"].seats == 2


@pytest.mark.soak(seconds=2)
def test_running_matches_wait_and_others_add_up(resigned: Match, user: Any, other_user: Any) -> None:
    count_plays()
    match = play_on(match_of(user, other_user), [user, other_user], 40, seed=5)
    assert count_plays() == 0
    resign(match.pk, user)
    assert count_plays() == 1
    starter = plays_of("scrapbots", "3.6")[GUESTS]["spare-parts"]
    assert (starter.seats, starter.wins) == (4, 2)


def test_bots_are_counted_apart(user: Any) -> None:
    match = play_on(bot_match(user), [user, None], 60, seed=6, undo=False)
    resign(match.pk, user)
    count_plays()
    found = plays_of("scrapbots", "3.6")
    assert found[Who("bot", "greedy")]["spare-parts"].wins == 1
    assert found[GUESTS]["spare-parts"].wins == 0


@pytest.mark.soak(seconds=1)
def test_people_with_a_rating_are_counted_apart_with_their_ratings(resigned: Match, user: Any) -> None:
    Rating.objects.create(title="scrapbots", user=user, mu=30, sigma=5, matches=3)
    Rating.objects.create(title="junkyard", user=resigned.seats.get(number=1).user, mu=30, sigma=5, matches=3)
    count_plays()
    found = plays_of("scrapbots", "3.6")
    rated, guests = found[RATED]["spare-parts"], found[GUESTS]["spare-parts"]
    assert (rated.seats, rated.wins, rated.ratings) == (1, 1, 15)
    assert (guests.seats, guests.wins, guests.ratings) == (1, 0, 0)


@pytest.mark.soak(seconds=1)
def test_a_seat_that_a_bot_has_taken_over_counts_for_nobody(resigned: Match) -> None:
    resigned.seats.filter(number=1).update(bot="greedy")
    count_plays()
    assert {(level, seats) for level, seats in CardPlays.objects.values_list("level", "seats")} == {
        ("unrated", 1)
    }


@pytest.mark.soak(seconds=1)
def test_a_match_of_other_card_data_is_passed_over(resigned: Match) -> None:
    Match.objects.filter(pk=resigned.pk).update(cards_hash="0" * 64)
    assert count_plays() == 1
    assert table() == []


@pytest.mark.soak(seconds=2)
def test_a_match_that_cannot_be_read_holds_up_no_other(resigned: Match, user: Any, other_user: Any) -> None:
    Match.objects.filter(pk=resigned.pk).update(result="{")
    sound = match_of(user, other_user)
    resign(play_on(sound, [user, other_user], 40, seed=5).pk, user)
    assert count_plays() == 2
    assert plays_of("scrapbots", "3.6")[GUESTS]["spare-parts"].seats == 2
    assert count_plays() == 0


@pytest.mark.soak(seconds=1)
def test_the_command_catches_up(resigned: Match) -> None:
    said = StringIO()
    call_command("count_plays", stdout=said)
    assert said.getvalue() == "1 matches counted.\n"


def test_looking_for_matches_to_count_reads_an_index() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("asks SQLite for its plan")
    due = Match.objects.filter(status="finished", plays_counted=False).values_list("pk")
    assert "match_plays_to_count" in due.explain()
