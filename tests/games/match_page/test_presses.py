"""How many presses a fixed match of Scrapbots takes, played through its pages with as few as possible.

The figure is here so that no later change of the boards makes playing more laborious without being noticed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games import catalog
from games.engine import codec
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from games.titles.scrapbots.moves import (
    ActivateComponent,
    AnyMove,
    Attack,
    BuildScrapbot,
    BuyCard,
    EndTurn,
    GainEnergy,
    GainScrap,
    PlayResource,
)
from games.titles.scrapbots.state import LANES
from tests.luck import draw_alike
from tests.playing import ME, OPEN, state_of

pytestmark = pytest.mark.django_db

# Before there were batches and things that do their one deed at the first press it took 208.
MOVES, PRESSES = 112, 83

GAME: Any = catalog.game("scrapbots", "3.6")
VOID = {"input", "br", "img", "hr", "wbr", "use", "path", "meta", "link", "col"}


@dataclass
class Buttons(HTMLParser):
    """The buttons of a board that send moves. *found:* each button's value, with the presses it takes."""

    found: list[tuple[str, int]] = field(default_factory=list)
    fields: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if known.get("name") == "move":
            folded = sum(is_folded for _, is_folded in self._open)
            # A drop shows when its thing has been pressed.
            self.found.append((known["value"], 1 + folded + ("data-for" in known)))
        elif known.get("name") in ("seen", "client_move_id"):
            self.fields.setdefault(known["name"], known["value"])
        if tag not in VOID:
            self._open.append((tag, tag == "details" and "open" not in known))

    def handle_endtag(self, tag: str) -> None:
        while tag not in VOID and self._open and self._open.pop()[0] != tag:
            pass


@dataclass
class Mechanic:
    """A player who always wants the same, and takes the way with the fewest presses for each move."""

    client: Client
    match: str
    presses: int = 0
    moves: Counter[str] = field(default_factory=Counter)

    def act(self, wanted: list[AnyMove]) -> None:
        """Press what brings about the most of *wanted*, and at least the first of them."""
        page = self.client.get(reverse("games:match_board", args=[self.match]))
        buttons = Buttons()
        buttons.feed(page.content.decode())
        texts = [codec.to_json(move) for move in wanted]
        value, presses = min(ways(buttons.found, texts), key=lambda way: (-len(moves_of(way[0])), way[1]))
        address = reverse("games:move_create", args=[self.match])
        answer = self.client.post(address, {**buttons.fields, "move": value})
        assert answer.status_code == 303, answer.content.decode()
        self.presses += presses
        self.moves.update(json.loads(move)["type"] for move in moves_of(value))


def ways(buttons: list[tuple[str, int]], wanted: list[str]) -> Iterator[tuple[str, int]]:
    """Yield the buttons, with their presses, that make the first move that is wanted, or several at once."""
    for value, presses in buttons:
        moves = moves_of(value)
        if value == wanted[0] or (len(moves) > 1 and not Counter(moves) - Counter(wanted)):
            yield value, presses


def moves_of(value: str) -> list[str]:
    """Return the moves that a button sends, each as JSON text."""
    read = json.loads(value)
    return [codec.to_json(move) for move in read] if isinstance(read, list) else [value]


def wants(state: Any, seat: int) -> list[AnyMove]:
    """Return what the player wants to do next: several moves if nothing comes between them."""
    legal = GAME.legal(state, seat)
    attacks = [move for move in legal if isinstance(move, Attack)]
    if attacks:
        return [max(attacks, key=lambda move: (move.attack, -move.lane))]
    for kind in (ActivateComponent, PlayResource, BuildScrapbot):
        if found := next((move for move in legal if isinstance(move, kind)), None):
            return [found]
    return fuel(state, seat, legal) or shopping(state, seat, legal)


def fuel(state: Any, seat: int, legal: list[AnyMove]) -> list[AnyMove]:
    """Return the discards for Energy that pay for an attack, or none if there is none to pay for."""
    bots = range(seat * LANES, seat * LANES + LANES)
    ready = [GAME.rules.kinds[state.bots[slot]] for slot in bots if state.ready[slot]]
    costs = [kind.abilities[0].energy - state.energy for kind in ready]
    spent: list[AnyMove] = []
    for move in in_hand(state, seat, legal, GainEnergy):
        if costs and sum(GAME.rules.rows[one.card].energy for one in spent) < min(costs):
            spent.append(move)
    reached = sum(GAME.rules.rows[one.card].energy for one in spent)
    return spent if costs and reached >= min(costs) else []


def shopping(state: Any, seat: int, legal: list[AnyMove]) -> list[AnyMove]:
    """Return the discards for Scrap, then what to buy, then the end of the turn."""
    discards = in_hand(state, seat, legal, GainScrap)
    bought = [move for move in legal if isinstance(move, BuyCard)]
    dearest = [max(bought, key=lambda move: (GAME.rules.rows[move.card].scrap, move.card))] if bought else []
    return discards or dearest or [EndTurn()]


def in_hand(state: Any, seat: int, legal: list[AnyMove], kind: Callable[[str], AnyMove]) -> list[AnyMove]:
    """Return the legal moves of that kind, one for each copy in the hand."""
    held = [GAME.rules.kinds[card].slug for card in sorted(state.hands[seat])]
    return [move for slug in held if (move := kind(slug)) in legal]


def play(players: list[Mechanic], match: Any) -> None:
    while match.status == "running":
        seat = match.to_act[0]
        players[seat].act(wants(state_of(match), seat))
        match.refresh_from_db()


@pytest.mark.soak(seconds=4)
def test_playing_a_fixed_match_is_little_work(
    user: User, other_user: User, client_of: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_alike("a match to count presses", monkeypatch)
    match = create_match(user, "scrapbots", "3.6", {"turn_cap": 16}, [ME, OPEN])
    match = join_match(match.pk, other_user)
    players = [Mechanic(client_of(person), match.pk) for person in (user, other_user)]
    play(players, match)
    moves = players[0].moves + players[1].moves
    assert sum(moves.values()) == MOVES
    assert sum(player.presses for player in players) == PRESSES
