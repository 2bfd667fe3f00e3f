"""What a board asks of the optional parts of its game: frames of a narrated moment, and hints."""

from collections.abc import Sequence
from typing import Any

from games import catalog
from games.engine.optional import Animated, Hints
from games.matches.queries.board import Board


def frame_narrated(board: Board) -> Any:
    """Return the title's frame of the moment that *board* narrates; None when it shows the present."""
    story, game = board.story, catalog.game(board.title, board.edition)
    if story is None or not isinstance(game, Animated):
        return None
    frames = game.frames(story.view, story.events)
    return frames[min(max(board.narrated, 0), len(frames) - 1)]


def hints(board: Board, *cards: str) -> Sequence[Any]:
    """Return the title's hints for the viewer of *board*, who has *cards* in mind; none if it has none."""
    game = catalog.game(board.title, board.edition)
    return game.hints(board.view, board.viewer.seat, *cards) if isinstance(game, Hints) else ()
