"""The table of Scrap Knights: two mechs on a line, the chain, and the viewer's secret choices."""

from games.boards.scrap_knights.laying import Laying
from games.boards.scrap_knights.parts import KnightsTable
from games.boards.scrap_knights.words import TERMS
from games.matches.queries.board import Board

__all__ = ["TERMS", "table"]


def table(board: Board) -> KnightsTable:
    """Return the table as the viewer of *board* sees it, or as it was at the step being narrated."""
    return Laying(board).table()
