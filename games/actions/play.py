"""Playing a move: the one way in, for people and bots alike once they are through their gates."""

import re
from typing import Any

from django.db import IntegrityError, transaction

from games.actions.answers import Answer
from games.actions.orders import follow_orders
from games.actions.table import Change, Table, lock, moment, store
from games.engine import codec
from games.engine.errors import BadMove
from games.errors import IdReused
from games.models import Status, Step

_CLIENT_ID = re.compile(r"[A-Za-z0-9._:-]{1,64}\Z")


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


def make_move(table: Table, seat: int, move: Any, client_move_id: str | None) -> Answer:
    """Make the typed *move* at the locked table, then what standing orders ask for. Return its own answer."""
    answer = make_step(table, seat, move, client_move_id)
    follow_orders(table)
    return answer


def make_step(table: Table, seat: int, move: Any, client_move_id: str | None) -> Answer:
    """Apply the typed *move* to the locked table and store it."""
    game = table.game
    now = moment(game, table.match_id, table.seq)
    chance = now.chance()
    decides_alone = tuple(game.deciders(now.state)) == (seat,)
    events = game.apply(now.state, seat, move, chance)
    deciders = tuple(game.deciders(now.state))
    change = Change(
        kind=Step.Kind.MOVE,
        seat=seat,
        events=events,
        state=now.state,
        draws=chance.counter,
        deciders=deciders,
        result=game.result(now.state),
        head=-1,
        client_move_id=client_move_id,
        move=codec.to_json(move),
        # Among several who decide at once, taking back would tell who has moved since.
        undoable=decides_alone and deciders == (seat,) and not any(event.reveals for event in events),
    )
    return store(table, change)
