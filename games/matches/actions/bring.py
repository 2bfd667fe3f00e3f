"""Bringing a whole deck into a match: the small private moves that make it one's draft, all at once."""

from functools import partial
from typing import Any

from games.engine.decks import Lists
from games.engine.errors import BadMove
from games.engine.optional import BringsDeck
from games.engine.protocol import Game
from games.matches.actions.play import play_moves
from games.matches.steps import Answer


def bring_deck(match_id: str, user: Any, seen: int | None, client_move_id: str, deck: Lists) -> Answer | None:
    """Make *deck*, slugs by slot, the draft of the seat of *user*; None when it was that already.

    *seen*, *client_move_id:* as for `play_moves`. *Raises:* as it does, and `BadMove` in a match into
    which no deck is brought.
    """
    return play_moves(match_id, user, seen, client_move_id, partial(_moves, deck))


def _moves(deck: Lists, game: Game[Any], view: Any) -> list[Any]:
    if not isinstance(game, BringsDeck):
        raise BadMove("No deck is brought into this match.")
    return game.moves_to_bring(view, deck)
