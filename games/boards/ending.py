"""Whether a match is over: it may end by resignation, or by time, while its game would still go on."""

from games.matches.queries.board import Board


def is_over(board: Board) -> bool:
    """Say whether nobody has anything to do any more on the table that *board* shows.

    A replay shows earlier moments, at which it did go on.
    """
    return board.result is not None or bool(getattr(board.view, "over", False))
