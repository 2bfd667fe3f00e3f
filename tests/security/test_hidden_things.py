"""Whatever lies hidden in a stored match of any title, nobody who can't see it gets another byte.

Piles, decks, hands, registers, face-down cards, tiles and notebooks are exchanged behind the site's back, as
`tests/titles/<title>/secrets.py` says; pages, JSON, logs, orders and refusals must stay the same.
"""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.optional import StandingOrders
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.matches.actions.orders import give_order
from games.matches.models import Step
from scrapsite.accounts.tokens import issue_token
from tests.games.yard import Yard
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

# Title, how many play, options, and how many random moves before each look.
MATCHES = [
    ("scrapbots", 2, {}, (43,)),
    ("junkyard", 2, {}, (44,)),
    soaking("scrapbots", 2, {}, (3, 40), seconds=7),
    soaking("junkyard", 2, {}, (1, 14, 60), seconds=4),
    soaking("junkyard", 4, {"box": 1}, (30, 60), seconds=8),
    soaking("scrapyard", 2, {"mode": 1}, (6, 30, 12), seconds=6),
    ("scrapyard", 3, {"mode": 0, "tiles": 2}, (49,)),
    soaking("scrapyard", 4, {"mode": 1, "tiles": 1}, (25, 25), seconds=7),
    ("scrap-knights", 2, {"decks": 2}, (15,)),
    soaking("scrap-knights", 2, {"decks": 2}, (1, 5, 9), seconds=3),
    soaking("scrap-knights", 2, {"decks": 0}, (6, 12), seconds=4),
]


@pytest.fixture
def people(make_user: Any) -> list[User]:
    return [make_user(name) for name in ("rivet", "gasket", "grommet", "washer")]


def begun(people: list[User], title: str, seats: int, options: dict[str, Any]) -> Yard:
    return Yard.begin(*people[:seats], title=title, options=options)


def play_on(yard: Yard, moves: int, luck: random.Random) -> bool:
    """Make so many random moves, and leave some standing orders; return whether the match still runs."""
    for _ in range(moves):
        match = yard.match
        if match.status != "running":
            return False
        seat = luck.choice(match.to_act)
        who = yard.people[seat]
        assert who is not None
        yard.play(who, some_move(yard, seat, luck))
    give_some_orders(yard, luck)
    return bool(yard.match.status == "running")


def some_move(yard: Yard, seat: int, luck: random.Random) -> dict[str, Any]:
    """Return a random move; where a title knows a player who lasts longer (`RARE`), that one's."""
    who, title = yard.people[seat], yard.match.title
    rare = getattr(import_module(f"tests.titles.{title.replace('-', '_')}.secrets"), "RARE", None)
    if rare is None or who is None:
        return luck.choice(yard.legal(who)) if who else {}
    move: dict[str, Any] = codec.to_plain(rare.choose(yard.state(), seat, FastChance(luck.getrandbits(30))))
    return move


def give_some_orders(yard: Yard, luck: random.Random) -> None:
    """Settle something for every seat whose moment isn't now."""
    for seat, who in enumerate(yard.people):
        orders = yard.orders(who) if who and seat not in yard.match.to_act else []
        if orders:
            give_order(yard.id, who, luck.choice(orders))


def lookers(yard: Yard, stranger: User) -> list[tuple[User | None, Viewer]]:
    """Return the seated, somebody who watches, and a visitor, each with where they look from."""
    seated = [(who, seat_viewer(seat)) for seat, who in enumerate(yard.people)]
    return [*seated, (stranger, SPECTATOR), (None, SPECTATOR)]


@pytest.mark.parametrize("title, seats, options, moves", MATCHES)
@pytest.mark.soak(seconds=5, one_in=6)
def test_nobody_gets_another_byte_when_what_they_cannot_see_is_another(
    people: list[User], stranger_to_all: User, title: str, seats: int, options: Any, moves: tuple[int, ...]
) -> None:
    yard, luck = begun(people, title, seats, options), random.Random(7)
    swap_hidden = import_module(f"tests.titles.{title.replace('-', '_')}.secrets").swap_hidden
    looks = 0
    for count in moves:
        if not play_on(yard, count, luck):
            break
        stored = yard.state()
        game = catalog.game(title, yard.match.edition)
        for who, viewer in lookers(yard, stranger_to_all):
            before = yard.sent(who)
            swapped = game.clone(stored)
            swap_hidden(swapped, viewer, FastChance(count))
            assert game.encode(swapped) != game.encode(stored)
            yard.keep(swapped)
            now = yard.sent(who)
            yard.keep(stored)
            for name, text in before.items():
                assert now[name] == text, (str(who), name, count)
            looks += 1
    assert looks >= min(2, len(moves)) * (seats + 2), "the match was over too soon"


@pytest.mark.parametrize("title, seats, options, moves", MATCHES[:2] + MATCHES[4:7] + MATCHES[8:9])
@pytest.mark.soak(seconds=2, one_in=4)
def test_refusals_tell_nothing_either(
    people: list[User], stranger_to_all: User, title: str, seats: int, options: Any, moves: tuple[int, ...]
) -> None:
    """The same refused moves and orders are sent before and after; others' legal ones among them."""
    yard, luck = begun(people, title, seats, options), random.Random(8)
    swap_hidden = import_module(f"tests.titles.{title.replace('-', '_')}.secrets").swap_hidden
    assert play_on(yard, sum(moves[:2]), luck)
    stored, game = yard.state(), catalog.game(title, yard.match.edition)
    for who, viewer in lookers(yard, stranger_to_all):
        bodies = strange_requests(yard, who)
        before = [sent(yard, who, *body) for body in bodies]
        swapped = game.clone(stored)
        swap_hidden(swapped, viewer, FastChance(3))
        yard.keep(swapped)
        assert [sent(yard, who, *body) for body in bodies] == before
        yard.keep(stored)


def strange_requests(yard: Yard, who: User | None) -> list[tuple[str, dict[str, Any]]]:
    """Return moves and orders that *who* will be refused: those of others, and nonsense."""
    seen = {"seen": yard.board(who).seq, "client_move_id": "never"}
    mine = yard.legal(who) if who else []
    ordered = yard.orders(who) if who else []
    found: list[tuple[str, dict[str, Any]]] = [
        ("moves", {**seen, "move": {"type": "nonsense"}}),
        ("orders", {"order": {"type": "nonsense"}}),
    ]
    found.append(("moves", {**seen, "move": {"type": "end-turn", "more": 1}}))
    for other in yard.people:
        assert other is not None
        found += [("moves", {**seen, "move": move}) for move in yard.legal(other)[:6] if move not in mine]
        found += [("orders", {"order": order}) for order in yard.orders(other)[:4] if order not in ordered]
    return found


def sent(yard: Yard, who: User | None, path: str, body: dict[str, Any]) -> str:
    client = Client(headers={"Authorization": f"Bearer {issue_token(who)}"} if who else {})
    answer = client.post(f"/api/v1/matches/{yard.id}/{path}", body, content_type="application/json")
    assert answer.status_code in (401, 403, 409, 422), answer.content
    return f"{answer.status_code} {answer.content.decode()}"


@pytest.mark.parametrize(
    "title, seats, options, moves",
    MATCHES[3:4] + MATCHES[5:7] + MATCHES[9:10] + [soaking(*MATCHES[0], seconds=6)],
)
@pytest.mark.soak(seconds=7)
def test_logs_are_made_of_what_each_may_know_and_nothing_else(
    people: list[User], stranger_to_all: User, title: str, seats: int, options: Any, moves: tuple[int, ...]
) -> None:
    """Of every stored event only the viewer's own fold is left: they get the same as before."""
    yard, luck = begun(people, title, seats, options), random.Random(9)
    play_on(yard, sum(moves), luck)
    game, steps = catalog.game(title, yard.match.edition), list(Step.objects.filter(match_id=yard.id))
    left_out = 0
    for who, viewer in lookers(yard, stranger_to_all):
        before = yard.sent(who)
        for step in steps:
            events = codec.from_json(list[game.event_type], step.events)  # type: ignore[name-defined]
            folded = [known for event in events if (known := event.seen_by(viewer)) is not None]
            left_out += folded != events
            Step.objects.filter(pk=step.pk).update(events=codec.to_json(folded))
        now = yard.sent(who)
        Step.objects.bulk_update(steps, ["events"])
        assert now == before, str(who)
    assert left_out


@pytest.mark.parametrize("title", ["junkyard", "scrapyard"])
@pytest.mark.soak(seconds=4)
def test_an_order_given_by_another_seat_changes_no_byte(
    people: list[User], stranger_to_all: User, title: str
) -> None:
    yard, luck = begun(people, title, 3, {}), random.Random(10)
    assert play_on(yard, 8, luck)
    giver = next(seat for seat in range(3) if seat not in yard.match.to_act[:1])
    others = [who for seat, who in enumerate(yard.people) if seat != giver] + [stranger_to_all, None]
    before = {str(who): yard.sent(who) for who in others}
    who = yard.people[giver]
    assert isinstance(catalog.game(title, yard.match.edition), StandingOrders)
    given = [order for order in yard.board(who).orders if not order.is_given]
    seq = yard.match.seq
    give_order(yard.id, who, codec.from_json(dict, given[-1].order))
    assert yard.match.seq == seq, "its moment was now"
    assert {str(who): yard.sent(who) for who in others} == before


@pytest.fixture
def stranger_to_all(make_user: Any) -> User:
    """Somebody who sits nowhere."""
    return make_user("washboard")
