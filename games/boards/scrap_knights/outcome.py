"""What the viewer's own Attack did in the turn before, out of the log."""

from collections.abc import Iterator
from typing import Any

from games.boards.scrap_knights.words import Words
from games.matches.queries.board import Board, LogLine

# What tells that an Attack did something, or why it didn't.
_TELLING = (
    "damage-dealt",
    "heat-gained",
    "effect-missed",
    "effect-interrupted",
    "effect-prevented",
    "effect-failed",
)


def outcome(board: Board, words: Words) -> tuple[LogLine, ...]:
    """Return the lines that tell what the viewer's Attacks did in the turn before, or why they did nothing.

    Copies of Attacks aren't among them.
    """
    found, is_own = [], False
    for line in _last_turn(board):
        event = line.event
        if event["type"] == "effect-began":
            is_own = _is_own_attack(event["lined"], board.viewer.seat, words)
        elif is_own and event["type"] in _TELLING and not line.undone:
            found.append(line)
    return tuple(found)


def _last_turn(board: Board) -> Iterator[LogLine]:
    """Yield the lines of the turn before the one that has just begun."""
    begins = [at for at, line in enumerate(board.log) if line.event.get("type") == "turn-began"]
    yield from board.log[begins[-2] : begins[-1]] if len(begins) > 1 else ()


def _is_own_attack(lined: Any, seat: int, words: Words) -> bool:
    is_played = lined["why"] in ("act", "attack")
    return lined["seat"] == seat and is_played and words.card(lined["card"]).type == "Attack"
