"""Playing a move: the one way in, for people and bots alike once they are through their gates."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from games.engine import codec
from games.engine.errors import BadMove
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.actions.orders import follow_orders
from games.matches.answers import Answer
from games.matches.errors import IdReused
from games.matches.locked_match import Change, Table, lock, moment, store
from games.matches.models import Status, Step

MOST_MOVES = 60
_CLIENT_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}\Z")
_LONGEST_ID_OF_SEVERAL = 60

Plan = Callable[[Game[Any], Any], Sequence[Any]]


def play_move(match_id: str, user: Any, seen: int, client_move_id: str, move: object) -> Answer:
    """Play *move*, plain data, at the seat of *user* and return the match just after it.

    *seen:* the step the mover looked at. *client_move_id:* chosen by the mover, new for each move: a
    request that comes twice is carried out once and gets the same answer.
    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `StaleMatch`, `BadMove`, `NotYourTurn`,
    `IllegalMove`, `IdReused`; nothing is changed then.
    """
    check_client_id(client_move_id)
    try:
        with transaction.atomic(durable=True):
            return _play(lock(match_id, user), seen, client_move_id, move)
    except IntegrityError as error:
        raise IdReused from error


def play_moves(match_id: str, user: Any, seen: int | None, client_move_id: str, plan: Plan) -> Answer | None:
    """Play several moves at the seat of *user*, all or none; return the match after the last of them.

    *plan:* told the game and the seat's view, returns the typed moves in their order; with none, nothing
    happens and None is returned. *seen:* as for `play_move`, for the first move; None when it doesn't matter.
    *client_move_id:* as for `play_move`, 60 characters at most; the moves after the first are stored as
    `<id>.1`, `<id>.2` and so on. *Raises:* as `play_move`.
    """
    check_client_id(client_move_id)
    if len(client_move_id) > _LONGEST_ID_OF_SEVERAL:
        raise BadMove(f"The id of several moves has at most {_LONGEST_ID_OF_SEVERAL} characters.")
    try:
        with transaction.atomic(durable=True):
            return _play_several(lock(match_id, user), seen, client_move_id, plan)
    except IntegrityError as error:
        raise IdReused from error


def check_client_id(text: str) -> None:
    """*Raises:* `BadMove` unless *text* can be a client move id."""
    if not isinstance(text, str) or not _CLIENT_ID.match(text):
        raise BadMove("A client move id has 1 to 64 letters, digits or any of “.”, “_”, “:”, “-”.")


def _play(table: Table, seen: int, client_move_id: str, move: object) -> Answer:
    seat, game = table.taken_seat(), table.game
    if seen != table.number() or table.status != Status.RUNNING:
        # A request that was carried out before has been overtaken by its own step.
        typed = codec.read_move(game.move_type, move)
        again = table.earlier_answer(client_move_id, Step.Kind.MOVE, codec.to_json(typed))
        if again is not None:
            return again
    table.check_playable()
    table.check_seen(seen)
    return make_move(table, seat, codec.read_move(game.move_type, move), client_move_id)


def _play_several(table: Table, seen: int | None, client_move_id: str, plan: Plan) -> Answer | None:
    seat = table.taken_seat()
    first = Step.objects.filter(match_id=table.match_id, seat=seat, client_move_id=client_move_id).first()
    if first is not None:
        return _earlier_answers(table, first, plan)
    table.check_playable()
    if seen is not None:
        table.check_seen(seen)
    moves = _planned(table, table.seq, plan)
    answer = None
    for move, step_id in zip(moves, _ids(client_move_id, len(moves)), strict=True):
        answer = make_step(table, seat, move, step_id)
    if answer is not None:
        follow_orders(table)
    return answer


def _planned(table: Table, seq: int, plan: Plan) -> Sequence[Any]:
    """Return what *plan* wants after the step *seq*. *Raises:* `BadMove` when that is too much."""
    game, seat = table.game, table.taken_seat()
    moves = plan(game, game.view(moment(game, table.match_id, seq).state, seat_viewer(seat)))
    if len(moves) > MOST_MOVES:
        raise BadMove(f"At most {MOST_MOVES} moves are played at once.")
    return moves


def _earlier_answers(table: Table, first: Step, plan: Plan) -> Answer:
    """Return what was answered when these very moves were played. *Raises:* `IdReused` for others."""
    moves = _planned(table, first.seq - 1, plan)
    answer = None
    for move, step_id in zip(moves, _ids(str(first.client_move_id), len(moves)), strict=True):
        answer = table.earlier_answer(step_id, Step.Kind.MOVE, codec.to_json(move))
        if answer is None:
            raise IdReused
    if answer is None:
        raise IdReused
    return answer


def _ids(client_move_id: str, count: int) -> list[str]:
    return [client_move_id, *(f"{client_move_id}.{number}" for number in range(1, count))][:count]


def make_move(
    table: Table, seat: int, move: Any, client_move_id: str | None, *, by_system: bool = False
) -> Answer:
    """Make the typed *move* at the locked table, then what standing orders ask for. Return its own answer.

    *by_system:* for a seat whose time is up.
    """
    answer = make_step(table, seat, move, client_move_id, by_system=by_system)
    follow_orders(table)
    return answer


def make_step(
    table: Table, seat: int, move: Any, client_move_id: str | None, *, by_system: bool = False
) -> Answer:
    """Apply the typed *move* to the locked table and store it. *by_system:* as for `make_move`."""
    game = table.game
    now = moment(game, table.match_id, table.seq)
    chance = now.chance()
    decides_alone = tuple(game.to_act(now.state)) == (seat,)
    events = game.apply(now.state, seat, move, chance)
    to_act = tuple(game.to_act(now.state))
    change = Change(
        kind=Step.Kind.MOVE,
        seat=seat,
        events=events,
        state=now.state,
        draws=chance.counter,
        to_act=to_act,
        result=game.result(now.state),
        head=-1,
        client_move_id=client_move_id,
        move=codec.to_json(move),
        # Among several who decide at once, taking back would tell who has moved since.
        undoable=(
            not by_system
            and decides_alone
            and to_act == (seat,)
            and not any(event.reveals for event in events)
        ),
        by_system=by_system,
        drawn=chance.made,
    )
    return store(table, change)
