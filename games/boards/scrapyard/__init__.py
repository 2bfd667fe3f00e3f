"""The table of Scrapyard: the field of cards with cubes and pawns, and a plate for each player."""

from games.boards.scrapyard.laying import Laying
from games.boards.scrapyard.parts import ScrapyardTable
from games.matches.queries.board import Board

__all__ = ["table"]


def table(board: Board) -> ScrapyardTable:
    """Return the table as the viewer of *board* sees it."""
    return Laying(board).table()
