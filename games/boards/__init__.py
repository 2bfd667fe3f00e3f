"""How a match looks: boards of things to press, made from the `Board` of `games.matches.queries`.

A title without an entry in `_LOOKS` gets the plain board: moves as buttons, the view as text. A title with
its own board needs a module here with a `table` function, an entry in `_LOOKS`, and the template
`templates/games/boards/<slug>/_board.jinja`, which gets the function's result as `table`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from games.boards import ending, junkyard, plain, scrap_knights, scrapbots, scrapyard
from games.boards.terms import Terms
from games.boards.things import Choice, Refusal, Thing
from games.matches.queries.board import Board, Outcome

__all__ = [
    "Choice",
    "Refusal",
    "Thing",
    "has_standing",
    "keys_name",
    "reason_words",
    "score_words",
    "standing",
    "style_name",
    "table",
    "template_name",
    "terms",
]


@dataclass(frozen=True)
class _Look:
    """How a title looks. *unit:* what a score counts. *plural:* the unit's, if irregular.

    *style:* its style sheet. *standing:* returns how well each seat stands, from the public view; more is
    better. None if that can't be said during a match. *reason:* says why a match is over, where the stored
    sentence isn't one for people. *terms:* words that boards explain, with their rules.
    """

    table: Callable[[Board], Any]
    folder: str
    unit: str
    style: str = "css/pages/match.css"
    plural: str = ""
    standing: Callable[[Any], tuple[int, ...]] | None = None
    reason: Callable[[Board, Outcome], str] | None = None
    terms: Terms = field(default_factory=dict)


_PLAIN = _Look(plain.table, "plain", "point")
_LOOKS = {
    "scrapbots": _Look(
        scrapbots.table,
        "scrapbots",
        "Wound",
        "css/boards/scrapbots.css",
        standing=lambda view: tuple(-player.wounds for player in view.players),
        reason=ending.scrapbots_reason,
    ),
    "junkyard": _Look(
        junkyard.table,
        "junkyard",
        "point",
        "css/boards/junkyard.css",
        standing=lambda view: tuple(player.score for player in view.players),
        reason=ending.junkyard_reason,
    ),
    "scrap-knights": _Look(
        scrap_knights.table,
        "scrap-knights",
        "HP",
        "css/boards/scrap-knights.css",
        plural="HP",
        standing=lambda view: tuple(player.hp for player in view.players),
        reason=ending.scrap_knights_reason,
        terms=scrap_knights.TERMS,
    ),
    "scrapyard": _Look(
        scrapyard.table,
        "scrapyard",
        "point",
        "css/boards/scrapyard.css",
        reason=ending.scrapyard_reason,
    ),
}


def table(board: Board) -> Any:
    """Return the title's table for *board*, for its template; None before the deal."""
    return None if board.view is None else _look(board.title).table(board)


def template_name(board: Board) -> str:
    """Return the template that draws the table of this title."""
    return f"games/boards/{_look(board.title).folder}/_board.jinja"


def keys_name(board: Board) -> str:
    """Return the template that lists the keys of this title's table."""
    return f"games/boards/{_look(board.title).folder}/_keys.html"


def style_name(board: Board) -> str:
    """Return the style sheet of this title's table; it imports those of every table."""
    return _look(board.title).style


def score_words(board: Board, score: int) -> str:
    """Return the unit of *score*, singular or plural: `Wounds`."""
    look = _look(board.title)
    return look.unit if score == 1 else look.plural or f"{look.unit}s"


def reason_words(board: Board) -> str:
    """Return why the match is over, as its page says it to the viewer; empty while it runs.

    Nobody has scores after a resignation, a timeout or a draw because of lost rules.
    """
    result, look = board.result, _look(board.title)
    if result is None or not result.scores or look.reason is None:
        return result.reason if result else ""
    return look.reason(board, result)


def has_standing(title: str) -> bool:
    """Return whether it can be seen who leads during a match of *title*."""
    return _look(title).standing is not None


def standing(title: str, view: Any) -> tuple[int, ...]:
    """Return how well each seat stands in the public *view*, more is better; empty if that can't be said."""
    look = _look(title)
    return look.standing(view) if look.standing else ()


def terms(title: str) -> Terms:
    """Return the words of the title that its boards explain, with the anchors of their rules."""
    return _look(title).terms


def _look(title: str) -> _Look:
    return _LOOKS.get(title, _PLAIN)
