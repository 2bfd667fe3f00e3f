"""Undo: a player takes back a move within their own turn, as long as it revealed nothing."""

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from games.engine.system import UNDO_RULE, MoveTakenBack
from games.matches.actions.play import JOINT, batch_ids, check_client_id
from games.matches.changes import Change
from games.matches.errors import CannotUndo, IdReused
from games.matches.locked_match import LockedMatch, lock
from games.matches.models import Notice, Step
from games.matches.numbering import noticed_by
from games.matches.steps import Answer, earlier_answer, moment, store


def undo_move(match_id: str, user: Any, seen: int, client_move_id: str) -> Answer:
    """Take back the newest move of the seat of *user*, and return the match just after it.

    Moves that were made as a batch are taken back together, each by a step of its own. This can be repeated
    until the turn began or something was revealed.

    *seen*, *client_move_id:* as for `play_move`.
    *Raises:* the same errors as `play_move`, and `CannotUndo`.
    """
    check_client_id(client_move_id)
    try:
        with transaction.atomic(durable=True):
            return _undo(lock(match_id, user, client_move_id), seen, client_move_id)
    except IntegrityError as error:
        raise IdReused from error


def _undo(locked: LockedMatch, seen: int, client_move_id: str) -> Answer:
    seat = locked.taken_seat()
    if locked.is_repeated:
        return earlier_answer(locked, client_move_id, "", Step.Kind.UNDO)
    locked.check_playable()
    locked.check_seen(seen)
    newest = newest_step(locked.match_id, seat)
    refused = undo_refusal(newest, seat)
    if refused is not None:
        raise refused
    *later, first = _made_with(locked.match_id, newest)
    for step in later:
        _step_back(locked, seat, step, None)
    # The last of these steps has the id, so that a request that comes twice gets the same answer.
    return _step_back(locked, seat, first, client_move_id)


def _made_with(match_id: str, newest: Step) -> list[int]:
    """Return the seqs of the moves of the batch that *newest* ends, newest first; or only its own."""
    first, joint, place = (newest.client_move_id or "").partition(JOINT)
    if not joint:
        return [newest.seq]
    ids = batch_ids(first, int(place) + 1)
    steps = Step.objects.filter(match_id=match_id, seat=newest.seat, client_move_id__in=ids)
    return list(steps.filter(undoable=True).order_by("-seq").values_list("seq", flat=True))


_READ = ("seq", "kind", "seat", "undoable", "head", "notice", "client_move_id")


def newest_step(match_id: str, seat: int) -> Step:
    """Return the newest step that still counts and that *seat* notices."""
    steps = Step.objects.filter(match_id=match_id).only(*_READ)
    noticed = steps.filter(noticed_by(seat))
    latest = noticed.latest("seq")
    # The head of a step may be another seat's secret step, which mustn't be revealed.
    return (
        latest
        if latest.head == latest.seq
        else noticed.filter(seq=F("head"), seq__lte=latest.head).latest("seq")
    )


def undo_refusal(newest: Any, seat: int) -> CannotUndo | None:
    """Return why *seat* can't take back *newest*, a step or its row; None if it can."""
    if newest.kind == Step.Kind.START:
        return CannotUndo("Nobody has made a move yet.", UNDO_RULE)
    if newest.kind != Step.Kind.MOVE or newest.seat != seat:
        return CannotUndo("You can’t undo: the last move wasn’t yours.", UNDO_RULE)
    return None if newest.undoable else CannotUndo(_why_it_stays(newest), UNDO_RULE)


def _why_it_stays(newest: Any) -> str:
    """Return a sentence that says why a seat can't take back its own newest move."""
    if newest.client_move_id is None:
        return "You can’t undo: the site made your last move for you."
    if newest.notice == Notice.OWN:
        return "You can’t undo a secret move: the others would notice. Change it on the board instead."
    if newest.notice == Notice.QUIET:
        return "You can’t undo while others decide as well. Change your choice on the board instead."
    return "You can’t undo: your last move revealed something or ended the turn."


def _step_back(locked: LockedMatch, seat: int, undone: int, client_move_id: str | None) -> Answer:
    game = locked.game
    before = moment(game, locked.match_id, undone - 1)
    change = Change(
        kind=Step.Kind.UNDO,
        seat=seat,
        events=[MoveTakenBack(UNDO_RULE, seat)],
        state=before.state,
        draws=before.draws,
        to_act=tuple(game.to_act(before.state)),
        result=None,
        head=before.head,
        client_move_id=client_move_id,
        undoes=undone,
    )
    return store(locked, change)
