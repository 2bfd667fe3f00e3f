"""Whether a match is over: it may end by resignation or timeout while its game would still go on."""

from games.matches.queries.board import Board


def is_over(board: Board) -> bool:
    """Return whether the match is over at the moment that *board* shows; a replay may show an earlier one."""
    return board.result is not None
