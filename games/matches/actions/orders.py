"""Standing orders: what a seat wants chosen for it in a coming decision.

They aren't part of the game's state, and nobody but their seat ever sees them.
"""

from typing import Any

from django.db import transaction

from games.engine import codec
from games.engine.errors import BadMove, IllegalMove
from games.engine.optional import StandingOrders
from games.matches.actions.play import follow_orders
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import StandingOrder
from games.matches.steps import moment_now

MOST_ORDERS = 60
_RULE = "turn-1"


def give_order(match_id: str, user: Any, order: object) -> None:
    """Store *order*, plain data, for the seat of *user*, and follow it at once if it applies now.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `BadMove`, and `IllegalMove` if the seat
    can't give it now.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat, game, typed = _read(locked, order)
        state = moment_now(locked).state
        if typed not in [offer.order for offer in game.orders(state, seat)]:
            raise IllegalMove(_RULE, "This can’t be settled beforehand, or not any more.")
        mine = StandingOrder.objects.filter(match_id=match_id, seat=seat)
        text = codec.to_json(typed)
        if mine.exclude(order=text).count() >= MOST_ORDERS:
            raise IllegalMove(_RULE, f"You have given {MOST_ORDERS} orders. Withdraw some of them first.")
        mine.get_or_create(match_id=match_id, seat=seat, order=text)
        locked.has_orders = True
        follow_orders(locked)


def withdraw_order(match_id: str, user: Any, order: object) -> None:
    """Delete *order* of the seat of *user*, if it stands. *Raises:* the same errors as `give_order`."""
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat = _seat_of(locked)
        if isinstance(locked.game, StandingOrders):
            typed = codec.read_order(locked.game.order_type, order)
            StandingOrder.objects.filter(match_id=match_id, seat=seat, order=codec.to_json(typed)).delete()


def _read(locked: LockedMatch, order: object) -> tuple[int, StandingOrders[Any], Any]:
    """Return the seat of the user, its game, and *order* as a typed value."""
    seat, game = _seat_of(locked), locked.game
    if not isinstance(game, StandingOrders):
        raise BadMove("Nothing is settled beforehand in this game.")
    return seat, game, codec.read_order(game.order_type, order)


def _seat_of(locked: LockedMatch) -> int:
    """Return the user's seat. *Raises:* `NotSeated`, and as `LockedMatch.check_playable`."""
    seat = locked.taken_seat()
    locked.check_playable()
    return seat
