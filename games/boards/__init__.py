"""How a match looks: boards as things one can press, made from what `games.matches.queries` returns.

A title without an entry in `_LOOKS` gets the plain board: what it may do as buttons, what it sees as text.
One that wants a board of its own adds a module here with a `table` function, an entry in `_LOOKS`, and
the template `templates/games/boards/<slug>/_board.html`, which gets what the function returns as `table`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.boards import junkyard, plain, scrap_knights, scrapbots, scrapyard
from games.boards.things import Choice, Refusal, Thing
from games.matches.queries.board import Board

__all__ = [
    "Choice",
    "Refusal",
    "Thing",
    "has_standing",
    "keys_name",
    "score_words",
    "standing",
    "style_names",
    "table",
    "template_name",
]


@dataclass(frozen=True)
class _Look:
    """*unit:* what a score counts; *plural:* of it, if it isn't regular. *styles:* its style sheets.

    *standing:* how the seats stand, by a view of everybody's; more is better. None where nobody can say.
    """

    table: Callable[[Board], Any]
    folder: str
    unit: str
    styles: tuple[str, ...] = ()
    plural: str = ""
    standing: Callable[[Any], tuple[int, ...]] | None = None


_PLATES = "css/components/players.css"
_PLAIN = _Look(plain.table, "plain", "point")
_LOOKS = {
    "scrapbots": _Look(
        scrapbots.table,
        "scrapbots",
        "Wound",
        ("css/boards/scrapbots.css",),
        standing=lambda view: tuple(-player.wounds for player in view.players),
    ),
    "junkyard": _Look(
        junkyard.table,
        "junkyard",
        "point",
        (_PLATES, "css/boards/junkyard.css"),
        standing=lambda view: tuple(player.score for player in view.players),
    ),
    "scrap-knights": _Look(
        scrap_knights.table,
        "scrap-knights",
        "HP",
        (_PLATES, "css/boards/scrap-knights.css"),
        plural="HP",
        standing=lambda view: tuple(player.hp for player in view.players),
    ),
    "scrapyard": _Look(scrapyard.table, "scrapyard", "point", (_PLATES, "css/boards/scrapyard.css")),
}


def table(board: Board) -> Any:
    """Return the title's own picture of *board*, or None before the deal."""
    return None if board.view is None else _look(board.title).table(board)


def template_name(board: Board) -> str:
    """Return the template that draws the table of this title."""
    return f"games/boards/{_look(board.title).folder}/_board.html"


def keys_name(board: Board) -> str:
    """Return the template that lists the keys of this title's table."""
    return f"games/boards/{_look(board.title).folder}/_keys.html"


def style_names(board: Board) -> tuple[str, ...]:
    """Return the style sheets of this title's table, in the order in which they apply."""
    return _look(board.title).styles


def score_words(board: Board, score: int) -> str:
    """Return what *score* counts, in words: `Wounds`."""
    look = _look(board.title)
    return look.unit if score == 1 else look.plural or f"{look.unit}s"


def has_standing(title: str) -> bool:
    """Say whether one can tell during a match of *title* who leads."""
    return _look(title).standing is not None


def standing(title: str, view: Any) -> tuple[int, ...]:
    """Return how the seats stand by the public *view*, more is better; empty where nobody can say."""
    look = _look(title)
    return look.standing(view) if look.standing else ()


def _look(title: str) -> _Look:
    return _LOOKS.get(title, _PLAIN)
