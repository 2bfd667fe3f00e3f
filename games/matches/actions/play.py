"""Playing a move. People and bots pass different checks, then the same code makes their moves."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.db import IntegrityError

from games.engine import codec
from games.engine.errors import BadMove
from games.engine.optional import StandingOrders
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.errors import IdReused
from games.matches.locked_match import LockedMatch, lock
from games.matches.long_turns import check_ends, is_too_long
from games.matches.models import StandingOrder, Status, Step
from games.matches.steps import Answer, Moment, earlier_answer, make_step, moment, moment_now, reading_again
from scrapsite.server.work.groups import whole_change

MOST_MOVES = 60
MOST_FOLLOWED = 500
JOINT = "~"  # never in an id that a client chooses
_CLIENT_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}\Z")
_LONGEST_ID_OF_SEVERAL = 60

Plan = Callable[[Game[Any], Any], Sequence[Any]]


def play_move(match_id: str, user: Any, seen: int, client_move_id: str, move: object) -> Answer:
    """Play *move*, plain data, at the seat of *user* and return the match just after it.

    *seen:* number of the newest step the mover has seen. *client_move_id:* chosen by the mover, new for each
    move: a request that comes twice is carried out once and gets the same answer.
    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `StaleMatch`, `BadMove`, `NotYourTurn`,
    `IllegalMove`, `IdReused`, `RulesChanged`; nothing is changed then.
    """
    check_client_id(client_move_id)
    try:
        with whole_change():
            return _play(lock(match_id, user, client_move_id), seen, client_move_id, move)
    except IntegrityError as error:
        raise IdReused from error


def play_moves(match_id: str, user: Any, seen: int | None, client_move_id: str, plan: Plan) -> Answer | None:
    """Play several moves at the seat of *user*, all or none; return the match after the last of them.

    *plan:* called with the game and the seat's view, returns the typed moves in order; if it returns none,
    nothing happens and None comes back. *seen:* as for `play_move`, for the first move; None skips the check.
    If a move reveals something, those after it aren't played, since they were chosen without knowing it.
    *client_move_id:* as for `play_move`, 60 characters at most; the moves after the first are stored as
    `<id>~1`, `<id>~2` and so on. *Raises:* the same errors as `play_move`.
    """
    check_client_id(client_move_id)
    if len(client_move_id) > _LONGEST_ID_OF_SEVERAL:
        raise BadMove(f"The id of several moves has at most {_LONGEST_ID_OF_SEVERAL} characters.")
    try:
        with whole_change():
            return _play_several(lock(match_id, user), seen, client_move_id, plan)
    except IntegrityError as error:
        raise IdReused from error


def play_batch(match_id: str, user: Any, seen: int, client_move_id: str, moves: Sequence[object]) -> Answer:
    """Play *moves*, plain data, at the seat of *user* and return the match after the last of them.

    The arguments, and the errors that are raised, are those of `play_moves`.
    """
    answer = play_moves(match_id, user, seen, client_move_id, partial(_typed, moves))
    if answer is None:
        raise BadMove("There is no move to play.")
    return answer


def check_client_id(text: str) -> None:
    """Check that *text* can be a client move id. *Raises:* `BadMove`."""
    if not isinstance(text, str) or not is_client_id(text):
        raise BadMove("A client move id has 1 to 64 letters, digits or any of “.”, “_”, “:”, “-”.")


def is_client_id(text: str) -> bool:
    """Return whether *text* can be a client move id."""
    return _CLIENT_ID.match(text) is not None


def _play(locked: LockedMatch, seen: int, client_move_id: str, move: object) -> Answer:
    seat, game = locked.taken_seat(), locked.game
    if locked.is_repeated:
        typed = codec.read_move(game.move_type, move)
        return earlier_answer(locked, client_move_id, codec.to_json(typed), Step.Kind.MOVE)
    locked.check_playable()
    locked.check_seen(seen)
    typed = codec.read_move(game.move_type, move)
    _check_length(locked, seat, typed)
    return make_move(locked, seat, typed, client_move_id)


def _play_several(locked: LockedMatch, seen: int | None, client_move_id: str, plan: Plan) -> Answer | None:
    seat = locked.taken_seat()
    first = Step.objects.filter(match_id=locked.match_id, seat=seat, client_move_id=client_move_id).first()
    if first is not None:
        return _earlier_answers(locked, first, plan)
    locked.check_playable()
    if seen is not None:
        locked.check_seen(seen)
    moves = _planned(locked, moment_now(locked), plan)
    answer = None
    for move, step_id in zip(moves, batch_ids(client_move_id, len(moves)), strict=True):
        _check_length(locked, seat, move)
        answer = make_step(locked, seat, move, step_id)
        # Or else a later move that depends on what was revealed, and is refused, would tell it for nothing.
        if _has_revealed(answer):
            break
    if answer is not None:
        follow_orders(locked)
    return answer


def _check_length(locked: LockedMatch, seat: int, move: Any) -> None:
    """*Raises:* `TurnTooLong` if *move* would prolong a turn that is too long already."""
    if is_too_long(locked.match_id, locked.seq, seat):
        check_ends(locked.game, moment_now(locked).state, seat, move)


def _typed(moves: Sequence[object], game: Game[Any], view: Any) -> list[Any]:
    return [codec.read_move(game.move_type, move) for move in moves]


def _planned(locked: LockedMatch, at: Moment, plan: Plan) -> Sequence[Any]:
    """Return the moves of *plan* for the match at that moment. *Raises:* `BadMove` if they're too many."""
    game, seat = locked.game, locked.taken_seat()
    moves = plan(game, game.view(at.state, seat_viewer(seat)))
    if len(moves) > MOST_MOVES:
        raise BadMove(f"You can play at most {MOST_MOVES} moves at once.")
    return moves


def _earlier_answers(locked: LockedMatch, first: Step, plan: Plan) -> Answer:
    """Return the answer from when the same moves were played. *Raises:* `IdReused` if they differ."""
    with reading_again(locked):
        moves = _planned(locked, moment(locked.game, locked.match_id, first.seq - 1), plan)
    ids = batch_ids(str(first.client_move_id), len(moves))
    made = Step.objects.filter(match_id=locked.match_id, seat=locked.taken_seat(), client_move_id__in=ids)
    answer = None
    for move, step_id in list(zip(moves, ids, strict=True))[: len(made)]:
        answer = earlier_answer(locked, step_id, codec.to_json(move), Step.Kind.MOVE)
    if answer is None or (len(made) < len(moves) and not _has_revealed(answer)):
        raise IdReused
    return answer


def _has_revealed(answer: Answer) -> bool:
    """Return whether the move told its own player something new."""
    return any(event.reveals for event in answer.events)


def batch_ids(client_move_id: str, count: int) -> list[str]:
    """Return the ids of so many moves that are played at once, in order."""
    return [client_move_id, *(f"{client_move_id}{JOINT}{number}" for number in range(1, count))][:count]


def make_move(
    locked: LockedMatch, seat: int, move: Any, client_move_id: str | None, *, by_system: bool = False
) -> Answer:
    """Make the typed *move* in the locked match, then the moves of standing orders. Return the move's answer.

    *by_system:* the system moves, because the seat's time is up.
    """
    answer = make_step(locked, seat, move, client_move_id, by_system=by_system)
    follow_orders(locked)
    return answer


def follow_orders(locked: LockedMatch) -> None:
    """Make the moves that standing orders ask for, one after the other, as long as one applies.

    Call it in the transaction that changed the match.
    """
    game = locked.game
    if not locked.has_orders or not isinstance(game, StandingOrders):
        return
    for _ in range(MOST_FOLLOWED):
        orders = _orders_of(locked, game)
        state = moment_now(locked).state if orders else None
        chosen = _preferred(game, game.to_act(state), state, orders) if orders else None
        if chosen is None:
            _forget_spent(game, state, orders)
            return
        make_step(locked, *chosen, None)


def _orders_of(locked: LockedMatch, game: StandingOrders[Any]) -> list[tuple[StandingOrder, Any]]:
    """Return the match's standing orders with their typed values; none after the end.

    Those for a particular choice come before policies, and the newer ones before older ones.
    """
    if locked.status != Status.RUNNING:
        StandingOrder.objects.filter(match_id=locked.match_id).delete()
        return []
    rows = StandingOrder.objects.filter(match_id=locked.match_id).order_by("-pk")
    orders = [(row, codec.from_json(game.order_type, row.order)) for row in rows]
    return sorted(orders, key=lambda order: game.is_policy(order[1]))


def _preferred(
    game: StandingOrders[Any], to_act: Sequence[int], state: Any, orders: list[tuple[StandingOrder, Any]]
) -> tuple[int, Any] | None:
    """Return seat and move of the first order that applies to a seat in *to_act* now; None if none does."""
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
