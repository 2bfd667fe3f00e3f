"""Games between bots, move by move, for whoever counts what happens in them. Pure."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from games.bots import Choose
from games.engine.chance import Chance
from games.engine.events import Event
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.statistics.uses import Use, named, used

MOST_MOVES = 100_000


class Played(NamedTuple):
    """A move of a bot. *moves:* how many were legal. *state:* after it; it changes with the next move.

    *seconds:* of processor time for the decision.
    """

    seat: int
    move: Any
    moves: int
    events: list[Event]
    state: Any
    seconds: float


def play(game: Game[Any], state: Any, bots: Sequence[Choose], luck: Chance, mind: Chance) -> Iterator[Played]:
    """Yield every move from *state*, just dealt, to the end.

    *bots:* by seat. *luck:* what the game draws. *mind:* what the bots draw.
    *Raises:* `RuntimeError` after 100,000 moves.
    """
    count = 0
    while to_act := game.to_act(state):
        seat = to_act[0]
        moves = len(game.legal(state, seat))
        view, begun = game.view(state, seat_viewer(seat)), time.process_time()
        move = bots[seat](game, view, seat, mind)
        seconds = time.process_time() - begun
        events = game.apply(state, seat, move, luck)
        count += 1
        if count > MOST_MOVES:
            raise RuntimeError(f"no end after {MOST_MOVES} moves")
        yield Played(seat, move, moves, events, state, seconds)


def uses_of(played: Played, slugs: Collection[str]) -> Iterator[tuple[int, Use]]:
    """Yield the uses of cards by a move, each with the seat that used the card. *slugs:* the edition's."""
    move = played.move
    values = (getattr(move, name) for name in move.__struct_fields__)
    for use in named(values, str(move.__struct_config__.tag), slugs):
        yield played.seat, use
    yield from used(played.events)
