"""Bringing a whole deck into a match: all the secret moves that choose it, played at once."""

from functools import partial
from typing import Any

from games.engine.decks import Lists
from games.engine.errors import BadMove
from games.engine.optional import BringsDeck
from games.engine.protocol import Game
from games.matches.actions.play import play_moves
from games.matches.steps import Answer


def bring_deck(match_id: str, user: Any, seen: int | None, client_move_id: str, deck: Lists) -> Answer | None:
    """Make *deck* (slugs by slot) the deck of the user's seat; return None if it is that already.

    *seen*, *client_move_id:* as for `play_moves`. *Raises:* the same errors, and `BadMove` in a game whose
    players bring no decks.
    """
    return play_moves(match_id, user, seen, client_move_id, partial(_moves, deck))


def _moves(deck: Lists, game: Game[Any], view: Any) -> list[Any]:
    if not isinstance(game, BringsDeck):
        raise BadMove("You can’t bring a deck to this match.")
    return game.moves_to_bring(view, deck)
