"""Standing orders: what a seat wants chosen for it in a coming decision.

They aren't part of the game's state, and nobody but their seat ever sees them.
"""

from collections.abc import Iterable
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


def give_order(match_id: str, user: Any, order: object) -> None:
    """Store *order*, plain data, for the seat of *user*, and follow it at once if it applies now.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `BadMove`, and `IllegalMove` if the seat
    can't give it now.

    It takes the place of an earlier order that settles the same, itself among them, and is then the newest.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat, game, typed = _read(locked, order)
        refused = game.refuse_order(moment_now(locked).state, seat, typed)
        if refused is not None:
            raise refused
        mine = StandingOrder.objects.filter(match_id=match_id, seat=seat)
        mine.filter(pk__in=_replaced(game, typed, mine.all())).delete()
        if mine.count() >= MOST_ORDERS:
            reason = f"You have made {MOST_ORDERS} choices ahead. Remove some of them first."
            raise IllegalMove(game.order_rule, reason)
        mine.create(match_id=match_id, seat=seat, order=codec.to_json(typed))
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


def _replaced(game: StandingOrders[Any], order: Any, given: Iterable[StandingOrder]) -> list[int]:
    """Return the keys of those orders that *order* takes the place of."""
    earlier = ((row.pk, codec.from_json(game.order_type, row.order)) for row in given)
    return [pk for pk, other in earlier if other == order or game.replaces(order, other)]


def _read(locked: LockedMatch, order: object) -> tuple[int, StandingOrders[Any], Any]:
    """Return the seat of the user, its game, and *order* as a typed value."""
    seat, game = _seat_of(locked), locked.game
    if not isinstance(game, StandingOrders):
        raise BadMove("In this game you can’t decide anything ahead.")
    return seat, game, codec.read_order(game.order_type, order)


def _seat_of(locked: LockedMatch) -> int:
    """Return the user's seat. *Raises:* `NotSeated`, and as `LockedMatch.check_playable`."""
    seat = locked.taken_seat()
    locked.check_playable()
    return seat
