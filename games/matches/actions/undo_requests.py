"""Undo requests: a player who can't take a move back freely any more has to ask the others.

A player can ask about a move once. A request changes neither clocks nor who must decide, and lapses when the
match goes on. Each request and each answer is a step of its own, so the log shows them all.

Whoever takes a move back keeps what they have seen since. So in a rated match a move can't be taken back that
showed its player something new, nor one after which they were shown something (decision 43).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine import codec
from games.engine.events import Event
from games.engine.protocol import Game
from games.engine.system import (
    UNDO_RULE,
    SystemEvent,
    TurnedBack,
    UndoAllowed,
    UndoAsked,
    UndoRefused,
    UndoWithdrawn,
)
from games.engine.viewers import seat_viewer
from games.matches.actions.play import check_client_id
from games.matches.actions.undo import newest_step, undo_refusal
from games.matches.changes import Change
from games.matches.errors import CannotUndo, IdReused
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Match, Notice, Seat, Step, UndoRequest
from games.matches.notifications import UNDO_ASKED, notify
from games.matches.numbering import noticed_by
from games.matches.steps import Answer, Moment, earlier_answer, moment, moment_now, store

MOST_BACK = 60
Verdict = Literal["allow", "refuse", "withdraw"]
State = UndoRequest.State
_FIELDS = ("seq", "kind", "seat", "head", "notice", "client_move_id")


@dataclass(frozen=True, slots=True)
class AskRow:
    """The columns of a stored step that decide whether a player may ask about it."""

    seq: int
    kind: str
    seat: int
    head: int
    notice: int
    client_move_id: str | None


def ask_undo(match_id: str, user: Any, seen: int, client_move_id: str) -> Answer:
    """Ask the others to let the seat of *user* take back its last move and all that came after it.

    Return the match just after it. If all others are bots, the move is taken back at once, unless the match
    is rated. *seen*, *client_move_id:* as for `play_move`. *Raises:* as `play_move`, and `CannotUndo`.
    """
    check_client_id(client_move_id)
    try:
        with transaction.atomic(durable=True):
            return _ask(lock(match_id, user, client_move_id), seen, client_move_id)
    except IntegrityError as error:
        raise IdReused from error


def answer_undo(match_id: str, user: Any, request: int, verdict: Verdict) -> Answer:
    """Allow, refuse or withdraw an undo request for the seat of *user*; return the match just after it.

    *request:* its key. The move is taken back as soon as all other people have allowed it.
    *Raises:* `Http404`, `NotSeated`, `NotStarted`, `MatchOver`, `RulesChanged`, `CannotUndo`.
    """
    with transaction.atomic(durable=True):
        locked = lock(match_id, user)
        seat = locked.taken_seat()
        locked.check_playable()
        asked = UndoRequest.objects.filter(pk=request, match_id=match_id, state=State.ASKED).first()
        if asked is None:
            raise CannotUndo("This request has already been answered.", UNDO_RULE)
        if (asked.seat == seat) != (verdict == "withdraw") or seat in asked.granted:
            raise CannotUndo("Nobody has asked you.", UNDO_RULE)
        return _settle(locked, asked, seat, verdict)


def asked_step(match_id: str, rows: Sequence[Any], seat: int) -> Any:
    """Return the move that *seat* can ask to take back. *rows:* the newest steps it notices, oldest first.

    That is its last move that wasn't undone. If several seats decide at once, nothing can be taken back: the
    others' choices would be lost, and secret choices can be changed anyway. *Raises:* `CannotUndo`.
    """
    rows = _without_changed_minds(match_id, rows)
    reach = rows[-1].head if rows else -1
    for row in reversed(rows):
        if row.seq > reach:
            continue
        if row.head < row.seq:
            reach = min(reach, row.head)
            continue
        if row.kind != Step.Kind.MOVE:
            break
        if row.notice != Notice.ALL:
            raise CannotUndo("When several players decide at once, nothing can be taken back.", UNDO_RULE)
        if row.seat == seat:
            if row.client_move_id is None:
                break
            return row
    raise CannotUndo("You have made no move that could be taken back.", UNDO_RULE)


def _without_changed_minds(match_id: str, rows: Sequence[Any]) -> Sequence[Any]:
    """Return *rows* without the newest secret ones, if all is again as it was before these.

    What was chosen in secret and taken back is no reason to keep the move before it. *rows:* the newest steps
    that a seat notices, oldest first.
    """
    left = len(rows)
    while left and rows[left - 1].notice == Notice.OWN:
        left -= 1
    if left in (0, len(rows)) or rows[left - 1].notice != Notice.ALL:
        return rows
    ends = Step.objects.filter(match_id=match_id, seq__in=(rows[left - 1].seq, rows[-1].seq))
    return rows[:left] if len({bytes(state) for state in ends.values_list("state", flat=True)}) == 1 else rows


def people_asked(bots: Sequence[str], seat: int) -> tuple[int, ...]:
    """Return the seats that have to allow an undo of *seat*: those of all other people."""
    return tuple(number for number, bot in enumerate(bots) if not bot and number != seat)


def _ask(locked: LockedMatch, seen: int, client_move_id: str) -> Answer:
    seat = locked.taken_seat()
    if locked.is_repeated:
        return earlier_answer(locked, client_move_id, "", Step.Kind.ASK, Step.Kind.UNDO)
    locked.check_playable()
    locked.check_seen(seen)
    target = _target(locked, seat)
    others, is_rated = people_asked(locked.bots, seat), _is_rated(locked.match_id)
    if is_rated and not others:
        raise CannotUndo("In a rated match against bots, nobody can allow it.", UNDO_RULE)
    if is_rated and _has_seen(locked, seat, target):
        raise CannotUndo("You would keep what you have seen since, and the match is rated.", UNDO_RULE)
    if others:
        return _send(locked, seat, target, client_move_id)
    return turn_back(locked, seat, target, [TurnedBack(UNDO_RULE, seat)], client_move_id)


def _target(locked: LockedMatch, seat: int) -> int:
    """Return the seq of the step that *seat* asks to take back. *Raises:* `CannotUndo`."""
    if locked.is_undo_asked:
        raise CannotUndo("There is already a request to take a move back.", UNDO_RULE)
    if undo_refusal(newest_step(locked.match_id, seat), seat) is None:
        raise CannotUndo("You can take your last move back without asking.", UNDO_RULE)
    noticed = Step.objects.filter(
        noticed_by(seat), match_id=locked.match_id, tick__gt=locked.tick - MOST_BACK
    )
    rows = [AskRow(*row) for row in noticed.order_by("seq").values_list(*_FIELDS)]
    target: int = asked_step(locked.match_id, rows, seat).seq
    before = moment(locked.game, locked.match_id, target - 1)
    if tuple(locked.game.to_act(before.state)) != (seat,) or len(locked.to_act) > 1:
        raise CannotUndo("When several players decide at once, nothing can be taken back.", UNDO_RULE)
    if UndoRequest.objects.filter(match_id=locked.match_id, seq=target).exists():
        raise CannotUndo("You have asked about this move before.", UNDO_RULE)
    return target


def _is_rated(match_id: str) -> bool:
    return Match.objects.filter(pk=match_id, is_rated=True).exists()


def _has_seen(locked: LockedMatch, seat: int, target: int) -> bool:
    """Return whether *seat* was shown something new by step *target* or later."""
    moves = Step.objects.filter(match_id=locked.match_id, seq__gte=target, kind=Step.Kind.MOVE)
    return shows(locked.game, moves.values_list("events", flat=True), seat)


def shows(game: Game[Any], moves: Iterable[str], seat: int) -> bool:
    """Return whether *moves*, the stored events of each as JSON text, showed *seat* something new.

    What somebody else was shown in secret, such as a peek, isn't that.
    """
    kind, viewer = list[game.event_type], seat_viewer(seat)  # type: ignore[name-defined]
    events = (event.seen_by(viewer) for text in moves for event in codec.from_json(kind, text))
    return any(event is not None and is_news(event) for event in events)


def is_news(event: Event) -> bool:
    """Return whether *event*, as a viewer knows it, showed them something new."""
    return event.reveals and not event.leaves_out


def _send(locked: LockedMatch, seat: int, target: int, client_move_id: str) -> Answer:
    request = UndoRequest.objects.create(match_id=locked.match_id, seat=seat, seq=target)
    locked.is_undo_asked = True
    asked = Seat.objects.filter(match_id=locked.match_id, number__in=people_asked(locked.bots, seat))
    match = Match.objects.only("title").get(pk=locked.match_id)
    notify(asked.values_list("user", flat=True), UNDO_ASKED, match, about=request.pk)
    return _say(locked, UndoAsked(UNDO_RULE, seat), client_move_id)


def _settle(locked: LockedMatch, asked: UndoRequest, seat: int, verdict: Verdict) -> Answer:
    if verdict == "withdraw":
        _close(locked, asked, State.WITHDRAWN)
        return _say(locked, UndoWithdrawn(UNDO_RULE, seat))
    if verdict == "refuse":
        _close(locked, asked, State.REFUSED)
        return _say(locked, UndoRefused(UNDO_RULE, seat))
    asked.granted = [*asked.granted, seat]
    if set(people_asked(locked.bots, asked.seat)) - set(asked.granted):
        asked.save(update_fields=["granted"])
        return _say(locked, UndoAllowed(UNDO_RULE, seat))
    _close(locked, asked, State.GRANTED)
    events: list[SystemEvent] = [UndoAllowed(UNDO_RULE, seat), TurnedBack(UNDO_RULE, asked.seat)]
    return turn_back(locked, seat, asked.seq, events)


def _close(locked: LockedMatch, asked: UndoRequest, state: State) -> None:
    asked.state, asked.settled_at = state, timezone.now()
    asked.save(update_fields=["state", "granted", "settled_at"])
    locked.is_undo_asked = False


def _say(locked: LockedMatch, event: SystemEvent, client_move_id: str | None = None) -> Answer:
    """Store a step with *event* that changes nothing else."""
    now = moment_now(locked)
    return store(locked, _change(locked, Step.Kind.ASK, event.seat, [event], now, client_move_id))


def turn_back(
    locked: LockedMatch, seat: int, target: int, events: list[SystemEvent], client_move_id: str | None = None
) -> Answer:
    """Store a step of *seat* with *events* that takes the locked match back to before step *target*."""
    before = moment(locked.game, locked.match_id, target - 1)
    change = _change(locked, Step.Kind.UNDO, seat, events, before, client_move_id)
    change.undoes = target
    return store(locked, change)


def _change(
    locked: LockedMatch,
    kind: str,
    seat: int,
    events: list[SystemEvent],
    at: Moment,
    client_move_id: str | None,
) -> Change:
    return Change(
        kind=kind,
        seat=seat,
        events=events,
        state=at.state,
        draws=at.draws,
        to_act=tuple(locked.game.to_act(at.state)),
        result=None,
        head=at.head,
        client_move_id=client_move_id,
    )
