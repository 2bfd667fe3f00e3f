"""An open page says which board it shows, and gets it again only if there is another."""

from __future__ import annotations

import itertools
import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games import catalog
from games.clocks.rules import DAY, Clock
from games.clocks.time_off import end_time_off, take_time_off
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.models import Match, Notice
from games.ratings.counting import count_ratings
from tests.games.clocks.test_timeouts import clocked
from tests.games.duel import PASS, Duel
from tests.playing import ME, OPEN, play_on

pytestmark = pytest.mark.django_db

TITLES = [title.slug for title in catalog.titles()]
HTMX = {"HX-Request": "true"}


def begun(title: str, people, **terms) -> Match:
    edition = next(iter(catalog.title(title).editions))
    match = create_match(people[0], title, edition, {}, [ME, OPEN], terms=Terms(**terms))
    return join_match(match.pk, people[1])


def marks_of(html: str) -> str:
    """Return what js/match.js sends of the board in *html*."""
    found = re.search(
        r'data-seq="([^"]*)"\s+data-tick="[^"]*"\s+data-status="([^"]*)"\s+data-at="([^"]*)"', html
    )
    assert found
    return " ".join(found.groups())


def look(client: Client, match: Match, shown: str = ""):
    return client.get(f"/matches/{match.pk}/board/", {"shown": shown} if shown else {}, headers=HTMX)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.soak(seconds=0.6, one_in=4)
def test_a_board_comes_again_to_each_viewer_only_after_a_step_that_the_viewer_notices(
    title, user, other_user, client_of
):
    people = [user, other_user]
    match = begun(title, people)
    clients = [client_of(user), client_of(other_user), Client()]
    shown = [marks_of(look(client, match).content.decode()) for client in clients]
    for number in range(6):
        play_on(match, people, 1, seed=number)
        step = match.steps.latest("seq")
        for place, client in enumerate(clients):
            answer = look(client, match, shown[place])
            notices = step.notice > Notice.OWN or _sits(match, people, place, step.seat)
            assert answer.status_code == (200 if notices else 204)
            assert not answer.content or notices
            if notices:
                shown[place] = marks_of(answer.content.decode())
            assert look(client, match, shown[place]).status_code == 204


def test_a_board_says_that_a_press_did_not_get_through(user, other_user, client_of):
    """Refused as stale with the answer lost, it brought a fresh board without a word."""
    duel = Duel.begin(user, other_user)
    mover, waiter = duel.mover, duel.waiter
    duel.play(PASS, cid="made")

    def said(person, pressed):
        address = f"/matches/{duel.id}/board/"
        return "before your last move arrived" in client_of(person).get(address, pressed, headers=HTMX).text

    assert said(waiter, {"pressed": "lost"})
    assert said(waiter, {"pressed": "made"}), "another seat's id tells nothing"
    assert not said(mover, {"pressed": "made"})
    assert not said(waiter, {})
    assert (
        "before your last move"
        not in Client().get(f"/matches/{duel.id}/board/?pressed=lost", headers=HTMX).text
    )


def test_who_watches_late_isnt_told_of_a_step_by_a_board_that_comes(user, other_user):
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as clock:
        match, watcher = begun("scrapbots", [user, other_user], watch_delay=300), Client()
        shown = marks_of(look(watcher, match).content.decode())
        clock.shift(timedelta(seconds=60))
        play_on(match, [user, other_user], 3)
        assert look(watcher, match, shown).status_code == 204
        clock.shift(timedelta(seconds=301))
        assert look(watcher, match, shown).status_code == 200


def test_the_end_of_a_match_and_a_change_before_its_beginning_are_shown(user, other_user, client_of):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    mine = client_of(user)
    shown = marks_of(look(mine, match).content.decode())
    assert look(mine, match, shown).status_code == 204
    join_match(match.pk, other_user)
    begun = look(mine, match, shown)
    assert begun.status_code == 200
    resign(match.pk, other_user)
    assert look(mine, match, marks_of(begun.content.decode())).status_code == 200


def test_what_makes_no_step_is_shown_while_a_match_runs_and_when_it_is_rated(user, other_user, client_of):
    """Open pages never got new terms for spectators, a match on hold, who agrees to new rules, the rating."""
    match = begun("scrapbots", [user, other_user], is_rated=True)
    mine = client_of(user)
    shown = marks_of(look(mine, match).content.decode())

    def comes() -> bool:
        nonlocal shown
        answer = look(mine, match, shown)
        shown = marks_of(answer.content.decode()) if answer.content else shown
        return answer.status_code == 200 and look(mine, match, shown).status_code == 204

    assert not comes()
    for changes in (
        {"watch": "nobody"},
        {"watch": "all", "watch_delay": 60},
        {"stopped_at": datetime(2026, 3, 2, 12, tzinfo=UTC)},
        {"agreed": [0]},
        {"agreed": [], "stopped_at": None},
    ):
        Match.objects.filter(pk=match.pk).update(**changes)
        assert comes(), changes
    resign(match.pk, other_user)
    assert comes()
    assert count_ratings() == 1
    assert comes()


def test_a_board_comes_to_whoever_looks_now(user, other_user, client_of):
    """Signed in again, a player went on watching; signed out, the hand stayed in sight."""
    match = begun("scrapbots", [user, other_user])
    clients = [client_of(user), client_of(other_user), Client()]
    for before, after in itertools.permutations(clients, 2):
        shown = marks_of(look(before, match).text)
        assert look(before, match, shown).status_code == 204
        assert look(after, match, shown).status_code == 200


def test_time_off_is_shown_when_it_begins_and_when_it_ends_early(user, other_user, client_of):
    """Open pages counted down, sounded the alarm, or said “paused” while the time ran out."""
    match = clocked(user, other_user, clock=Clock(seconds=DAY, vacations=True))
    mover = match.seats.get(number=match.to_act[0]).user
    clients = [client_of(user), client_of(other_user), Client()]
    taken = []
    for change in (
        lambda: taken.append(take_time_off(mover, None, date.today() + timedelta(days=5))),
        lambda: end_time_off(mover, taken[0].pk),
    ):
        shown = [marks_of(look(client, match).text) for client in clients]
        change()
        for client, marks in zip(clients, shown, strict=True):
            answer = look(client, match, marks)
            assert answer.status_code == 200
            assert look(client, match, marks_of(answer.text)).status_code == 204


def test_a_hidden_match_is_hidden_whatever_the_address_says_is_shown(user, other_user, make_user, client_of):
    match = begun("scrapbots", [user, other_user], watch="nobody")
    shown = marks_of(look(client_of(user), match).content.decode())
    assert look(client_of(make_user("stranger")), match, shown).status_code == 404


def _sits(match: Match, people, place: int, seat: int) -> bool:
    return place < len(people) and match.seats.get(user=people[place]).number == seat
