"""A bot's move. It is chosen without a lock, and stored only if the match hasn't changed meanwhile."""

import logging
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction

from games import bots, catalog
from games.bots import Choose
from games.engine.chance import FastChance
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.actions.play import make_move
from games.matches.changes import hooks
from games.matches.locked_match import lock
from games.matches.long_turns import ending_moves, is_too_long
from games.matches.models import Match, Status
from games.matches.steps import moment

MOST_MINDS = 16  # bots that a process remembers; one that searches keeps some megabytes

# Bots by match, seat and name.
Minds = dict[tuple[str, int, str], Choose]

logger = logging.getLogger(__name__)


def play_for_bot(match_id: str, minds: Minds | None = None) -> bool:
    """Play one move for a bot that must decide and return True, or return False if no bot must.

    Two workers may do this at once: the first to store wins, the other's move is dropped.
    *minds:* bots that have thought before; new ones are added.
    """
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING, bot_to_act=True).first()
    if match is None or not catalog.fits(*match.rules):
        return False
    seat = next(seat for seat in match.to_act if match.bots[seat])
    game = catalog.game_of(*match.rules)
    move = move_of_bot(match, game, seat, match.bots[seat], minds)
    with transaction.atomic(durable=True):
        locked = lock(match_id, None)
        is_same = locked.seq == match.seq and locked.status == Status.RUNNING
        if is_same and not locked.is_stopped:
            make_move(locked, seat, move, None)
    return True


def move_of_bot(match: Match, game: Game[Any], seat: int, name: str, minds: Minds | None = None) -> Any:
    """Return the move of the bot *name* in *match* as it is now; one that ends a turn that is too long.

    A match whose other moves are laid down (`hooks.on_bot`) goes by them.
    """
    state = moment(game, match.pk, match.seq).state
    for choose in hooks.on_bot:
        if (laid_down := choose(match, game, state, seat)) is not None:
            return laid_down
    ends = ending_moves(game, state, seat) if is_too_long(match.pk, match.seq, seat) else iter(())
    think = partial(_remembered, {} if minds is None else minds, (match.pk, seat, name))
    return next(ends, None) or chosen_by_bot(game, state, seat, name, think)


def chosen_by_bot(
    game: Game[Any], state: Any, seat: int, name: str, think: Callable[[str], Choose] = bots.bot
) -> Any:
    """Return the move of the bot *name*, or the first legal one if the bot fails, so that no match hangs.

    *think:* returns the bot of that name.
    """
    luck = FastChance(secrets.randbits(32))
    try:
        return think(name)(game, game.view(state, seat_viewer(seat)), seat, luck)
    except Exception:
        logger.exception("The bot %s failed at %s %s.", name, game.slug, game.edition)
        return game.legal(state, seat)[0]


def _remembered(minds: Minds, key: tuple[str, int, str], name: str) -> Choose:
    """Return the bot as it has thought before under *key*, if it is still known."""
    choose = minds.pop(key, None) or bots.bot(name)
    minds[key] = choose
    if len(minds) > MOST_MINDS:
        del minds[next(iter(minds))]
    return choose
