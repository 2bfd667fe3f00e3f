"""Boards that have been drawn, kept to be shown again: on focus, every half minute, to watchers.

A board's key holds everything it is drawn from: the whole rows of the match, its seats and their players, the
viewer's seat and orders, the rulebooks' numbers, and what the address asks for. Whatever changes any of it
makes a new key, so no entry is ever out of date, and no seat gets another's board. What belongs to one answer
(the CSRF token, the move's id, the clocks' times) isn't in it: see `games.boards.drawing.filled`.
"""

import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from games.boards.keeping import Keeper
from games.engine.viewers import Viewer
from games.lessons.marks import mark_of
from games.lobby.panels import rematch_of
from games.match_page.fold import MatchPage
from games.matches import access
from games.matches.models import Match, Seat, Status
from games.ratings.lists import seat_ratings
from scrapsite.common.links import changed_rules
from scrapsite.common.versions import data_version

MOST_BYTES = 32 * 2**20
_LASTING = (Status.RUNNING, Status.FINISHED)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board and its HTML, with marks. *board:* without what only the HTML needs."""

    board: MatchPage
    html: str


kept: Keeper[Drawn] = Keeper(MOST_BYTES, lambda drawn: sys.getsizeof(drawn.html))


def key_of(
    match: Match, viewer: Viewer, people: Sequence[Seat], orders: tuple[str, ...], asked: Hashable
) -> Hashable | None:
    """Return the key of the board, or None for a match that hasn't begun or was called off.

    *asked:* what the address asks for, and all else of the request that a board shows.
    """
    if match.status not in _LASTING:
        return None
    is_over = match.status == Status.FINISHED
    own = next((seat.user for seat in people if seat.number == viewer.seat), None)
    return (
        row_of(match),
        viewer,
        access.visible_until(viewer, match),
        tuple(_player(seat) for seat in people),
        orders,
        seat_ratings(match, people),
        row_of(lesson) if (lesson := mark_of(match)) else None,
        rematch_of(match.pk, own) if is_over and own else "",
        data_version(),
        asked,
        changed_rules(),
    )


def _player(seat: Seat) -> tuple[Any, ...]:
    user = seat.user
    if user is None:
        return row_of(seat)
    profile = getattr(user, "profile", None)
    return (*row_of(seat), user.get_username(), user.is_active, *(row_of(profile) if profile else ()))


def row_of(row: Model) -> tuple[str, ...]:
    """Return all columns of *row* as text."""
    return tuple(str(getattr(row, field.attname)) for field in row._meta.concrete_fields)
