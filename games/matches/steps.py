"""Stored steps: load one, append the next, and make the answer for its mover."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from games.engine import codec
from games.engine.chain import next_link
from games.engine.chance import MatchChance
from games.engine.events import Event
from games.engine.protocol import Game, Result
from games.engine.system import SystemEvent
from games.engine.viewers import SPECTATOR, seat_viewer
from games.matches.changes import Change, announce_on_commit, end_seats, hooks
from games.matches.errors import ANSWER_LOST, STANDS_STILL, IdReused, reading
from games.matches.locked_match import LockedMatch
from games.matches.models import Match, Notice, Status, Step, UndoRequest
from games.matches.numbering import number_of, secret_steps

# Django would take longer to build these statements than the rest of a move takes.
_MOMENT = """
    SELECT s.state, s.draws, s.head, x.played, x.version
    FROM games_step s JOIN games_matchsecret x ON x.match_id = s.match_id
    WHERE s.match_id = %s AND s.seq = %s
"""
_STEP_COLUMNS = (
    "match_id", "seq", "tick", "notice", "kind", "seat", "client_move_id", "move", "events", "state",
    "draws", "head", "undoable", "undoes", "drawn", "link", "created_at",
)  # fmt: skip
_APPEND = f"""
    INSERT INTO games_step ({", ".join(_STEP_COLUMNS)})
    VALUES ({", ".join("%s" for _ in _STEP_COLUMNS)})
"""  # noqa: S608 (made of constants)
_GO_ON = """
    UPDATE games_match SET seq = %s, tick = %s, status = %s, to_act = %s, bot_to_act = %s, result = %s,
        updated_at = %s, chain = %s{}
    WHERE id = %s
"""
_GO_ON_PLAIN, _GO_ON_TIMED = _GO_ON.format(""), _GO_ON.format(", clocks = %s, deadline = %s")
# A secret step changes no column that others could see.
_GO_ON_UNNOTICED = "UPDATE games_match SET seq = %s, chain = %s WHERE id = %s"


@dataclass(frozen=True, slots=True)
class Answer:
    """The match just after a step, for its mover. A repeated request gets an equal one from the stored step.

    *seq*, *events:* as the mover's seat counts and knows them. *to_act:* seats that must decide next.
    *status:* `running` or `finished`.
    """

    match: str
    seq: int
    status: str
    to_act: tuple[int, ...]
    events: tuple[Event, ...]
    result: Result | None


@dataclass(slots=True)
class Moment:
    """A stored step from which the match goes on. See `models.Step` and `models.MatchSecret`."""

    state: Any
    draws: int
    head: int
    played: bytes
    version: int

    def chance(self) -> MatchChance:
        """Return the match's source of randomness, at this moment."""
        return MatchChance(self.played, self.draws, self.version)


def moment(game: Game[Any], match_id: str, seq: int) -> Moment:
    """Return the match as step *seq* left it."""
    with connection.cursor() as cursor:
        cursor.execute(_MOMENT, [match_id, seq])
        state, draws, head, played, version = cursor.fetchone()
    return Moment(game.decode(bytes(state)), draws, head, bytes(played), version)


def moment_now(locked: LockedMatch) -> Moment:
    """Return the locked match as its newest step left it."""
    state = locked.game.decode(locked.state)
    return Moment(state, locked.draws, locked.head, locked.played, locked.version)


def make_step(
    locked: LockedMatch, seat: int, move: Any, client_move_id: str | None, *, by_system: bool = False
) -> Answer:
    """Apply the typed *move* to the match, store it, and return the answer for the mover.

    *by_system:* the system moves, because the seat's time is up.
    """
    game = locked.game
    now = moment_now(locked)
    chance = now.chance()
    decides_alone = tuple(game.to_act(now.state)) == (seat,)
    events = game.apply(now.state, seat, move, chance)
    to_act = tuple(game.to_act(now.state))
    # If several seats decide at once, an undo would reveal who has moved since.
    stays_alone = decides_alone and to_act == (seat,)
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
        undoable=stays_alone and not by_system and not any(event.reveals for event in events),
        by_system=by_system,
        drawn=chance.made,
    )
    return store(locked, change)


def store(locked: LockedMatch, change: Change) -> Answer:
    """Append the step, update the match's row, call the hooks, and return the answer for the mover."""
    seq = locked.seq + 1
    notice = _notice(change, len(locked.bots))
    tick = locked.tick + (notice != Notice.OWN)
    # Everybody sees an undo, so it would reveal a secret move.
    change.undoable = change.undoable and notice != Notice.OWN
    now = timezone.now()
    timed = [] if notice == Notice.OWN else hooks.timekeeper.turn(locked, change, notice, now)
    with connection.cursor() as cursor:
        stored_now = connection.ops.adapt_datetimefield_value(now)
        step = _step_row(locked, change, seq)
        locked.chain = _link(locked, step)
        step |= {"tick": tick, "notice": notice.value, "link": locked.chain, "created_at": stored_now}
        cursor.execute(_APPEND, [step[name] for name in _STEP_COLUMNS])
        locked.seq, locked.tick = seq, tick
        locked.state, locked.draws, locked.head = step["state"], step["draws"], step["head"]
        locked.own_secret += notice == Notice.OWN and change.seat == locked.seat
        if notice == Notice.OWN:
            cursor.execute(_GO_ON_UNNOTICED, [seq, locked.chain, locked.match_id])
        else:
            _go_on(cursor, locked, change, stored_now, timed)
            _overtake_request(locked, change, now)
    if change.result is not None:
        end_seats(locked.match_id, now)
    answer = _answer_to_mover(locked, change)
    for take_part in hooks.on_step:
        take_part(locked, change, notice)
    if notice != Notice.OWN:
        locked.to_act = change.to_act
        announce_on_commit(locked.match_id)
    return answer


def earlier_answer(locked: LockedMatch, client_move_id: str, move: str, *kinds: str) -> Answer:
    """Return the answer that the same request got the first time, whatever has happened since.

    *kinds:* what its step may be. *Raises:* `IdReused` if the id stands for another request.
    """
    step = Step.objects.filter(
        match_id=locked.match_id, seat=locked.taken_seat(), client_move_id=client_move_id
    ).first()
    if step is None or step.kind not in kinds or step.move != move:
        raise IdReused
    return answer_of(locked, step)


def answer_of(locked: LockedMatch, step: Step) -> Answer:
    """Return the answer that the seat of *step* got when it was stored. *Raises:* `RulesChanged`."""
    game = locked.game
    of_title = step.kind in (Step.Kind.START, Step.Kind.MOVE)
    kinds: Any = list[game.event_type if of_title else SystemEvent]  # type: ignore[misc]
    is_end = step.kind in _MAY_END and locked.status == Status.FINISHED and step.seq == locked.seq
    result: Result | None = codec.from_json(Result, _result_of(step.match_id)) if is_end else None
    to_act: tuple[int, ...] = ()
    with reading_again(locked):
        events = codec.from_json(kinds, step.events)
        if not is_end:
            state = game.decode(bytes(step.state))
            result, to_act = game.result(state), tuple(game.to_act(state))
    return _answer(step.match_id, number_of(step), step.seat, events, to_act, result)


def reading_again(locked: LockedMatch) -> AbstractContextManager[None]:
    """Read the steps of a request that is repeated; see `reading`."""
    reason = ANSWER_LOST if locked.status == Status.FINISHED else STANDS_STILL
    return reading(lambda: locked.fits, reason)


# Steps that may end a match whose state shows no end.
_MAY_END = (Step.Kind.RESIGN, Step.Kind.RULES)


def _result_of(match_id: str) -> str:
    return Match.objects.values_list("result", flat=True).get(pk=match_id)


def _notice(change: Change, seats: int) -> Notice:
    """Return who notices the change, according to the events that the others may see."""
    if change.kind == Step.Kind.START:
        return Notice.ALL
    others = [viewer for viewer in (SPECTATOR, *map(seat_viewer, range(seats))) if viewer.seat != change.seat]
    noticed = [event for event in change.events if any(event.seen_by(other) is not None for other in others)]
    if not noticed:
        return Notice.OWN
    return Notice.QUIET if all(event.quiet for event in noticed) else Notice.ALL


def _step_row(locked: LockedMatch, change: Change, seq: int) -> dict[str, Any]:
    """Return the values of the step's columns that come from *change*, by column."""
    return {
        "match_id": locked.match_id,
        "seq": seq,
        "kind": str(change.kind),
        "seat": change.seat,
        "client_move_id": change.client_move_id,
        "move": change.move,
        "events": codec.to_json(change.events),
        "state": change.state if isinstance(change.state, bytes) else locked.game.encode(change.state),
        "draws": change.draws,
        "head": seq if change.head < 0 else change.head,
        "undoable": change.undoable,
        "undoes": change.undoes,
        "drawn": codec.to_json(change.drawn),
    }


_LINKED = ("seq", "kind", "seat", "move", "events", "drawn", "draws", "head")


def _link(locked: LockedMatch, step: dict[str, Any]) -> str:
    """Return the step's link of the match's chain; empty in a match that began without a chain."""
    if not locked.chain:
        return ""
    undone = "" if step["undoes"] is None else step["undoes"]
    return next_link(locked.version, locked.salt, locked.chain, (*(step[name] for name in _LINKED), undone))


def _go_on(cursor: Any, locked: LockedMatch, change: Change, now: Any, timed: list[Any]) -> None:
    """Update the match's row. *timed:* the columns of its clocks if they have changed."""
    locked.status = Status.FINISHED.value if change.result else Status.RUNNING.value
    cursor.execute(
        _GO_ON_TIMED if timed else _GO_ON_PLAIN,
        [
            locked.seq,
            locked.tick,
            locked.status,
            f"[{', '.join(map(str, change.to_act))}]",
            any(locked.bots[seat] for seat in change.to_act),
            codec.to_json(change.result) if change.result else "",
            now,
            locked.chain,
            *timed,
            locked.match_id,
        ],
    )


def _overtake_request(locked: LockedMatch, change: Change, now: datetime) -> None:
    """Mark an open undo request as overtaken when the match goes on."""
    if locked.is_undo_asked and change.kind != Step.Kind.ASK:
        asked = UndoRequest.objects.filter(match_id=locked.match_id, state=UndoRequest.State.ASKED)
        asked.update(state=UndoRequest.State.OVERTAKEN, settled_at=now)
        locked.is_undo_asked = False


def _answer_to_mover(locked: LockedMatch, change: Change) -> Answer:
    """Return the answer for the seat whose step was just stored."""
    seat, number = max(change.seat, 0), locked.number()
    if seat != locked.seat:
        number = locked.tick + secret_steps(locked.match_id, seat, locked.seq - locked.tick)
    return _answer(locked.match_id, number, seat, list(change.events), change.to_act, change.result)


def _answer(
    match_id: str, seq: int, seat: int, events: list[Any], to_act: tuple[int, ...], result: Result | None
) -> Answer:
    """Return the answer with the events that *seat* may see."""
    viewer = seat_viewer(seat)
    status = Status.FINISHED if result else Status.RUNNING
    seen = tuple(known for event in events if (known := event.seen_by(viewer)) is not None)
    return Answer(match_id, seq, status.value, to_act, seen, result)
