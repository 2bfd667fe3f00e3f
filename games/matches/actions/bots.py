"""A bot's move. It is chosen without a lock, and stored only if the match hasn't changed meanwhile."""

import logging
import secrets
from typing import Any

from django.db import transaction

from games import bots, catalog
from games.engine.chance import FastChance
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.actions.play import make_move
from games.matches.locked_match import lock
from games.matches.long_turns import ending_moves, is_too_long
from games.matches.models import Match, Status
from games.matches.steps import moment

logger = logging.getLogger(__name__)


def play_for_bot(match_id: str) -> bool:
    """Play one move for a bot that must decide and return True, or return False if no bot must.

    Two workers may do this at once: the first to store wins, the other's move is dropped.
    """
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING, bot_to_act=True).first()
    if match is None or not catalog.fits(*match.rules):
        return False
    seat = next(seat for seat in match.to_act if match.bots[seat])
    game = catalog.game_of(*match.rules)
    move = move_of_bot(match, game, seat, match.bots[seat])
    with transaction.atomic(durable=True):
        locked = lock(match_id, None)
        if locked.seq == match.seq and locked.status == Status.RUNNING:
            make_move(locked, seat, move, None)
    return True


def move_of_bot(match: Match, game: Game[Any], seat: int, name: str) -> Any:
    """Return the move of the bot *name* in *match* as it is now; one that ends a turn that is too long."""
    state = moment(game, match.pk, match.seq).state
    ends = ending_moves(game, state, seat) if is_too_long(match.pk, match.seq, seat) else iter(())
    return next(ends, None) or chosen_by_bot(game, state, seat, name)


def chosen_by_bot(game: Game[Any], state: Any, seat: int, name: str) -> Any:
    """Return the move of the bot *name*, or the first legal one if the bot fails, so that no match hangs."""
    luck = FastChance(secrets.randbits(32))
    try:
        return bots.bot(name)(game, game.view(state, seat_viewer(seat)), seat, luck)
    except Exception:
        logger.exception("The bot %s failed at %s %s.", name, game.slug, game.edition)
        return game.legal(state, seat)[0]
