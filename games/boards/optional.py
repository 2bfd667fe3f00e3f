"""What boards get from the optional parts of their game: frames of a narration, and hints."""

from collections.abc import Sequence
from typing import Any

from games.engine.optional import Hints
from games.matches.queries.board import Board


def frame_narrated(board: Board) -> Any:
    """Return the title's frame of the moment that *board* narrates, or None if it doesn't narrate."""
    frames = board.story.frames if board.story else ()
    return frames[min(max(board.narrated, 0), len(frames) - 1)] if frames else None


def hints(board: Board, *cards: str) -> Sequence[Any]:
    """Return the title's hints for the viewer of *board* if they play *cards*; empty if it gives none."""
    game = board.game
    return game.hints(board.view, board.viewer.seat, *cards) if isinstance(game, Hints) else ()
