"""A net under the rules: no seat makes moves for ever while all others wait for it.

The titles' own rules let every turn end (decision 39). Should one of them fail, or somebody take secret
choices back again and again, the net ends the turn.
"""

from collections.abc import Iterator
from typing import Any

from django.db import connection

from games.engine.chance import FastChance
from games.engine.protocol import Game
from games.matches.errors import TurnTooLong

MOST_IN_A_ROW = 500
# The newest steps are looked at first, and one of another seat is mostly among them.
_OTHERS = "SELECT 1 FROM games_step WHERE match_id = %s AND seq > %s AND seat <> %s ORDER BY seq DESC LIMIT 1"


def is_too_long(match_id: str, seq: int, seat: int) -> bool:
    """Return whether the newest `MOST_IN_A_ROW` steps of the match, up to *seq*, are all of that seat."""
    if seq < MOST_IN_A_ROW:
        return False
    with connection.cursor() as cursor:
        cursor.execute(_OTHERS, [match_id, seq - MOST_IN_A_ROW, seat])
        return cursor.fetchone() is None


def check_ends(game: Game[Any], state: Any, seat: int, move: Any) -> None:
    """Check that the seat may make *move* although its turn is too long.

    It may make one after which it waits, or any legal one if there is none. *Raises:* `TurnTooLong`.
    """
    ends = list(ending_moves(game, state, seat))
    if move not in ends and (ends or seat not in game.to_act(state)):
        raise TurnTooLong(f"Your turn has had {MOST_IN_A_ROW} moves. Only a move that ends it is left.")


def ending_moves(game: Game[Any], state: Any, seat: int) -> Iterator[Any]:
    """Yield the legal moves of the seat after which it needn't decide."""
    for move in game.legal(state, seat):
        after = game.clone(state)
        game.apply(after, seat, move, FastChance(0))
        if seat not in game.to_act(after):
            yield move
