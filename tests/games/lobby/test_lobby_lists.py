"""What the lobby shows of others: free seats to take at once, and running matches to watch."""

from __future__ import annotations

import pytest
from django.test import Client

from games import catalog
from games.engine.chance import FastChance
from games.engine.viewers import SPECTATOR
from games.lobby import watching
from games.lobby.watching import running_matches
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.models import Match
from tests.playing import legal_moves, play_until, send_form, state_of, store_state
from tests.titles.scrapbots.secrets import swap_hidden

pytestmark = pytest.mark.django_db

ME, OPEN = {"kind": "me"}, {"kind": "open"}
FRAGMENT = {"HX-Request": "true"}


def on_show(user, other_user, **more):
    """Return a running match that stood in the lobby."""
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], **({"is_listed": True} | more))
    return join_match(match.pk, other_user, key=match.invite_key)


def watched(user):
    return [one.line.match for one in running_matches(user)]


def test_a_match_that_stood_in_the_lobby_is_there_to_watch(user, other_user, stranger):
    match = on_show(user, other_user)
    assert watched(stranger) == [match.pk]
    assert watched(user) == [], "one's own are in one's own list"
    page = Client().get("/matches/").content.decode()
    assert '<svg class="thumb"' in page
    assert f"/matches/{match.pk}/" in page


def test_a_match_that_never_had_a_free_seat_is_not_on_show(user, stranger):
    """Whoever ticked “Show in the lobby” and chose bots only was watched by everybody."""
    bots_only = [ME, {"kind": "bot", "bot": "greedy"}]
    create_match(user, "scrapbots", "3.6", {}, bots_only, is_listed=True)
    assert watched(stranger) == []


@pytest.mark.parametrize(
    "more",
    [
        {"is_listed": False},
        {"terms": Terms(is_private=True)},
        {"terms": Terms(watch="nobody")},
        {"terms": Terms(watch_delay=600)},
    ],
)
def test_what_is_hidden_closed_late_or_by_link_only_is_not_on_show(user, other_user, stranger, more):
    on_show(user, other_user, **more)
    assert watched(stranger) == []
    assert "Watch a running match" not in Client().get("/matches/").content.decode()


def test_thumbnails_take_one_query_for_all_and_none_when_they_are_kept(
    user, other_user, stranger, django_assert_num_queries
):
    watching._kept.clear()
    for _ in range(3):
        on_show(user, other_user)
    with django_assert_num_queries(3):
        drawn = running_matches(stranger)
    with django_assert_num_queries(2):
        assert running_matches(stranger) == drawn


def test_a_thumbnail_follows_the_match_and_not_what_is_hidden(user, other_user, stranger):
    match = on_show(user, other_user)
    people = (user, other_user)
    before = running_matches(stranger)[0].picture
    mover = people[match.to_act[0]]
    # A card of the hand is seen by its player only; no stroke of the picture tells of hands.
    move = next(move for move in legal_moves(match, mover) if move["type"] == "gain-scrap")
    play_move(match.pk, mover, match.seq, "first", move)
    assert running_matches(stranger)[0].picture == before
    match = play_until(match, people, lambda state: state.turn > 4)
    now = running_matches(stranger)[0].picture
    assert now != before
    stored = state_of(match)
    swap_hidden(state := state_of(match), SPECTATOR, FastChance(1))
    assert (state.hands, state.main) != (stored.hands, stored.main)
    store_state(match, state)
    assert running_matches(stranger)[0].picture == now


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("scrapbots", "Turn 1; 0 : 0 Wounds"),
        ("junkyard", "Placing the Scrapbots; 0 : 0 points"),
        ("scrapyard", "Round 1 of 2; 0 : 0 cubes on the field"),
        ("scrap-knights", "Building the mechs; 12 : 12 HP"),
    ],
)
def test_a_thumbnail_says_in_words_how_far_a_match_is_and_how_it_stands(
    user, other_user, stranger, title, words
):
    match = create_match(user, title, catalog.title(title).newest.slug, {}, [ME, OPEN], is_listed=True)
    join_match(match.pk, other_user)
    (line,) = running_matches(stranger)
    assert f'role="img" aria-label="{words}"' in line.picture


def test_a_free_seat_is_taken_from_the_list_without_another_page(user, other_user, client_of):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], is_listed=True)
    client = client_of(other_user)
    page = client.get("/matches/").content.decode()
    assert f'action="/matches/{match.pk}/join/"' in page
    assert f'action="/matches/{match.pk}/join/"' not in client_of(user).get("/matches/").content.decode()
    assert client.post(f"/matches/{match.pk}/join/").status_code in (302, 303)
    assert Match.objects.get(pk=match.pk).status == "running"


def test_a_visitor_who_only_looks_gets_no_cookie_and_may_join_all_the_same(user):
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], is_listed=True)
    client = Client(enforce_csrf_checks=True)
    assert not client.get("/matches/").cookies
    assert client.post(f"/matches/{match.pk}/join/").status_code == 403
    joined = send_form(client, f"/matches/{match.pk}/join/", headers={"Sec-Fetch-Site": "same-origin"})
    assert joined.status_code in (302, 303)
    assert Match.objects.get(pk=match.pk).status == "running"


def test_open_pages_fetch_the_lists_and_get_nothing_when_they_show_them_already(user, client_of):
    client = Client()
    first = client.get("/matches/open/?box=scrapbots", headers=FRAGMENT)
    assert first.status_code == 200
    assert "<html" not in first.content.decode()
    again = first.content.decode().partition('hx-get="')[2].partition('"')[0].replace("&amp;", "&")
    assert client.get(again, headers=FRAGMENT).status_code == 204
    create_match(user, "scrapbots", "3.6", {}, [ME, OPEN], is_listed=True)
    assert client.get(again, headers=FRAGMENT).status_code == 200


def test_an_address_of_the_lists_leads_to_the_lobby_without_htmx():
    answer = Client().get("/matches/open/?box=scrapbots")
    assert answer["Location"] == "/matches/?box=scrapbots#open-title"
