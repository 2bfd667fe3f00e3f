"""What a page of a match costs doesn't grow with the match: 500 moves are as quick to open as 50."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.matches.actions.bots import play_for_bot
from games.matches.actions.play import play_move
from games.matches.models import Match, MatchSecret, Seat, Step
from tests.playing import bot_match, play_on

pytestmark = pytest.mark.django_db

SHORT, LONG = 50, 500
MOST_TIMES = 2.0
PAGES = ("", "?log=", "board/", "replay/", "replay/?seat=0&step={middle}", "fair/")


@pytest.fixture
def lengths(user) -> tuple[Match, Match]:
    """Two running matches alike but for their length."""
    short = play_on(bot_match(user), [user, None], SHORT, undo=False)
    assert short.seq == SHORT
    return short, stretched(short)


def stretched(short: Match) -> Match:
    """Return a copy of *short* in which what happened after the deal has happened ten times."""
    match = Match.objects.get(pk=short.pk)
    match.pk, match.seq, match.tick = "b" * 10, LONG, LONG
    match.save(force_insert=True)
    for seat in Seat.objects.filter(match=short):
        seat.pk, seat.match = None, match
        seat.save(force_insert=True)
    secret = MatchSecret.objects.get(match=short)
    secret.pk, secret.match = match.pk, match
    secret.save(force_insert=True)
    steps = list(Step.objects.filter(match=short).order_by("seq"))
    made = [steps[0], *(steps[1 + number % SHORT] for number in range(LONG))]
    Step.objects.bulk_create(
        Step(
            **fields(step)
            | {"match": match, "seq": seq, "tick": seq, "head": seq, "client_move_id": f"c{seq}"}
        )
        for seq, step in enumerate(made)
    )
    return match


def fields(step: Step) -> dict[str, object]:
    names = [field.attname for field in Step._meta.concrete_fields]
    return {name: getattr(step, name) for name in names if name not in ("id", "match_id")}


def best(ask: Callable[[], object], times: int = 12) -> float:
    """Return the least time of its own that it takes, whatever else the machine does."""
    found = []
    for _ in range(times):
        begun = time.thread_time()
        ask()
        found.append(time.thread_time() - begun)
    return min(found)


def address(match: Match, page: str) -> str:
    return f"/matches/{match.pk}/{page.format(middle=match.seq // 2)}"


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.soak(seconds=2, one_in=4)
def test_a_long_match_opens_with_as_many_queries_and_about_as_fast(lengths, page, client_of, user) -> None:
    client: Client = client_of(user)
    counts, times = [], []
    for match in lengths:
        where = address(match, page)
        assert client.get(where).status_code == 200
        with CaptureQueriesContext(connection) as queries:
            client.get(where)
        counts.append(len(queries))
        times.append(best(lambda where=where: client.get(where)))
    print(f"{page or 'page'}: {counts[1]} queries; {times[0] * 1000:.1f} ms and {times[1] * 1000:.1f} ms")
    assert counts[0] == counts[1]
    assert times[1] <= times[0] * MOST_TIMES


@pytest.mark.soak(seconds=0.7)
def test_a_move_of_a_long_match_costs_one_query_more_however_long_it_is(lengths, user) -> None:
    counts = []
    for match in lengths:
        while match.bot_to_act:
            play_for_bot(match.pk)
            match.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            play_move(match.pk, user, match.seq, "the-move", {"type": "end-turn"})
        counts.append(len(queries))
    # From 500 steps on it is asked whether the newest of them are all of one seat.
    assert counts[1] - counts[0] == 1
