"""What pages show as plain data: for the API, for reports of bugs, and for files to keep."""

from datetime import UTC, datetime
from typing import Any

from games.engine import codec
from games.lobby.lists import MatchLine
from games.matches.models import Match
from games.matches.queries.board import Board, LogLine
from games.ratings.lists import Leader
from games.ratings.player_page import PlayerPage
from games.replay.moments import Knowledge, Replay, log_of
from games.talk.queries import Talk


def plain_board(board: Board) -> dict[str, Any]:
    """Return what *board* shows, ready for the codec. Nothing is in it that the viewer doesn't see."""
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
        "legal": [codec.from_json(dict, offer.move) for offer in board.legal],
        "orders": [
            {"order": codec.from_json(dict, o.order), "label": o.label, "given": o.is_given}
            for o in board.orders
        ],
        "can_undo": board.can_undo,
        "undo": _undo(board),
        "log": [plain_line(line) for line in board.log],
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
        },
        "clock": _clock(board),
        "join_path": board.join_url,
    }


def plain_line(line: LogLine) -> dict[str, Any]:
    """Return a line of the log as plain data."""
    return {
        "seq": line.seq,
        "seat": line.seat,
        "rule": line.rule,
        "text": line.text,
        "undone": line.undone,
        "event": line.event,
    }


def plain_row(line: MatchLine) -> dict[str, Any]:
    """Return a match in a list as plain data."""
    return {
        "id": line.match,
        "game": line.title,
        "edition": line.edition,
        "status": line.status,
        "name": line.name,
        "players": line.names,
        "host": line.host,
        "free": line.free,
        "clock": line.clock,
        "private": line.is_private,
        "rated": line.is_rated,
        "your_turn": line.my_turn,
        "due": _moment(line.due),
        "news": line.news,
        "outcome": line.outcome,
    }


def plain_replay(match: Match, whose: Knowledge) -> dict[str, Any]:
    """Return all that *whose* may read of *match*, as the API and the file for download have it."""
    return {
        "format": "scrapsite-replay-1",
        "match": match.pk,
        "game": match.title,
        "edition": match.edition,
        "options": codec.from_json(dict, match.options),
        "seat": whose.key,
        "steps": [
            {
                "step": line.seq,
                "seat": line.mover,
                "rule": line.rule,
                "text": line.text,
                "undone": line.undone,
                "event": line.event,
            }
            for line in log_of(match, whose)
        ],
    }


def plain_moment(replay: Replay) -> dict[str, Any]:
    """Return a moment of a replay as plain data."""
    return {
        "match": replay.match,
        "seat": replay.whose.key,
        "step": replay.place.step,
        "newest": replay.whose.newest,
        "view": replay.board.view,
        "log": [plain_line(line) for line in replay.lines],
    }


def plain_talk(talk: Talk) -> dict[str, Any]:
    """Return table talk as plain data."""
    return {
        "may_write": talk.may_write,
        "messages": [
            {
                "key": line.pk,
                "seat": line.seat,
                "name": line.name,
                "text": line.text,
                "at": _moment(line.at),
                "hidden": line.is_hidden,
            }
            for line in talk.lines
        ],
    }


def plain_leader(leader: Leader) -> dict[str, Any]:
    """Return one of the best in a game as plain data."""
    return {
        "place": leader.place,
        "name": leader.name,
        "bot": leader.is_bot,
        "rating": leader.rating,
        "deviation": leader.deviation,
        "matches": leader.matches,
        "provisional": leader.is_provisional,
    }


def plain_player(page: PlayerPage) -> dict[str, Any]:
    """Return what everybody may know of a player as plain data."""
    return {
        "name": page.name,
        "games": [
            {
                "game": game.title,
                "rating": game.rating,
                "deviation": game.deviation,
                "matches": game.matches,
                "provisional": game.is_provisional,
                "won": game.won,
                "drawn": game.drawn,
                "lost": game.lost,
                "history": [
                    {
                        "number": point.number,
                        "at": _moment(point.at),
                        "rating": point.rating,
                        "change": point.change,
                    }
                    for point in game.history
                ],
            }
            for game in page.games
        ],
        "rivals": [
            {"name": one.name, "before": one.before, "level": one.level, "behind": one.behind}
            for one in page.rivals
        ],
    }


def _result(board: Board) -> dict[str, Any] | None:
    result = board.result
    if result is None:
        return None
    return {
        "winners": result.winners,
        "scores": result.scores,
        "rule": result.rule,
        "reason": result.reason,
    }


def _undo(board: Board) -> dict[str, Any] | None:
    undo = board.undo
    if undo is None:
        return None
    asked = {"key": undo.request, "mine": undo.is_mine, "asker": undo.asker, "may_answer": undo.may_answer}
    return {"can_ask": undo.can_ask, "request": asked if undo.request else None}


def _clock(board: Board) -> dict[str, Any] | None:
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
