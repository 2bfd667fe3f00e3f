"""The page of a match as plain data, for the API and for bug reports."""

from datetime import UTC, datetime
from typing import Any

from games.engine import codec
from games.match_page.fold import MatchPage


def plain_board(board: MatchPage) -> dict[str, Any]:
    """Return *board* as plain data for the codec; only what the viewer may see."""
    moves = [codec.from_json(dict, offer.move) for offer in board.legal]
    decides = board.viewer.seat in board.to_act
    return {
        "id": board.match,
        "game": board.title,
        "edition": board.edition,
        "options": {option.name: option.value for option in board.options},
        "status": board.status,
        "seq": board.seq,
        "to_act": board.to_act,
        "seat": None if board.viewer.is_spectator else board.viewer.seat,
        "seats": [{"number": s.number, "name": s.name, "kind": s.kind} for s in board.seats],
        "view": board.view,
        "legal": moves if decides else [],
        "reconsider": [] if decides else moves,
        "orders": [
            {"order": codec.from_json(dict, o.order), "label": o.label, "given": o.is_given}
            for o in board.orders
        ],
        "can_undo": board.can_undo,
        "undo": _undo(board),
        "log": [line.as_plain() for line in board.log],
        "result": _result(board),
        "commitment": board.commitment,
        "proof": board.proof,
        "link": board.link,
        "terms": {
            "name": board.terms.name,
            "private": board.terms.is_private,
            "watch": board.terms.watch,
            "watch_delay": board.terms.watch_delay,
            "rated": board.terms.is_rated,
            "rating_range": board.rating_range,
        },
        "stopped": _stopped(board),
        "clock": _clock(board),
        "join_path": board.join_url,
    }


def _result(board: MatchPage) -> dict[str, Any] | None:
    result = board.result
    if result is None:
        return None
    return {
        "winners": result.winners,
        "scores": result.scores,
        "rule": result.rule,
        "reason": result.reason,
    }


def _undo(board: MatchPage) -> dict[str, Any] | None:
    undo = board.undo
    if undo is None:
        return None
    asked = {"key": undo.request, "mine": undo.is_mine, "asker": undo.asker, "may_answer": undo.may_answer}
    return {"can_ask": undo.can_ask, "request": asked if undo.request else None}


def _stopped(board: MatchPage) -> dict[str, Any] | None:
    if board.stopped is None:
        return None
    stopped = board.stopped
    return {"can_go_on": stopped.can_go_on, "until": _moment(stopped.until), "agreed": stopped.agreed}


def _clock(board: MatchPage) -> dict[str, Any] | None:
    clock = board.clock
    if clock is None:
        return None
    lines = [
        {"seat": line.seat, "left": line.left, "runs": line.runs, "due": _moment(line.due)}
        for line in clock.lines
    ]
    return {"words": clock.words, "seats": lines, "expires": _moment(clock.expires)}


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat()
