"""What a mover gets back. It is made of the stored step alone, so asking again gives the same."""

from dataclasses import dataclass
from typing import Any

from games.engine import codec
from games.engine.events import Event
from games.engine.protocol import Game, Result
from games.engine.system import SystemEvent
from games.engine.viewers import seat_viewer
from games.matches.models import Status, Step
from games.matches.numbering import number_of


@dataclass(frozen=True, slots=True)
class Answer:
    """The match just after a step. *seq*, *events:* as its seat counts and knows them.

    *to_act:* seats that must decide next. *status:* `running` or `finished`.
    """

    match: str
    seq: int
    status: str
    to_act: tuple[int, ...]
    events: tuple[Event, ...]
    result: Result | None


def make_answer(
    match_id: str, seq: int, seat: int, events: list[Any], to_act: tuple[int, ...], result: Result | None
) -> Answer:
    """Return the answer for *seat*."""
    viewer = seat_viewer(seat)
    status = Status.FINISHED if result else Status.RUNNING
    seen = tuple(known for event in events if (known := event.seen_by(viewer)) is not None)
    return Answer(match_id, seq, status.value, to_act, seen, result)


def stored_answer(game: Game[Any], step: Step) -> Answer:
    """Return what was answered when *step* was made: a move or an undo, read from its snapshot."""
    state = game.decode(bytes(step.state))
    kind: Any = list[step_event_type(game, step.kind)]  # type: ignore[misc]
    events = codec.from_json(kind, step.events)
    return make_answer(
        step.match_id, number_of(step), step.seat, events, tuple(game.to_act(state)), game.result(state)
    )


def step_event_type(game: Game[Any], kind: str) -> Any:
    """Return the type of the events of a step of *kind*: the title's, or the system's own."""
    return game.event_type if kind in (Step.Kind.START, Step.Kind.MOVE) else SystemEvent
