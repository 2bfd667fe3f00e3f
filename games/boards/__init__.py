"""How a match looks: boards as things one can press, made from what `games.queries` returns.

A title that wants a board of its own adds a module here, an entry in `_TABLES`, and the template
`templates/games/<slug>/_board.html`, which gets what its function returns as `table`.
"""

from collections.abc import Callable
from typing import Any

from games.boards import scrapbots
from games.boards.things import Choice, Refusal, Thing
from games.queries import Board

_TABLES: dict[str, Callable[[Board], Any]] = {"scrapbots": scrapbots.table}

__all__ = ["Choice", "Refusal", "Thing", "table", "template_name"]


def table(board: Board) -> Any:
    """Return the title's own picture of *board*, or None before the deal."""
    if board.view is None:
        return None
    return _TABLES[board.title](board)


def template_name(board: Board) -> str:
    """Return the template that draws the table of this title."""
    return f"games/{board.title}/_board.html"
