"""The board of titles without their own: places with their moves, and the view as text."""

import json
from dataclasses import dataclass

from games.boards.things import Thing, Things
from games.engine import codec
from games.matches.queries.board import Board


@dataclass(frozen=True, slots=True)
class PlainTable:
    """*places:* the things that have offers, in their order. *seen:* the view as JSON text."""

    places: tuple[Thing, ...]
    seen: str


def table(board: Board) -> PlainTable:
    """Return the table as the viewer of *board* sees it."""
    things = Things(board)
    return PlainTable(
        places=tuple(things.at(place) for place in board.offers_at),
        seen=json.dumps(codec.to_plain(board.view), indent=2, ensure_ascii=False),
    )
