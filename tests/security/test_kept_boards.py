"""Boards kept in the process: everybody gets what would be drawn for them afresh, in whatever order."""

from __future__ import annotations

import html
import json
import random
import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games import catalog
from games.boards.keeping import Keeper
from games.match_page.kept import Drawn
from games.matches.actions.create import create_match
from games.matches.actions.orders import give_order, withdraw_order
from games.matches.actions.seats import join_match
from games.matches.actions.seen import mark_seen
from games.matches.models import Match
from games.talk.actions import mute, say
from games.talk.models import ChatMessage
from games.talk.notes import keep_note
from tests.games.duel import Duel
from tests.playing import ME, OPEN, forget_drawn, play_on
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

ASKED = ("", "board/", "?log=all", "board/?since=1", "board/?pick=hand", "?tell=1")
_PER_ANSWER = re.compile(r'(csrfmiddlewaretoken|client_move_id|request_id|X-CSRFToken)(" value=|": )"[^"]*"')


def page_of(client: Client, path: str) -> str:
    headers = {"HX-Request": "true"} if "board/" in path else {}
    seen = client.get(path, headers=headers)
    assert seen.status_code == 200
    return _PER_ANSWER.sub(r"\1", seen.content.decode())


def afresh(client: Client, path: str) -> str:
    forget_drawn()
    return page_of(client, path)


@pytest.mark.parametrize("rounds", [3, soaking(8, seconds=8)])
@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
@pytest.mark.soak(seconds=4, one_in=4)
def test_players_and_spectators_in_turns_get_what_is_drawn_for_them_afresh(
    title, rounds, user, other_user, make_user, client_of
):
    match = _begun(title, user, other_user)
    clients = [client_of(user), client_of(other_user), client_of(make_user("stranger")), Client()]
    luck = random.Random(title)
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False) as clock:
        for number in range(rounds):
            clock.shift(timedelta(seconds=61))
            play_on(match, [user, other_user], 2, seed=number)
            if number == rounds // 2:
                mark_seen(match.pk, user, 3)
            looks = [(client, f"/matches/{match.pk}/{asked}") for client in clients for asked in ASKED[:4]]
            looks += [(clients[0], f"/matches/{match.pk}/{ASKED[5]}"), (clients[1], f"/matches/{match.pk}/")]
            luck.shuffle(looks)
            interleaved = [page_of(*look) for look in (*looks, *looks)]
            assert interleaved == [afresh(*look) for look in looks] * 2


def test_every_answer_from_a_kept_board_has_its_own_token_and_move_id(user, other_user, client_of):
    duel = Duel.begin(user, other_user, title="scrapbots", edition="3.6")
    client, path = client_of(duel.mover), f"/matches/{duel.id}/board/"
    pages = [client.get(path).content.decode() for _ in range(2)]
    for field in ("csrfmiddlewaretoken", "client_move_id"):
        values = [set(re.findall(rf'name="{field}" value="([^"]+)"', page)) for page in pages]
        assert all(len(each) == 1 for each in values)
        assert not values[0] & values[1]
    assert "<csrf>" not in pages[1]
    assert "<id>" not in pages[1]


def test_a_standing_order_given_and_withdrawn_shows_at_once(user, other_user, client_of):
    match, client = _begun("scrapyard", user, other_user), client_of(user)
    play_on(match, [user, other_user], 12)
    path = f"/matches/{match.pk}/board/"
    before = page_of(client, path)
    order = next(iter(re.findall(r'name="order"\s+value="([^"]+)"', before)), None)
    assert order is not None
    give_order(match.pk, user, _plain(order))
    given = page_of(client, path)
    withdraw_order(match.pk, user, _plain(order))
    assert "1 saved" in given
    assert page_of(client, path) == before


def test_a_change_of_name_shows_at_once(user, other_user, client):
    match = _begun("scrapbots", user, other_user)
    path = f"/matches/{match.pk}/board/"
    assert "Sir Rivet" not in page_of(client, path)
    user.profile.display_name = "Sir Rivet"
    user.profile.save()
    assert "Sir Rivet" in page_of(client, path)


def test_what_is_said_noted_and_muted_shows_on_the_kept_page_at_once(user, other_user, client_of):
    match = _begun("scrapbots", user, other_user)
    mine, theirs, path = client_of(user), client_of(other_user), f"/matches/{match.pk}/"
    pages = [page_of(mine, path), page_of(theirs, path)]
    say(match.pk, other_user, "Nice bots you have")
    keep_note(match.pk, user, "They never discard")
    seen = page_of(mine, path)
    assert "Nice bots you have" in seen
    assert "They never discard" in seen
    assert "They never discard" not in page_of(theirs, path)
    assert "Nice bots you have" not in page_of(Client(), path)
    mute(match.pk, user, other_user.seats.get(match=match).number, on=True)
    assert "Nice bots you have" not in page_of(mine, path)
    mute(match.pk, user, other_user.seats.get(match=match).number, on=False)
    keep_note(match.pk, user, "")
    ChatMessage.objects.all().delete()
    assert [page_of(mine, path), page_of(theirs, path)] == pages


def test_a_message_is_shown_on_one_page_only(user, other_user, client_of):
    match, client = _begun("scrapbots", user, other_user), client_of(user)
    path = f"/matches/{match.pk}/"
    before = page_of(client, path)
    client.post(f"{path}note/", {"text": ""})
    assert "Your note is saved." in page_of(client, path)
    assert page_of(client, path) == before


def test_each_visitor_gets_a_page_of_their_own(make_user, client_of):
    match = create_match(make_user("maker"), "scrapbots", "3.6", {}, [ME, OPEN])
    path = f"/matches/{match.pk}/"
    tokens = []
    for name in ("one", "two"):
        client = client_of(make_user(name))
        page = client.get(path).content.decode()
        assert f'title="{name}: name and account"' in page
        tokens.append(re.findall(r'X-CSRFToken": "([^"]+)"', page))
    assert tokens[0] != tokens[1]
    assert "name and account" not in Client().get(path).content.decode()


def test_kept_boards_stay_within_their_bytes():
    boards: Keeper[Drawn] = Keeper(5_000, lambda drawn: len(drawn.html))
    for number in range(20):
        boards.put(number, Drawn(None, "x" * 1_000))  # type: ignore[arg-type]
    assert boards.weight <= 5_000
    assert boards.get(0) is None
    assert boards.get(19) is not None


def _begun(title: str, user, other_user) -> Match:
    edition = next(iter(catalog.title(title).editions))
    return join_match(create_match(user, title, edition, {}, [ME, OPEN]).pk, other_user)


def _plain(order: str) -> object:
    return json.loads(html.unescape(order))
