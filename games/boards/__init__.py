"""How a match looks: boards as things one can press, made from what `games.matches.queries` returns.

A title without an entry in `_LOOKS` gets the plain board: what it may do as buttons, what it sees as text.
One that wants a board of its own adds a module here with a `table` function, an entry in `_LOOKS`, and
the template `templates/games/boards/<slug>/_board.html`, which gets what the function returns as `table`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.boards import junkyard, plain, scrap_knights, scrapbots, scrapyard
from games.boards.moments import Moment, moments
from games.boards.things import Choice, Refusal, Thing
from games.matches.queries.board import Board

__all__ = [
    "Choice",
    "Moment",
    "Refusal",
    "Thing",
    "keys_name",
    "moments",
    "score_words",
    "style_name",
    "table",
    "template_name",
]


@dataclass(frozen=True)
class _Look:
    """*unit:* what a score counts; *plural:* of it, if it isn't regular. *style:* its own style sheet."""

    table: Callable[[Board], Any]
    folder: str
    unit: str
    style: str = ""
    plural: str = ""


_PLAIN = _Look(plain.table, "plain", "point")
_LOOKS = {
    "scrapbots": _Look(scrapbots.table, "scrapbots", "Wound"),
    "junkyard": _Look(junkyard.table, "junkyard", "point", "css/components/board-junkyard.css"),
    "scrap-knights": _Look(
        scrap_knights.table, "scrap-knights", "HP", "css/components/board-scrap-knights.css", "HP"
    ),
    "scrapyard": _Look(scrapyard.table, "scrapyard", "point", "css/components/board-scrapyard.css"),
}


def table(board: Board) -> Any:
    """Return the title's own picture of *board*, or None before the deal."""
    return None if board.view is None else _look(board).table(board)


def template_name(board: Board) -> str:
    """Return the template that draws the table of this title."""
    return f"games/boards/{_look(board).folder}/_board.html"


def keys_name(board: Board) -> str:
    """Return the template that lists the keys of this title's table."""
    return f"games/boards/{_look(board).folder}/_keys.html"


def style_name(board: Board) -> str:
    """Return the style sheet of this title's table, empty when it needs none of its own."""
    return _look(board).style


def score_words(board: Board, score: int) -> str:
    """Return what *score* counts, in words: `Wounds`."""
    look = _look(board)
    return look.unit if score == 1 else look.plural or f"{look.unit}s"


def _look(board: Board) -> _Look:
    return _LOOKS.get(board.title, _PLAIN)
