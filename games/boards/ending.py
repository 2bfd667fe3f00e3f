"""Whether a match is over: it may end by resignation, or by time, while its game would still go on."""

from games.matches.queries.board import Board


def is_over(board: Board) -> bool:
    """Return whether the match is over at the moment that *board* shows; a replay shows earlier ones."""
    return board.result is not None
