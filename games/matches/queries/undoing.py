"""What a player may ask or answer about a move that can't be taken back freely."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from games.engine.events import Event
from games.engine.protocol import Game
from games.matches.actions.undo_requests import (
    asked_step,
    is_news,
    people_asked,
    shows,
)
from games.matches.errors import CannotUndo
from games.matches.models import Match, Step, UndoRequest
from games.matches.queries.board import LogLine
from games.matches.queries.log import StepRow

_ASKED = UndoRequest.State.ASKED


@dataclass(frozen=True, slots=True)
class UndoInfo:
    """What a player may do about undo requests.

    *can_ask:* the player may ask for an undo. *is_free:* all others are bots, so nobody needs to allow it.
    *request:* key of the request that waits for an answer, 0 for none. *is_mine:* the viewer made it.
    *may_answer:* the viewer hasn't answered it yet. *asker:* who made it. *waits_for:* who has to answer.
    *lines:* what would be taken back, as the viewer knows it. *has_seen:* the move, or what came after it,
    showed its player something new. *was_refused:* somebody has refused to take back the viewer's last move.
    """

    can_ask: bool = False
    is_free: bool = False
    request: int = 0
    is_mine: bool = False
    may_answer: bool = False
    asker: str = ""
    waits_for: tuple[str, ...] = ()
    lines: tuple[LogLine, ...] = ()
    has_seen: bool = False
    was_refused: bool = False


def undo_info(
    match: Match,
    game: Game[Any],
    seat: int,
    names: Sequence[str],
    steps: Sequence[StepRow],
    known: Sequence[tuple[StepRow, Event, LogLine]],
    newest: int,
) -> UndoInfo:
    """Return what the player at *seat* may do about undo requests in a running match.

    *steps:* the newest that the seat notices. *known:* what the seat knows of them, from `log.told`.
    *newest:* the number of the last step.
    """
    target = _target(match, seat, steps)
    requests = _requests(match, target) if any(step.kind == Step.Kind.ASK for step in steps) else {}
    asked = requests.get(_ASKED)
    if asked is None:
        others = people_asked(match.bots, seat)
        has_seen = target >= 0 and _has_been_shown(known, target)
        may_ask = not match.is_rated or (bool(others) and not has_seen)
        return UndoInfo(
            can_ask=target >= 0 and not requests and may_ask,
            is_free=not others,
            has_seen=has_seen,
            was_refused=UndoRequest.State.REFUSED in requests,
        )
    waiting = [number for number in people_asked(match.bots, asked.seat) if number not in asked.granted]
    first = next((place for place, step in enumerate(steps) if step.seq >= asked.seq), 0)
    number = newest + 1 - len(steps) + first
    return UndoInfo(
        request=asked.pk,
        is_mine=asked.seat == seat,
        may_answer=seat in waiting,
        asker=names[asked.seat],
        waits_for=tuple(names[number] for number in waiting),
        has_seen=_has_seen(game, steps, asked.seq, asked.seat),
        lines=tuple(
            line for _, _, line in known if line.seq >= number and not line.undone and line.rule != _TALK
        ),
    )


_TALK = "turn-4"


def _has_been_shown(known: Iterable[tuple[StepRow, Event, LogLine]], target: int) -> bool:
    """Return whether step *target*, or a later one, showed the viewer something new.

    As the log has read these steps already, a board doesn't read them once more.
    """
    moves = (event for step, event, _ in known if step.seq >= target and step.kind == Step.Kind.MOVE)
    return any(is_news(event) for event in moves)


def _has_seen(game: Game[Any], steps: Sequence[StepRow], target: int, seat: int) -> bool:
    """Return whether step *target*, or a later one of *steps*, showed *seat* something new."""
    later = (step for step in steps if step.seq >= target and step.kind == Step.Kind.MOVE)
    return shows(game, (step.events for step in later), seat)


def _requests(match: Match, target: int) -> dict[str, UndoRequest]:
    """Return by its state the request that waits for an answer, and the one about step *target*.

    A request is a step too, so a match without such steps has none.
    """
    found = UndoRequest.objects.filter(Q(state=_ASKED) | Q(seq=target), match=match)
    return {request.state: request for request in found}


def _target(match: Match, seat: int, steps: Sequence[StepRow]) -> int:
    """Return the seq of the step that *seat* can ask to take back, -1 for none."""
    if len(match.to_act) > 1:
        return -1
    try:
        return int(asked_step(match.pk, steps, seat).seq)
    except CannotUndo:
        return -1
