"""Standing orders: what a seat wants to be chosen for it when a coming decision is its own.

They aren't part of the game: the state doesn't know them, and nobody but their seat ever sees them.
"""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.engine import codec
from games.engine.errors import BadMove, IllegalMove
from games.engine.optional import StandingOrders
from games.matches.locked_match import Table, lock, moment
from games.matches.models import StandingOrder, Status

MOST_ORDERS = 60
MOST_FOLLOWED = 500
_RULE = "turn-1"


def give_order(match_id: str, user: Any, order: object) -> None:
    """Keep *order*, plain data, for the seat of *user*; it is followed at once if its moment is now.

    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `BadMove`, and `IllegalMove` when the seat
    can't give it now.
    """
    with transaction.atomic(durable=True):
        table = lock(match_id, user)
        seat, game, typed = _read(table, order)
        state = moment(table.game, match_id, table.seq).state
        if typed not in [offer.order for offer in game.orders(state, seat)]:
            raise IllegalMove(_RULE, "This can’t be settled beforehand, or not any more.")
        mine = StandingOrder.objects.filter(match_id=match_id, seat=seat)
        text = codec.to_json(typed)
        if mine.exclude(order=text).count() >= MOST_ORDERS:
            raise IllegalMove(_RULE, f"You have given {MOST_ORDERS} orders. Withdraw some of them first.")
        mine.get_or_create(match_id=match_id, seat=seat, order=text)
        follow_orders(table)


def withdraw_order(match_id: str, user: Any, order: object) -> None:
    """Forget *order* of the seat of *user*; one that isn't there is no error. *Raises:* as `give_order`."""
    with transaction.atomic(durable=True):
        seat, _, typed = _read(lock(match_id, user), order)
        StandingOrder.objects.filter(match_id=match_id, seat=seat, order=codec.to_json(typed)).delete()


def follow_orders(table: Table) -> None:
    """Make the moves that standing orders prefer, one after the other, while they fit.

    Call it in the transaction that changed the locked *table*.
    """
    game = table.game
    if not isinstance(game, StandingOrders):
        return
    for _ in range(MOST_FOLLOWED):
        orders = _orders_of(table, game.order_type)
        state = moment(game, table.match_id, table.seq).state if orders else None
        chosen = _preferred(game, game.to_act(state), state, orders) if orders else None
        if chosen is None:
            _forget_spent(game, state, orders)
            return
        # Imported here: making a move follows orders in its turn.
        from games.matches.actions.play import make_step

        make_step(table, *chosen, None)


def _read(table: Table, order: object) -> tuple[int, StandingOrders[Any], Any]:
    """Return the seat of the locked table's user, its game, and *order* as a typed value."""
    seat = table.taken_seat()
    table.check_playable()
    game = table.game
    if not isinstance(game, StandingOrders):
        raise BadMove("Nothing is settled beforehand in this game.")
    return seat, game, codec.read_order(game.order_type, order)


def _orders_of(table: Table, order_type: Any) -> list[tuple[StandingOrder, Any]]:
    """Return the orders that stand, the newest first; none once the match is over."""
    if table.status != Status.RUNNING:
        StandingOrder.objects.filter(match_id=table.match_id).delete()
        return []
    rows = StandingOrder.objects.filter(match_id=table.match_id).order_by("-pk")
    return [(row, codec.from_json(order_type, row.order)) for row in rows]


def _preferred(
    game: StandingOrders[Any], to_act: Sequence[int], state: Any, orders: list[tuple[StandingOrder, Any]]
) -> tuple[int, Any] | None:
    """Return the seat and the move of the newest order that fits a present decision of the seats to act."""
    for row, order in orders:
        if row.seat in to_act:
            move = game.follow(state, row.seat, order)
            if move is not None:
                return row.seat, move
    return None


def _forget_spent(game: StandingOrders[Any], state: Any, orders: list[tuple[StandingOrder, Any]]) -> None:
    spent = [row.pk for row, order in orders if game.is_spent(state, row.seat, order)]
    if spent:
        StandingOrder.objects.filter(pk__in=spent).delete()
