"""The table of Junkyard: the yard with piles and Scrapbots, all registers, and the viewer's program."""

from games.boards.junkyard.laying import Laying
from games.boards.junkyard.parts import JunkyardTable
from games.matches.queries.board import Board

__all__ = ["table"]


def table(board: Board) -> JunkyardTable:
    """Return the table as the viewer of *board* sees it, or as it was at the step being narrated."""
    return Laying(board).table()
